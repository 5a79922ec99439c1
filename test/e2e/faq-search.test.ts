import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import en from '../../app/i18n/en/board.json'
import enLayout from '../../app/i18n/en/layout.json'
import ko from '../../app/i18n/ko/board.json'
import koLayout from '../../app/i18n/ko/layout.json'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { LANGUAGES, type Language, type VisitOptions } from './support/browser'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'
import { resize } from './support/window'

const TEXTS = { ko: { ...ko, portal: koLayout.portal }, en: { ...en, portal: enLayout.portal } }
/** A word of the first content, and the one subject that has it in each language. */
const WORDS = {
  ko: { query: '비밀번호', subject: '비밀번호를 잊었습니다.' },
  en: { query: 'PASSword', subject: 'I forgot my password.' },
}

const site = useSite()

const rows = (page: Page) => page.locator('main li > a[href^="/support/faq/"]')
const box = (page: Page, language: Language) =>
  page.getByRole('searchbox', { name: TEXTS[language]['search-label'].replace('{{board}}', 'FAQ') })
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** A visitor of the brand that has the search switched on has searched. */
async function search(language: Language, text: string, options: Partial<VisitOptions> = {}) {
  const page = await site.visit(language, { brand: 'partner-b', ...options })
  await page.goto('/support/faq')
  await box(page, language).fill(text)
  await box(page, language).press('Enter')
  await page.waitForURL((url) => url.searchParams.has('q'))
  return page
}

describe('the search of the FAQ', () => {
  it.each(LANGUAGES.flatMap((language) => [true, false].map((javaScript) => ({ language, javaScript }))))(
    'answers in $language with scripts: $javaScript',
    async ({ language, javaScript }) => {
      const { query: text, subject } = WORDS[language]
      const page = await search(language, text, { javaScript })
      expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining(subject)])
      expect(await box(page, language).inputValue()).toBe(text)
    },
  )

  it.each([true, false])('is where an answer leads back to (scripts: %s)', async (javaScript) => {
    const { query: text, subject } = WORDS.ko
    const page = await search('ko', text, { javaScript })
    if (javaScript) await hydrate(page)
    await rows(page).first().click()
    await page.getByRole('heading', { level: 1, name: subject }).waitFor()
    const back = page.getByRole('main').getByRole('link', { name: ko.list, exact: true })
    const address = await back.getAttribute('href')
    await page.reload()
    expect(await back.getAttribute('href')).toBe(address)
    if (javaScript) await hydrate(page)
    expect(await back.getAttribute('href')).toBe(address)
    await back.click()
    await page.waitForURL((url) => url.pathname === '/support/faq' && url.searchParams.get('q') === text)
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining(subject)])
  })

  it('stays in chips, in the box and on the way back, and goes with an empty box', async () => {
    const page = await search('ko', '데이터')
    const found = await rows(page).count()
    await hydrate(page)
    await page.getByRole('navigation', { name: ko.filter }).getByRole('link').nth(2).click()
    await page.waitForURL((url) => url.searchParams.has('category'))
    expect(query(page).q).toBe('데이터')
    await expect.poll(() => rows(page).count()).toBeLessThan(found)
    await page.goBack()
    await page.waitForURL((url) => !url.searchParams.has('category'))
    await expect.poll(() => rows(page).count()).toBe(found)
    expect(await box(page, 'ko').inputValue()).toBe('데이터')
    await box(page, 'ko').fill('')
    await page.getByRole('button', { name: ko['search-submit'] }).click()
    await page.waitForURL((url) => url.searchParams.get('q') === '')
    expect(await rows(page).count()).toBeGreaterThan(0)
    expect(await axeFindings(page)).toEqual([])
  })

  it.each(LANGUAGES)('its pages stand well in %s at 360, 768 and 1280 px', async (language) => {
    const page = await search(language, WORDS[language].query)
    for (const width of [360, 768, 1280]) {
      await resize(page, width)
      expect([width, await pageFaults(page, language)]).toEqual([width, []])
    }
  })

  it('is hidden on a brand that has it switched off, whatever the address says', async () => {
    const page = await site.visit('ko')
    await page.goto('/support/faq?q=zzzz')
    expect([await page.locator('search').count(), await page.locator('search').isVisible()]).toEqual([1, false])
    const before = await rows(page).count()
    // Once hydrated, the app reads the address again.
    await hydrate(page)
    expect(await rows(page).count()).toBe(before)
    await page.getByRole('navigation', { name: ko.filter }).getByRole('link').nth(1).click()
    await page.waitForURL((url) => !url.searchParams.has('q'))
  })
})

describe('the portal button', () => {
  it('stands in the header, on a phone in the drawer, and is hidden on other brands', async () => {
    const page = await site.visit('ko', { brand: 'partner-b' })
    await page.goto('/')
    const { portal } = TEXTS.ko
    expect(await page.locator('header').getByRole('link', { name: portal }).getAttribute('href')).toBe(
      'https://portal.partner-b.example/',
    )
    await resize(page, 360)
    await page.locator('header button[aria-haspopup=dialog]').click()
    await page.getByRole('dialog').getByRole('link', { name: portal }).waitFor()
    const other = await site.visit('ko')
    await other.goto('/')
    const hidden = other.locator('header, dialog').locator('a', { hasText: portal })
    expect(await hidden.evaluateAll((links) => links.map((link) => link.checkVisibility()))).toEqual([false, false])
  })
})
