import { describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/legal.json'
import ko from '../../app/i18n/ko/legal.json'
import { arrive } from './support/arrival'
import { axeFindings } from './support/axe'
import { LANGUAGES } from './support/browser'
import { FAILED_REQUESTS, useSite } from './support/site'

const TEXTS = { ko, en }
const KINDS = ['privacy-policy', 'terms-of-service'] as const

const site = useSite({ expected: FAILED_REQUESTS })

describe.each(LANGUAGES)('in %s', (language) => {
  const texts = TEXTS[language]

  test.each(KINDS)('the landing page of %s shows the version in force and leads to earlier ones', async (kind) => {
    const page = await site.visit(language)
    await arrive(page, `/${kind}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(texts[kind])
    expect(await page.getByText(texts['in-force'], { exact: true }).isVisible()).toBe(true)
    const articles = page.locator('main h2')
    const newest = await articles.allTextContents()
    expect(newest.length).toBeGreaterThan(10)
    expect(await axeFindings(page)).toEqual([])

    const earlier = page.locator('details[open]').filter({ hasText: texts['earlier-versions'] }).getByRole('link')
    expect(await earlier.count()).toBe(2)
    await earlier.last().click()
    await page.waitForURL(`**/${kind}/20230619`)
    await page.getByText(texts['superseded-notice']).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(texts[kind])
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('link', { name: texts['to-version-in-force'] }).click()
    await page.waitForURL(`**/${kind}/current`)
    await expect.poll(() => articles.allTextContents()).toEqual(newest)
  })

  test('a version is compared with an older one, article by article, with and without scripts', async () => {
    for (const javaScript of [true, false]) {
      const page = await site.visit(language, { javaScript })
      await page.goto('/privacy-policy/20250701')
      await page.locator('summary', { hasText: texts['all-versions'] }).click()
      await page.locator('a[href$="compare=20240617"]').click()
      await page.waitForURL('**/privacy-policy/20250701?compare=20240617')
      await page.getByText(texts['to-text']).waitFor()
      expect(await page.locator('main h2').count()).toBeGreaterThanOrEqual(11)
      expect(await page.locator('main ins').count()).toBeGreaterThan(5)
      expect(await page.locator('main del').count()).toBeGreaterThan(5)
      expect(await page.locator('main').innerText()).not.toMatch(/\{\{/)
      if (javaScript) expect(await axeFindings(page)).toEqual([])
      await page.getByRole('link', { name: texts['to-text'] }).click()
      await page.locator('#article-11').waitFor()
    }
  })

  test('articles have anchors, and the table of contents leads to them on a desk and on a phone', async () => {
    for (const window of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      const page = await site.visit(language, { ...window, javaScript: false })
      await page.goto('/privacy-policy/20250701')
      expect(await page.locator('h2[id^=article-]').count()).toBe(11)
      const folded = page.locator('summary', { hasText: texts.contents })
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

  test('on paper there is the text and nothing around it', async () => {
    const page = await site.visit(language)
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

  test('a version that does not exist is the error page', async () => {
    const page = await site.visit(language)
    expect((await page.goto('/privacy-policy/20990101'))?.status()).toBe(404)
    expect(await axeFindings(page)).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: language === 'ko' ? '메인 페이지로' : 'Go to Main page' })
      .click()
    await page.waitForURL(`${site.origin}/`)
  })
})
