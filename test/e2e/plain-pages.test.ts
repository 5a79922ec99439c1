import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './support/browser'
import { FAILED_REQUESTS, useSite } from './support/site'

const WORDS = {
  '/intro': { ko: '소개', en: 'Introduction' },
  '/solutions': { ko: '솔루션', en: 'Solutions' },
  '/pricing': { ko: '요금', en: 'Pricing' },
  '/partners': { ko: '파트너', en: 'Partners' },
}

/* That axe finds nothing on them is proven by every-page.test.ts. */
const site = useSite({ expected: FAILED_REQUESTS })

describe.each(LANGUAGES)('in %s', (language) => {
  test('a placeholder shows its one word and stays out of search engines', async () => {
    const page = await site.visit(language)
    for (const [path, word] of Object.entries(WORDS)) {
      await page.goto(path)
      expect((await page.getByRole('main').textContent())?.trim()).toBe(word[language])
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
    expect(await page.getByRole('contentinfo').count()).toBe(0)
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
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await page.getByRole('main').getByRole('link', { name: '02-000-0000' }).getAttribute('href')).toBe(
        'tel:02-000-0000',
      )
      await page.getByRole('banner').getByRole('link').click()
      await page.waitForURL(`${site.origin}/`)
    }
  })
})
