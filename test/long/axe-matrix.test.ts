import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAINTENANCE_KEY } from '../../functions/contract/maintenance'
import { startSite, type Site } from '../support/site'
import { hydrate } from '../e2e/support/arrival'
import { axeFindings } from '../e2e/support/axe'
import { STATES, WIDTHS, type Width, openCookieSettings } from '../e2e/support/axe-states'
import { BRANDS, brandOrigin, LANGUAGES, type BrandId, type Language } from '../e2e/support/browser'
import { everyRoute, isBare, statusOf } from '../e2e/support/routes'
import { useSite } from '../e2e/support/site'
import { resize } from '../e2e/support/window'

/*
 * axe on every page × language × brand × width × state: nothing is left out. What can differ is checked by test/e2e/every-page.test.ts and
 * test/e2e/axe.test.ts.
 */
const EXPECTED = /status of (?:404|422|500|502|503)|^(?:404|422|500|502|503) /

const site = useSite()
const routes = new Map<BrandId, string[]>()
let looks = 0
const all: string[] = []

beforeAll(async () => {
  for (const brand of BRANDS) routes.set(brand, await everyRoute(site.origin, brand))
  for (const paths of routes.values()) expect(paths.length).toBeGreaterThan(25)
})
afterAll(() => {
  console.log(
    `axe: ${looks} permutations of ${new Set([...routes.values()].flat()).size} routes, ${LANGUAGES.length} languages, ${BRANDS.length} brands, ${WIDTHS.length} widths and their states, ${all.length} findings`,
  )
})

const HEIGHT: Record<Width, number> = { 1280: 900, 360: 740 }

/** One browser page for all that a brand shows in a language. */
async function gallery(
  origin: string,
  brand: BrandId,
  language: Language,
  look: (page: Page, check: (name: string, off?: string[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { page, complaints, close } = await site.open(language, { brand, expected: EXPECTED }, origin)
  const found: string[] = []
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: brandOrigin(origin, brand) }])
  await look(page, async (name, off) => {
    looks++
    found.push(
      ...(await axeFindings(page, off)).map((finding) => `${name}, ${page.viewportSize()?.width} px: ${finding}`),
    )
  })
  all.push(...found)
  await close()
  expect([...found, ...complaints]).toEqual([])
}

const eachWidth = async (page: Page, look: (width: Width) => Promise<void>) => {
  for (const width of WIDTHS) {
    await resize(page, width, HEIGHT[width])
    await look(width)
  }
}

// Several browser pages at once: most of the time of each is spent waiting for the browser.
describe.concurrent.each(BRANDS)('of %s', { timeout: 1_200_000 }, (brand) => {
  describe.each(LANGUAGES)('in %s axe finds nothing', (language) => {
    test('on any route in any state', async () => {
      await gallery(site.origin, brand, language, async (page, check) => {
        for (const path of routes.get(brand) ?? []) {
          expect((await page.goto(path))?.status(), path).toBe(statusOf(path))
          for (const { name, on, enter, leave } of STATES) {
            if (!on(path)) continue
            await eachWidth(page, async (width) => {
              await enter(page, width)
              await check(`${path} ${name}`)
              await leave(page)
            })
          }
        }
      })
    })

    test('on lists without entries, and with the cookie banner', async () => {
      await gallery(site.origin, brand, language, async (page, check) => {
        for (const path of ['/support/notice?category=none', '/support/faq?category=none']) {
          await page.goto(path)
          await eachWidth(page, () => check(path))
        }
        await page.context().clearCookies()
        for (const path of (routes.get(brand) ?? []).filter((route) => !isBare(route))) {
          expect((await page.goto(path))?.status(), path).toBe(200)
          await eachWidth(page, () => check(`${path} with the banner`))
          await eachWidth(page, async () => {
            await openCookieSettings(page)
            await check(`${path} with the cookie settings open`)
            await page.keyboard.press('Escape')
          })
        }
      })
    })

    test('while a page is loading', async () => {
      await gallery(site.origin, brand, language, async (page, check) => {
        // The page gives up after a second; axe looks for longer.
        await page.addInitScript(() => {
          AbortSignal.timeout = () => new AbortController().signal
        })
        await page.route('**/api/**', () => {})
        await page.goto('/support/faq')
        await hydrate(page)
        await page.locator('main nav a[href="/support/notice"]').click()
        await page.locator('main[aria-busy=true]').waitFor()
        await eachWidth(page, () => check('loading'))
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
    })

    test('where a form came back refused without a script', async () => {
      await gallery(site.origin, brand, language, async (page, check) => {
        for (const path of ['/support/request', '/support/affiliate']) {
          await page.goto(path)
          await Promise.all([
            page.waitForEvent('load'),
            page.evaluate(() => document.querySelector<HTMLFormElement>('main form[enctype]')?.submit()),
          ])
          await eachWidth(page, () => check(`${path} refused`))
        }
      })
    })
  })
})

describe('axe finds nothing', () => {
  async function everywhere(served: Site, paths: string[], status: number): Promise<void> {
    for (const brand of BRANDS) {
      for (const language of LANGUAGES) {
        await gallery(served.url.origin, brand, language, async (page, check) => {
          for (const path of paths) {
            expect((await page.goto(path))?.status()).toBe(status)
            await eachWidth(page, () => check(`${path}, ${status}`))
          }
        })
      }
    }
  }

  test('on pages whose data cannot be had', async () => {
    const served = await startSite({ upstream: 'http://127.0.0.1:1' })
    await everywhere(served, ['/support/notice', '/support/faq', '/support/notice/any', '/support/faq/any'], 502)
    await served.close()
  })

  test('on the page of a maintenance', async () => {
    const served = await startSite()
    await served.env.CACHE.put(
      MAINTENANCE_KEY,
      JSON.stringify({
        start: new Date(Date.now() - 3_600_000).toISOString(),
        hours: 3,
        reason_ko: '데이터베이스 교체',
        reason_en: 'Change of the database',
      }),
    )
    await everywhere(served, ['/'], 503)
    await served.close()
  })
})
