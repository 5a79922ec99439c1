import { describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/legal.json'
import ko from '../../app/i18n/ko/legal.json'
import { arrive, hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { FAILED_REQUESTS, useSite } from './support/site'

const TEXTS = { ko, en }
const site = useSite({ expected: FAILED_REQUESTS })

describe('a legal text', () => {
  test.each([
    ['privacy-policy', 'ko'],
    ['terms-of-service', 'en'],
  ] as const)('of %s in %s shows the version in force and leads to earlier ones', async (kind, language) => {
    const texts = TEXTS[language]
    const page = await site.visit(language)
    await arrive(page, `/${kind}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(texts[kind])
    expect(await page.getByText(texts['in-force'], { exact: true }).isVisible()).toBe(true)
    const articles = page.locator('main h2')
    const newest = await articles.allTextContents()
    expect(newest.length).toBeGreaterThan(10)

    const earlier = page.locator('details[open]').filter({ hasText: texts['earlier-versions'] }).getByRole('link')
    expect(await earlier.count()).toBe(2)
    await earlier.last().click()
    await page.waitForURL(`**/${kind}/20230619`)
    await page.getByText(texts['superseded-notice']).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(texts[kind])

    await page.getByRole('link', { name: texts['to-version-in-force'] }).click()
    await page.waitForURL(`**/${kind}/current`)
    await expect.poll(() => articles.allTextContents()).toEqual(newest)
  })

  test('in one version is compared with an older one, article by article, with and without scripts', async () => {
    for (const [javaScript, language] of [
      [true, 'ko'],
      [false, 'en'],
    ] as const) {
      const texts = TEXTS[language]
      const page = await site.visit(language, { javaScript })
      await page.goto('/privacy-policy/20250701')
      // The app shows the next pages in place.
      if (javaScript) await hydrate(page)
      await page.locator('summary', { hasText: texts['all-versions'] }).click()
      await page.locator('a[href$="compare=20240617"]').click()
      await page.waitForURL('**/privacy-policy/20250701?compare=20240617')
      await page.getByText(texts['to-text']).waitFor()
      expect(await page.locator('main h2').count()).toBeGreaterThanOrEqual(11)
      expect(await page.locator('main ins').count()).toBeGreaterThan(5)
      expect(await page.locator('main del').count()).toBeGreaterThan(5)
      const text = await page.locator('main').innerText()
      expect(text).not.toMatch(/\{\{/)
      // Every date of the page has the form that the text itself uses.
      expect(text).not.toMatch(/\d{4}\. \d{1,2}\. \d{1,2}\.|\b(?:Jun|Jul) \d/)
      if (javaScript) expect(await axeFindings(page)).toEqual([])
      await page.getByRole('link', { name: texts['to-text'] }).click()
      await page.locator('#article-11').waitFor()
    }
  })

  test('of another version takes the place of the one before, in place as by a load', async () => {
    const page = await site.visit('ko')
    await page.goto('/privacy-policy/20250701')
    await hydrate(page)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const text = () => page.locator('main h2').first().locator('xpath=..').innerText()
    const before = await text()
    await page.locator('summary', { hasText: ko['all-versions'] }).click()
    await page.locator('main a[href$="/privacy-policy/20240617"]').click()
    await page.waitForURL('**/privacy-policy/20240617')
    await expect.poll(text).not.toBe(before)
    const inPlace = await text()
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
    await page.reload()
    expect(await text()).toBe(inPlace)
  })

  test('has articles with anchors, and its table of contents leads to them on a desk and on a phone', async () => {
    const page = await site.visit('ko', { javaScript: false })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/privacy-policy/20250701')
      expect(await page.locator('h2[id^=article-]').count()).toBe(11)
      const folded = page.locator('summary', { hasText: ko.contents })
      if (await folded.isVisible()) await folded.click()
      await page.locator('main a[href="#article-6"]:visible').first().click()
      await expect
        .poll(() =>
          page.locator('#article-6').evaluate((heading) => {
            const { top } = heading.getBoundingClientRect()
            return top >= 56 && top < innerHeight / 2
          }),
        )
        .toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })

  test('on paper has nothing around it', async () => {
    const page = await site.visit('en')
    await page.goto('/terms-of-service/20240617')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('h2[id^=article-]').count()).toBe(17)
    for (const around of [
      'header',
      'main nav',
      'section[aria-labelledby="consent-heading"]',
      'main details',
      'select',
    ]) {
      expect(await page.locator(around).first().isVisible(), around).toBe(false)
    }
  })

  test('in a version that does not exist is the error page', async () => {
    const page = await site.visit('ko')
    expect((await page.goto('/privacy-policy/20990101'))?.status()).toBe(404)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: '메인 페이지로' }).click()
    await page.waitForURL(`${site.origin}/`)
  })
})
