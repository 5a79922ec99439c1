import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './support/browser'
import { FAILED_REQUESTS, useSite } from './support/site'

const WORDS = {
  '/intro': { ko: '소개', en: 'Introduction' },
  '/solutions': { ko: '솔루션', en: 'Solutions' },
  '/pricing': { ko: '요금', en: 'Pricing' },
  '/partners': { ko: '파트너', en: 'Partners' },
}

const TO_TOP = { ko: '맨 위로', en: 'Back to top' }
const SKIP = { ko: '본문 바로가기', en: 'Skip to content' }

/* That axe finds nothing on them is proven by every-page.test.ts. */
const site = useSite({ expected: FAILED_REQUESTS })

describe.each(LANGUAGES)('in %s', (language) => {
  /** The keyboard's first stop skips to the content; the landmarks are there; the other language is one link away. */
  async function hasLandmarks(page: Page): Promise<void> {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: SKIP[language] })
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const)
      expect([landmark, await page.getByRole(landmark).count()]).toEqual([landmark, 1])
    const other = language === 'ko' ? 'en' : 'ko'
    const heading = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('contentinfo').locator(`a[lang=${other}]`).click()
    await page.locator(`html[lang=${other}]`).waitFor()
    await page.getByRole('contentinfo').locator(`a[lang=${language}]`).click()
    await page.getByRole('heading', { level: 1, name: heading ?? '' }).waitFor()
  }

  test('a placeholder shows its one word and stays out of search engines', async () => {
    const page = await site.visit(language)
    for (const [path, word] of Object.entries(WORDS)) {
      await page.goto(path)
      expect((await page.getByRole('main').textContent())?.trim()).toBe(word[language] + TO_TOP[language])
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    }
  })

  test('the data page says that nothing is registered', async () => {
    const page = await site.visit(language)
    await page.goto('/support/data')
    await page.getByText(language === 'ko' ? '등록된 내용이 없습니다.' : 'No registered content found.').waitFor()
  })

  test('the maintenance page stands alone', async () => {
    const page = await site.visit(language)
    expect((await page.goto('/maintenance'))?.status()).toBe(200)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      language === 'ko' ? '서비스 점검 중입니다' : 'We are under maintenance',
    )
    await hasLandmarks(page)
    expect(await page.locator('link[rel=canonical]').count()).toBe(0)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    // The phone is answered on weekdays only; outages are reported by e-mail.
    expect(await page.getByRole('main').locator('a[href^="mailto:"]').count()).toBe(1)
  })

  test('an address without a page is the error page, outside every layout', async () => {
    const page = await site.visit(language)
    for (const path of ['/nowhere', '/support/nowhere', '/terms-of-service/1999']) {
      expect((await page.goto(path))?.status()).toBe(404)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
        language === 'ko' ? '일시적인 오류가 발생했습니다.' : 'A temporary error occurred.',
      )
      await hasLandmarks(page)
      expect(await page.locator('link[rel=canonical]').count()).toBe(0)
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      expect(await page.getByRole('main').getByRole('link', { name: '02-000-0000' }).getAttribute('href')).toBe(
        'tel:02-000-0000',
      )
      await page.getByRole('banner').getByRole('link').click()
      await page.waitForURL((url) => url.pathname === '/')
    }
  })
})
