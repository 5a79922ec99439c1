import { describe, expect, test } from 'vitest'
import errorsEn from '../../app/i18n/en/error.json'
import errorsKo from '../../app/i18n/ko/error.json'
import layout from '../../app/i18n/ko/layout.json'
import { hydrate } from './support/arrival'
import { LANGUAGES } from './support/browser'
import { TEXTS } from './support/form'
import { FAILED_REQUESTS, useSite } from './support/site'

const ERRORS = { ko: errorsKo, en: errorsEn }
const site = useSite({ expected: FAILED_REQUESTS })

describe('on a phone', () => {
  // No promise here depends on the words.
  const language = 'ko'

  test('the logo in the open drawer closes it', async () => {
    const page = await site.visit(language, { width: 360 })
    await page.goto('/support/notice')
    await hydrate(page)
    await page.locator('header [commandfor=drawer]').click()
    await page.locator('#drawer a[href^="/"]').first().click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.locator('#drawer[open]').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).click()
  })

  test('a phone that is turned with its drawer open leaves the page usable, hydrated or not', async () => {
    for (const scripts of [true, false]) {
      const page = await site.visit(language, { width: 360 })
      if (!scripts) await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/support/notice')
      await page.locator('header [commandfor=drawer]').click()
      await page.locator('#drawer[open]').waitFor()
      await page.setViewportSize({ width: 800, height: 360 })
      await page.locator('#drawer[open]').waitFor({ state: 'detached' })
      await page.getByRole('main').getByRole('link', { name: layout.faq, exact: true }).click()
      await page.waitForURL('**/support/faq')
    }
  })
})

test.each(LANGUAGES)(
  'the language of the address, %s, stays on the links of forms, complete pages and error pages',
  async (language) => {
    const page = await site.visit(language === 'ko' ? 'en' : 'ko')
    for (const path of ['/', '/support/request', '/support/affiliate']) {
      await page.goto(`${path}?lng=${language}`)
      const policy = page.getByRole('link', { name: TEXTS[language]['privacy-link'] })
      expect(await policy.getAttribute('href')).toBe(`/privacy-policy/current?lng=${language}`)
    }
    for (const path of ['/support/request/complete', '/support/affiliate/complete', '/no-such-page']) {
      await page.goto(`${path}?lng=${language}`)
      const home = page.getByRole('link', { name: ERRORS[language]['go-to-main'] })
      expect(await home.getAttribute('href')).toBe(`/?lng=${language}`)
    }
  },
)
