import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/layout.json'
import enPage from '../../app/i18n/en/page.json'
import ko from '../../app/i18n/ko/layout.json'
import koPage from '../../app/i18n/ko/page.json'
import { hydrate } from './support/arrival'
import { LANGUAGES } from './support/browser'
import { useSite } from './support/site'

const TEXTS = { ko: { ...ko, page: koPage }, en: { ...en, page: enPage } }
const site = useSite()

const rows = (page: Page) => page.locator('main tbody tr')
const chip = (page: Page) => page.locator('main nav a[href*="category="]').first()

describe.each(LANGUAGES)('in %s', (language) => {
  const overlay = (page: Page) => page.getByRole('status').filter({ hasText: TEXTS[language].loading })

  /** The notice list with its time stopped, and the next list held back. */
  async function heldList(): Promise<{ page: Page; held: Promise<Route> }> {
    const page = await site.visit(language)
    await page.clock.install()
    await page.goto('/support/notice')
    await hydrate(page)
    await rows(page).first().waitFor()
    const held = new Promise<Route>((resolve) => void page.route('**/api/board/selectList', resolve))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    return { page, held }
  }

  test('a slow click shows the overlay over the old content after 150 ms, and the chip keeps the focus', async () => {
    const { page, held } = await heldList()
    const before = await rows(page).allInnerTexts()
    await chip(page).press('Enter')
    const route = await held
    await page.clock.runFor(140)
    expect(await overlay(page).count()).toBe(0)
    await page.clock.runFor(20)
    await overlay(page).waitFor()
    expect(await rows(page).allInnerTexts()).toEqual(before)
    expect(await page.locator('main').getAttribute('aria-busy')).toBe('true')
    expect(await chip(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await route.continue()
    await page.locator('main nav a[href*="category="][aria-current=true]').waitFor()
    await overlay(page).waitFor()
    await page.clock.runFor(300)
    await overlay(page).waitFor({ state: 'detached' })
    expect(await page.locator('main').getAttribute('aria-busy')).toBeNull()
    expect(await chip(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('the tab of another list is the current one with its heading, not before', async () => {
    const { page, held } = await heldList()
    const [from, to] = [TEXTS[language].page.notice.name, TEXTS[language].page.faq.name]
    const tabs = page.getByRole('navigation', { name: TEXTS[language].support }).last()
    const shown = async () => [
      await tabs.locator('[aria-current=page]').innerText(),
      await page.getByRole('heading', { level: 1 }).innerText(),
    ]
    await tabs.getByRole('link', { name: to, exact: true }).click()
    const route = await held
    await page.clock.runFor(200)
    await overlay(page).waitFor()
    expect(await shown()).toEqual([from, from])
    await route.continue()
    await page.clock.runFor(2000)
    await expect.poll(shown).toEqual([to, to])
  })

  test('a quick click shows none', async () => {
    const { page, held } = await heldList()
    await chip(page).press('Enter')
    await (await held).continue()
    await page.locator('main nav a[href*="category="][aria-current=true]').waitFor()
    await page.clock.runFor(1000)
    expect(await overlay(page).count()).toBe(0)
  })
})
