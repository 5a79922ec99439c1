import type { Page } from 'playwright-core'
import type { Language } from './browser.ts'

/** Names that are only heard and are in the other language than the page without saying so (3.1.2). */
export function foreignNames(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((locale) => {
    const hangul = (text: string) => /\p{Script=Hangul}/u.test(text)
    const names = [...document.querySelectorAll('[aria-label], [alt], [placeholder], .visually-hidden')]
      .filter((element) => element.closest('[lang]')?.getAttribute('lang') === locale)
      .map(
        (element) =>
          ['aria-label', 'alt', 'placeholder'].map((name) => element.getAttribute(name)).find(Boolean) ??
          element.textContent ??
          '',
      )
      .filter((text) => text.trim() !== '')
      .filter((text) => (locale === 'en' ? hangul(text) : !hangul(text) && /[a-z]{2,}/.test(text)))
    const chooser = [...document.querySelectorAll('footer option')].map((option) => [
      option.getAttribute('lang'),
      option.textContent,
    ])
    if (chooser.length > 0 && String(chooser) !== 'ko,한국어,en,English') names.push(`languages: ${String(chooser)}`)
    return names
  }, language)
}
