import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { hydrated, restingPosition } from './support/arrival'
import type { VisitOptions } from './support/browser'
import { coloursOfSections } from './support/section-colours'
import { useSite } from './support/site'

/*
 * Hydration is not a navigation: whatever a visitor does first, the page stays where the visitor has scrolled it. Motion is allowed
 * here, so that a smooth scroll would show.
 */
const HALF_WAY = 900
/** Pixels. */
const TOLERANCE = 4
/** expect.poll does not work in concurrent tests. */
const PATIENCE = { timeout: 30_000, interval: 200 }

const PAGES = [
  { page: 'home', path: '/' },
  { page: 'a list', path: '/support/notice' },
  { page: 'a legal text', path: '/privacy-policy/20250701' },
  { page: 'a form', path: '/support/request' },
]

/** What a person does first on a page, in its left margin, where no link is, and how far that scrolls it. */
const GESTURES: [name: string, act: (page: Page) => Promise<void>, scrolled: number][] = [
  [
    'moves the mouse',
    async (page) => {
      await page.mouse.move(8, 300)
      await page.mouse.move(12, 320)
    },
    0,
  ],
  [
    'turns the wheel',
    async (page) => {
      await page.mouse.move(8, 300)
      await page.mouse.wheel(0, 60)
    },
    60,
  ],
  ['presses a key', (page) => page.keyboard.press('Shift'), 0],
  ['touches the page', (page) => page.touchscreen.tap(8, 300), 0],
]

const site = useSite()

/** Runs a test with a fresh visitor, who may complain of nothing. */
const visiting =
  (act: (page: Page) => Promise<void>, options: Omit<VisitOptions, 'language'> = { width: 1280, height: 600 }) =>
  async (): Promise<void> => {
    const { page, complaints, close } = await site.open('ko', {
      context: { reducedMotion: 'no-preference', hasTouch: true },
      ...options,
    })
    // A returning visitor: the interface font is in the browser's cache, so every page shows it.
    await page.goto('/terms-of-service')
    await page.evaluate(() => document.fonts.load('1em "Interface Korean"'))
    await act(page)
    await close()
    expect(complaints).toEqual([])
  }

/** What the visitor sees in the middle of the window: a text of the content, and its distance from the top of the window. */
interface View {
  text: string
  top: number
}

/** @param text of an earlier view; without it the one that now stands in the middle */
const viewOf = (page: Page, text?: string): Promise<View> =>
  page.evaluate((known) => {
    const isSticky = (part: Element | null): boolean =>
      part !== null && (getComputedStyle(part).position === 'sticky' || isSticky(part.parentElement))
    const all = [
      ...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, p, li, td, dt, dd, label):not(nav *)'),
    ].filter((part) => !isSticky(part))
    const texts = all.map((part) => part.textContent.trim())
    // Offsets leave out the transforms of sections that fade in.
    const topOf = (part: HTMLElement): number =>
      part.offsetTop + (part.offsetParent instanceof HTMLElement ? topOf(part.offsetParent) : -scrollY)
    const distance = (part: HTMLElement) => Math.abs(topOf(part) - innerHeight / 2)
    const unique = all.filter((_, at) => texts[at] && texts.indexOf(texts[at]) === texts.lastIndexOf(texts[at]))
    const found = unique
      .filter((part) => known === undefined || part.textContent.trim() === known)
      .reduce<HTMLElement | null>((best, part) => (best && distance(best) <= distance(part) ? best : part), null)
    return { text: found?.textContent.trim() ?? 'no text', top: found ? topOf(found) : NaN }
  }, text)

/** Scrolls at once, as the browser does after a reload. */
async function scrollTo(page: Page, top: number): Promise<View> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  expect(await restingPosition(page)).toBeGreaterThan(50)
  return viewOf(page)
}

/** Waits for hydration and what it may set off. */
async function settle(page: Page): Promise<void> {
  await hydrated(page)
  await page.waitForTimeout(300)
  await restingPosition(page)
}

/** The visitor still sees the same content at the same place. What stands above it may have grown: the browser keeps the content. */
async function expectView(page: Page, { text, top }: View, scrolled = 0, after = ''): Promise<void> {
  await restingPosition(page)
  const now = await viewOf(page, text)
  expect(Math.abs(now.top + scrolled - top), `${page.url()} at ${text} ${after}`).toBeLessThanOrEqual(TOLERANCE)
}

