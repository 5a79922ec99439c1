import type { Page } from 'playwright-core'
import type { Language } from './browser.ts'

/** What the eye would find on a page: it scrolls sideways, a text is cut off, or words stand in the other language. */
export function pageFaults(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((locale) => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`)
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.visually-hidden, [aria-hidden="true"], dialog:not([open]), [popover]')
    for (const element of document.querySelectorAll('body *')) {
      const ownText = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .join('')
      if (ownText === '' || !shown(element)) continue
      // What is a pixel wide is for screen readers alone.
      const cut =
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 1 &&
        getComputedStyle(element).overflowX !== 'visible'
      if (cut) faults.push(`cut off: ${element.tagName.toLowerCase()} "${ownText.slice(0, 40)}"`)
      // Texts of the board say themselves which language they are in; a country's or company's own name may stay.
      const language = element.closest('[lang]')?.getAttribute('lang')
      if (language !== locale || element.closest('option')) continue
      if (locale === 'en' && /\p{Script=Hangul}/u.test(ownText)) faults.push(`Hangul: "${ownText.slice(0, 40)}"`)
      // Names and abbreviations are allowed, and a board's subject may say the same in both; three plain words alone are a sentence.
      if (locale === 'ko' && !/\p{Script=Hangul}/u.test(ownText) && /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(ownText))
        faults.push(`English: "${ownText.slice(0, 40)}"`)
    }
    return faults
  }, language)
}
