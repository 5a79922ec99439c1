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

  test('previous and next stay within the category that is read', async () => {
    const page = await site.visit(language)
    await page.goto('/support/notice')
    const chips = page.getByRole('navigation', { name: TEXTS[language].filter }).getByRole('link')
    await chips.nth(1).click()
    await page.waitForURL(/category=/)
    await page.locator('main table').waitFor()
    const name = (await chips.nth(1).textContent()) ?? ''
    const links = page.locator('main tbody a')
    await expect.poll(() => page.locator('main tbody tr td:first-child').allTextContents()).toContain(name)
    const subjects = await links.allTextContents()
    await links.first().click()
    for (const subject of subjects) {
      await page.getByRole('heading', { level: 1, name: subject, exact: true }).waitFor()
      const next = page.getByRole('navigation', { name: TEXTS[language].neighbours }).getByRole('link').last()
      if (subject !== subjects.at(-1)) await next.click()
    }
    await page.getByRole('main').getByRole('link', { name: TEXTS[language].list, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/support/notice' && url.searchParams.has('category'))
  })
})
