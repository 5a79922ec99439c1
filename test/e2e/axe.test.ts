import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance'
import { startSite } from '../support/site'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { openCookieSettings, type Width, WIDTHS } from './support/axe-states'
import { brandOrigin, type BrandId, type Language, LANGUAGES } from './support/browser'
import { useSite } from './support/site'
import { resize } from './support/window'

/*
 * Pages and states that are not among those of every-page.test.ts, each in one language, and where it is laid out alike in one window: what
 * differs in colour only on a desk, the others on a phone. test/long/axe-matrix.test.ts leaves nothing out.
 */
const EXPECTED = /status of (?:422|503)|^(?:422|503) /
const site = useSite({ expected: EXPECTED })

/** A visitor who has decided about cookies. */
async function visitor(language: Language, brand: BrandId = 'vcp-x'): Promise<Page> {
  const page = await site.visit(language, { brand })
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: brandOrigin(site.origin, brand) }])
  return page
}

/** What axe finds at each of the widths. */
async function findings(page: Page, widths: readonly Width[] = [360], state = async () => {}): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await resize(page, width)
    await state()
    found.push(...(await axeFindings(page)).map((finding) => `${page.url()}, ${width} px: ${finding}`))
  }
  return found
}

describe('axe finds nothing', () => {
  test.each([
    ['partner-a', 'ko'],
    ['partner-b', 'en'],
  ] as const)('on the home page of %s, in its colours', async (brand, language) => {
    const page = await visitor(language, brand)
    await page.goto('/')
    expect(await findings(page, [1280])).toEqual([])
  })

  test('on lists without entries', async () => {
    const page = await visitor('ko')
    for (const path of ['/support/notice?category=none', '/support/faq?category=none']) {
      await page.goto(path)
      expect(await findings(page)).toEqual([])
    }
  })

  test('with the cookie banner, and with its settings open', async () => {
    const page = await site.visit('en')
    await page.goto('/support/request')
    expect(await findings(page, WIDTHS)).toEqual([])
    expect(
      await findings(page, WIDTHS, async () => {
        await page.keyboard.press('Escape')
        await openCookieSettings(page)
      }),
    ).toEqual([])
  })

  test('while a page is loading', async () => {
    const page = await visitor('en')
    // The page gives up after a second; axe looks for longer.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })
    await page.route('**/api/**', () => {})
    await page.goto('/support/faq')
    await hydrate(page)
    await page.locator('main nav a[href="/support/notice"]').click()
    await page.locator('main[aria-busy=true]').waitFor()
    expect(await findings(page)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('where a form came back refused without a script', async () => {
    const page = await visitor('ko')
    for (const path of ['/support/request', '/support/affiliate']) {
      await page.goto(path)
      await Promise.all([
        page.waitForEvent('load'),
        page.evaluate(() => document.querySelector<HTMLFormElement>('main form[enctype]')?.submit()),
      ])
      expect(await findings(page)).toEqual([])
    }
  })

  test('on the page of a maintenance', async () => {
    const served = await startSite()
    const start = new Date(Date.now() - 3_600_000).toISOString()
    await served.env.CACHE.put(
      MAINTENANCE_KEY,
      JSON.stringify({ start, hours: 3, reason_ko: '데이터베이스 교체', reason_en: 'Change of the database' }),
    )
    for (const language of LANGUAGES) {
      const page = await visitor(language)
      expect((await page.goto(served.url.href))?.status()).toBe(503)
      expect(await findings(page)).toEqual([])
    }
    await served.close()
  })
})
