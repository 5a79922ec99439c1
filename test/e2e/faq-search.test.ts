import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import en from '../../app/i18n/en/board.json'
import enLayout from '../../app/i18n/en/layout.json'
import ko from '../../app/i18n/ko/board.json'
import koLayout from '../../app/i18n/ko/layout.json'
import { arrive, hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { LANGUAGES, type Language, type VisitOptions } from './support/browser'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'
import { resize } from './support/window'

const TEXTS = { ko: { ...ko, portal: koLayout.portal }, en: { ...en, portal: enLayout.portal } }
/** Words of the first content, and a part of the one subject that holds them. */
const WORDS = {
  ko: { query: '비밀번호가', subject: '비밀번호를 잊었습니다.', mark: '비밀번호' },
  en: { query: 'PASS forgot', subject: 'I forgot my password.', mark: 'forgot' },
}

const site = useSite()

/** A visitor of the brand that has the search switched on. */
async function searcher(language: Language, options: Partial<VisitOptions> = {}) {
  const page = await site.visit(language, { brand: 'partner-b', ...options })
  return {
    page,
    rows: page.locator('main li > a[href^="/support/faq/"]'),
    box: page.getByRole('searchbox', { name: TEXTS[language]['search-label'] }),
    says: (text: string) => page.locator('search').getByText(text, { exact: true }).first().waitFor(),
  }
}

const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const found = (language: Language, count: number) => TEXTS[language]['search-found'].replace('{{found}}', String(count))

describe('the search of the FAQ', () => {
  it('a visitor without scripts searches, sees why, and clears the search', async () => {
    const { page, rows, box, says } = await searcher('en', { javaScript: false })
    await page.goto('/support/faq')
    await box.fill(WORDS.en.query)
    await page.getByRole('button', { name: en['search-submit'], exact: true }).click()
    await says(found('en', 1))
    expect(search(page, 'q')).toBe(WORDS.en.query)
    expect(await rows.innerText()).toContain(WORDS.en.subject)
    expect(await rows.locator('mark').first().innerText()).toBe(WORDS.en.mark)
    expect(await box.inputValue()).toBe(WORDS.en.query)
    await page.getByRole('button', { name: en['search-clear'] }).click()
    await says(en['search-hint'])
    expect(new URL(page.url()).searchParams.has('q')).toBe(false)
  })

  it('a visitor gets the answer while typing, stroke by stroke, and hears it once', async () => {
    const { page, rows, box, says } = await searcher('ko')
    await arrive(page, '/support/faq')
    await box.click()
    await box.pressSequentially(WORDS.ko.query, { delay: 20 })
    await says(found('ko', 1))
    expect(await rows.innerText()).toContain(WORDS.ko.subject)
    await page.locator('search [role=status]').getByText(found('ko', 1), { exact: true }).waitFor({ state: 'attached' })
    expect(search(page, 'q')).toBe(WORDS.ko.query)
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await axeFindings(page)).toEqual([])

    await page.keyboard.press('Escape')
    await says(ko['search-hint'])
    expect(await box.inputValue()).toBe('')
    await page.waitForURL((url) => !url.searchParams.has('q'))
  })

  it('a visitor who finds nothing is shown the way to the inquiry form', async () => {
    const { page, box } = await searcher('en')
    await arrive(page, '/support/faq')
    await box.fill('zzzz')
    const ask = page.locator('main').getByRole('link', { name: en['search-ask'] })
    await ask.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await ask.click()
    await page.waitForURL('**/support/request')
    await page.goBack()
    await ask.waitFor()
    expect(await box.inputValue()).toBe('zzzz')
  })

  it.each(LANGUAGES)('its pages stand well in %s at 360, 768 and 1280 px', async (language) => {
    const { page, says } = await searcher(language)
    for (const [query, count] of [
      [WORDS[language].query, 1],
      ['zzzz', 0],
    ] as const) {
      await page.goto(`/support/faq?q=${encodeURIComponent(query)}`)
      await (count === 0
        ? page.getByText(TEXTS[language]['search-nothing'].replace('{{query}}', query)).waitFor()
        : says(found(language, count)))
      for (const width of [360, 768, 1280]) {
        await resize(page, width)
        expect([width, await pageFaults(page, language)]).toEqual([width, []])
      }
    }
  })

  it('the portal button stands in the header, on a phone in the drawer', async () => {
    const { page } = await searcher('ko')
    await page.goto('/')
    const { portal } = TEXTS.ko
    expect(await page.locator('header').getByRole('link', { name: portal }).getAttribute('href')).toBe(
      'https://portal.partner-b.example/',
    )
    await resize(page, 360)
    await page.locator('header button[aria-haspopup=dialog]').click()
    await page.getByRole('dialog').getByRole('link', { name: portal }).waitFor()
  })
})

describe('the search box', () => {
  it('keeps the category, and a category keeps the search', async () => {
    const { page, box } = await searcher('ko')
    await page.goto('/support/faq')
    const chips = page.getByRole('navigation', { name: ko.filter })
    await box.fill('데이터')
    await page.locator('main mark', { hasText: '데이터' }).first().waitFor()
    await chips.getByRole('link').nth(2).click()
    await page.waitForURL((url) => url.searchParams.has('category'))
    expect([search(page, 'q'), await box.inputValue()]).toEqual(['데이터', '데이터'])
    const category = search(page, 'category')
    await box.fill('없는말')
    await page.getByRole('link', { name: ko['search-everywhere'] }).waitFor()
    expect(search(page, 'category')).toBe(category)
  })

  it('answers a syllable that is still being composed, and leaves Enter and Escape to the input method', async () => {
    const { page, box, says } = await searcher('ko')
    await page.goto('/support/faq')
    await box.focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: '비', selectionStart: 1, selectionEnd: 1 })
    await session.send('Input.insertText', { text: '비' })
    await session.send('Input.imeSetComposition', { text: '밀ㅂ', selectionStart: 2, selectionEnd: 2 })
    await says(found('ko', 1))
    const left = await box.evaluate((input) => {
      const press = (key: string) =>
        input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }))
      return [press('Escape'), (input as HTMLInputElement).value]
    })
    expect(left).toEqual([true, '비밀ㅂ'])
  })

  it('answers what was typed before hydration', async () => {
    const { page, box, says } = await searcher('ko')
    const { promise: scripts, resolve: sendScripts } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts
      await route.continue()
    })
    await page.goto('/support/faq')
    await box.fill('비밀번호')
    sendScripts()
    await says(found('ko', 1))
  })

  it('moves nothing while one types', async () => {
    const { page, box, says } = await searcher('en')
    await page.goto('/support/faq')
    const places = () =>
      page
        .locator('search, nav[aria-label="Filter by category"]')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top))
    const before = await places()
    await box.fill('password')
    await says(found('en', 1))
    expect(await places()).toEqual(before)
  })

  it('is not there on a brand that has it switched off, whatever the address says', async () => {
    const page = await site.visit('ko')
    await page.goto('/support/faq?q=zzzz')
    expect(await page.getByRole('searchbox').count()).toBe(0)
    const rows = page.locator('main li > a[href^="/support/faq/"]')
    const before = await rows.count()
    // Once hydrated, the app reads the address again.
    await hydrate(page)
    expect(await rows.count()).toBe(before)
    await page.getByRole('navigation', { name: ko.filter }).getByRole('link').nth(1).click()
    await page.waitForURL((url) => !url.searchParams.has('q'))
  })
})
