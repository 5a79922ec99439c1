import { describe, expect, test, vi } from 'vitest'
import errorsEn from '../../app/i18n/en/error.json'
import errorsKo from '../../app/i18n/ko/error.json'
import names from '../../app/i18n/ko/page.json'
import { hydrate, restingPosition } from './support/arrival'
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
      await page.getByRole('main').getByRole('link', { name: names.faq.name, exact: true }).click()
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

test.each(LANGUAGES)(
  'the language of the address, %s, stays on the links in an answer and in a policy, hydrated or not',
  async (language) => {
    const page = await site.visit(language === 'ko' ? 'en' : 'ko')
    const link = page.locator('article a[href^="/support/request"]').first()
    const kept = `/support/request?lng=${language}`
    await page.goto(`/support/faq?lng=${language}`)
    const row = page.getByRole('main').locator('li a[href^="/support/faq/"]').first()
    const entry = (await row.getAttribute('href')) ?? ''
    for (const path of [entry, `/privacy-policy/20250701?lng=${language}`]) {
      await page.goto(path)
      expect([path, await link.getAttribute('href')]).toEqual([path, kept])
      await hydrate(page)
      expect([path, await link.getAttribute('href')]).toEqual([path, kept])
    }
    await page.goto(`/support/faq?lng=${language}`)
    await hydrate(page)
    await row.click()
    await page.waitForURL(`**${entry}`)
    expect(await link.getAttribute('href')).toBe(kept)
    await link.click()
    await page.waitForURL(`**${kept}`)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
  },
)

test('a page that is reloaded or gone back to is where it was at once, and a route change scrolls smoothly', async () => {
  const page = await site.visit('ko', { context: { reducedMotion: 'no-preference' } })
  await page.addInitScript(() => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const look = () => {
      if (tops.at(-1) !== scrollY) tops.push(scrollY)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  /** Where the page has been since the last look. 1,000 px take some forty frames where it scrolls smoothly. */
  const places = () => page.evaluate(() => (window as unknown as { tops: number[] }).tops.splice(0))
  const comesToRest = (path: string, top: number) =>
    vi.waitFor(
      async () => expect([new URL(page.url()).pathname, await restingPosition(page)]).toEqual([path, top]),
      30_000,
    )
  const scrollTo = async (top: number) => {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await restingPosition(page)
  }
  const terms = '/terms-of-service/20250701'
  await page.goto(terms)
  // Whether Chromium would scroll depends on what stands there.
  for (const top of [1000, 1500, 2000, 2500, 3000, 3500]) {
    await scrollTo(top)
    await page.reload()
    await comesToRest(terms, top)
    expect((await places()).length, String(top)).toBeLessThanOrEqual(3)
  }
  await hydrate(page)
  await scrollTo(3000)
  await page.locator('footer a[href="/privacy-policy/current"]').evaluate((link: HTMLElement) => link.click())
  await comesToRest('/privacy-policy/current', 0)
  expect((await places()).length).toBeGreaterThan(3)
  await page.goBack()
  await comesToRest(terms, 3000)
  expect((await places()).length).toBeLessThanOrEqual(3)
})