/** What a reader does, on a page that it opens itself, and what must hold then. */
const WAYS: [name: string, go: (page: Page, path: string) => Promise<void>][] = [
  [
    'half-way down, turns the wheel, on the home page also moves the mouse, presses a key or touches the page',
    async (page, path) => {
      // What hydrates a page is the same everywhere; whether it moves depends on the page.
      for (const [name, gesture, scrolled] of path === '/' ? GESTURES : GESTURES.slice(1, 2)) {
        await page.goto(path)
        const before = await scrollTo(page, HALF_WAY)
        await gesture(page)
        await settle(page)
        // At the end of a short page the wheel turns in vain.
        const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
        await expectView(page, before, room > 0 ? scrolled : 0, name)
      }
    },
  ],
  [
    'turns the wheel at once, and gets as far as the wheel goes',
    async (page, path) => {
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main').waitFor()
      await page.mouse.move(600, 300)
      for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(0, 100)
      await settle(page)
      expect(await restingPosition(page)).toBeGreaterThan(450)
    },
  ],
  [
    'reloads, before hydration and after it',
    async (page, path) => {
      await page.goto(path)
      const before = await scrollTo(page, HALF_WAY)
      await page.reload()
      await expectView(page, before)
      await page.keyboard.press('Shift')
      await settle(page)
      await expectView(page, before)
      await page.reload()
      await page.keyboard.press('Shift')
      await settle(page)
      await expectView(page, before)
    },
  ],
  [
    'goes back, from another document and within the app',
    async (page, path) => {
      await page.goto(path)
      const before = await scrollTo(page, HALF_WAY)
      await page.goto('/terms-of-service')
      await page.goBack()
      await page.locator('main').waitFor()
      await page.keyboard.press('Shift')
      await settle(page)
      await expectView(page, before)

      const link = page.locator('footer a[href="/terms-of-service/current"]')
      await link.evaluate((element: HTMLElement) => element.click())
      await page.waitForURL('**/terms-of-service/current')
      await vi.waitFor(async () => expect(await restingPosition(page)).toBeLessThanOrEqual(TOLERANCE), PATIENCE)
      await page.goBack()
      await page.waitForURL((url) => url.pathname === path)
      await vi.waitFor(() => expectView(page, before), PATIENCE)
    },
  ],
]

describe.concurrent.each(PAGES)('on $page', ({ path }) => {
  it(
    'a reader stays at the same place who turns the wheel or makes another gesture, reloads, or goes back',
    visiting(async (page) => {
      for (const [name, go] of WAYS)
        await go(page, path).catch((error: unknown) => {
          throw new Error(`A reader who ${name}: ${String(error)}`, { cause: error })
        })
    }),
  )
})

describe.concurrent('a page', () => {
  it(
    'begins at the anchor of its address, and never leads the reader back to it',
    visiting(async (page) => {
      await page.goto('/privacy-policy/20250701')
      const anchor = (await page.locator('main h2[id] a').nth(4).getAttribute('href')) ?? ''
      // Within the same document it would be a smooth scroll.
      await page.goto('about:blank')
      await page.goto(`/privacy-policy/20250701${anchor}`)
      await vi.waitFor(async () => expect(await restingPosition(page)).toBeGreaterThan(300), PATIENCE)
      const before = await scrollTo(page, (await restingPosition(page)) + 400)
      await page.keyboard.press('Shift')
      await settle(page)
      await expectView(page, before)
    }),
  )

  it(
    'of a board entry stays in place',
    visiting(async (page) => {
      await page.goto('/support/notice')
      await page.goto((await page.locator('tbody a').first().getAttribute('href')) ?? '')
      const before = await scrollTo(page, 200)
      await page.mouse.move(600, 300)
      await page.mouse.move(620, 320)
      await settle(page)
      await expectView(page, before)
    }),
  )

  it(
    'with a half-filled form keeps its place and its text',
    visiting(async (page) => {
      await page.goto('/support/request')
      await page.locator('[name=subject]').fill('제목')
      const before = await scrollTo(page, 500)
      await page.mouse.move(600, 300)
      await page.mouse.wheel(0, 10)
      await settle(page)
      await expectView(page, before, 10)
      expect(await page.locator('[name=subject]').inputValue()).toBe('제목')
    }),
  )

  it(
    'that the address names is shown after a reload and going back',
    visiting(async (page) => {
      await page.goto('/support/notice')
      await page.keyboard.press('Shift')
      await settle(page)
      await page.locator('nav a[href="/support/faq"]').filter({ visible: true }).first().click()
      await page.waitForURL('**/support/faq')
      await page.locator('main a[href^="/support/faq/"]').first().waitFor()
      await page.reload()
      await page.goBack()
      await page.waitForURL('**/support/notice')
      await page.locator('main a[href^="/support/notice/"]').first().waitFor({ timeout: 10_000 })
    }),
  )
})

describe.concurrent('home', () => {
  const blank = async (page: Page) => {
    const sections = await coloursOfSections(page, (await page.screenshot({ fullPage: true })).toString('base64'))
    expect(sections.length).toBeGreaterThanOrEqual(8)
    return sections.filter(({ colours }) => colours < 2)
  }

  it.each([390, 1280])(
    'keeps its height while it is scrolled through, and then shows every section, %i px wide',
    (width) =>
      visiting(
        async (page) => {
          await page.goto('/')
          const height = () => page.evaluate(() => document.documentElement.scrollHeight)
          const first = await height()
          await page.mouse.move(width / 2, 400)
          const heights = [first]
          for (let top = 0; top < first; top += 600) {
            await page.mouse.wheel(0, 600)
            await restingPosition(page)
            heights.push(await height())
          }
          expect(Math.max(...heights) / Math.min(...heights)).toBeLessThanOrEqual(1.01)
          // A full-page screenshot is drawn without a processor of graphics, which takes seconds on a wide page.
          if (width === 390) expect(await blank(page)).toEqual([])
        },
        { width, height: 800 },
      )(),
  )

  it(
    'shows every section on a full-page screenshot without being scrolled',
    visiting(
      async (page) => {
        await page.goto('/')
        expect(await blank(page)).toEqual([])
      },
      { width: 390, height: 800, context: { reducedMotion: 'no-preference' } },
    ),
  )
})
