import { describe, expect, test } from 'vitest'
import boardEn from '../../app/i18n/en/board.json'
import boardKo from '../../app/i18n/ko/board.json'
import { hydrate } from './support/arrival'
import { LANGUAGES } from './support/browser'
import { useSite } from './support/site'

const TEXTS = { ko: boardKo, en: boardEn }
const site = useSite()

describe.each(LANGUAGES)('in %s', (language) => {
  test.each([true, false])('List leads back to page and place (scripts: %s)', async (javaScript) => {
    const page = await site.visit(language, { javaScript, width: 360, height: 640 })
    await page.goto('/support/notice?page=2')
    if (javaScript) await hydrate(page)
    const row = page.locator('main tbody tr').nth(6)
    const id = await row.getAttribute('id')
    await row.getByRole('link').click()
    await page.waitForURL(/\/support\/notice\/[^?]+\?page=2/)
    await page.getByRole('main').getByRole('link', { name: TEXTS[language].list, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/support/notice' && url.search === '?page=2')
    await expect
      .poll(() =>
        page.locator(`[id="${id}"]`).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
  })

  test('previous and next go through the whole list, and List back to the category that is read', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    const links = page.locator('main tbody a')
    const whole = await links.allTextContents()
    const chips = page.getByRole('navigation', { name: TEXTS[language].filter }).getByRole('link')
    await chips.nth(1).click()
    await page.waitForURL(/category=/)
    const name = (await chips.nth(1).textContent()) ?? ''
    await expect
      .poll(async () => new Set(await page.locator('main tbody tr td:first-child').allTextContents()))
      .toEqual(new Set([name]))
    const first = (await links.first().textContent()) ?? ''
    await links.first().click()
    await page.getByRole('heading', { level: 1, name: first, exact: true }).waitFor()
    await page.getByRole('navigation', { name: TEXTS[language].neighbours }).getByRole('link').last().click()
    await page.getByRole('heading', { level: 1, name: whole[whole.indexOf(first) + 1] ?? '', exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: TEXTS[language].list, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/support/notice' && url.searchParams.has('category'))
  })
})

test('the links of an entry carry what their pages know and nothing else of the address, also after a walk and back', async () => {
  const page = await site.visit('ko')
  const addresses = () =>
    page
      .getByRole('main')
      .locator('a[href^="/support/notice"]')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ search }) => search))
  await page.goto('/support/notice')
  const address = await page.locator('main tbody a').nth(1).getAttribute('href')
  await page.goto(`${address}?page=2&receipt=r-1&held=x&count=16&compare=20240617`)
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  // The tab, both neighbours and 'List'.
  const known = ['', '?page=2', '?page=2', '?page=2']
  expect(await addresses()).toEqual(known)
  await hydrate(page)
  await page.getByRole('navigation', { name: boardKo.neighbours }).getByRole('link').last().click()
  await page.waitForURL((url) => url.pathname !== address && url.search === '?page=2')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  expect(await addresses()).toEqual(known)
})
