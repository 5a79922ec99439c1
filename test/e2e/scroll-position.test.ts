import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openBrowser, visit, type Visit } from './support/browser'

/*
 * Hydration is no route change: whatever a visitor does first, the page stays where they have scrolled it. Motion is allowed here,
 * so that a smooth scroll is seen as one.
 */
const HALF_WAY = 900
/** The interface's font comes after the first paint and may move what stands far down by a line. */
const NEAR = 40
const WINDOW = { width: 1280, height: 600 }

const PAGES = [
  { page: 'home', path: '/' },
  { page: 'a list', path: '/support/notice' },
  { page: 'a legal text', path: '/privacy-policy/20250701' },
  { page: 'a form', path: '/support/request' },
]

/** What a person does first on a page. Each may scroll, none of them far. */
const GESTURES: Record<string, (page: Page) => Promise<void>> = {
  'moves the mouse': async (page) => {
    await page.mouse.move(600, 300)
    await page.mouse.move(620, 320)
  },
  'turns the wheel': async (page) => {
    await page.mouse.move(600, 300)
    await page.mouse.wheel(0, 60)
  },
  'presses a key': (page) => page.keyboard.press('Shift'),
  'touches the page': (page) => page.touchscreen.tap(640, 300),
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const enter = (): Promise<Visit> =>
  visit(browser, inject('origin'), {
    language: 'ko',
    ...WINDOW,
    context: { reducedMotion: 'no-preference', hasTouch: true },
  })

const position = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** Scrolls at once, as the browser itself does after a reload; gives where the page then is. */
async function scrollTo(page: Page, top: number): Promise<number> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  return position(page)
}

const isHydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )

/** Waits for what hydration sets off, and for a smooth scroll if there is one. */
async function settle(page: Page): Promise<void> {
  await isHydrated(page)
  await page.waitForTimeout(700)
}

async function leave({ complaints, close }: Visit): Promise<void> {
  expect(complaints).toEqual([])
  await close()
}

describe.each(PAGES)('on $page', ({ path }) => {
  it.each(Object.entries(GESTURES))('a reader half-way down who %s stays there', async (_name, gesture) => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto(path)
    const from = await scrollTo(page, HALF_WAY)
    await gesture(page)
    await settle(page)
    expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(150)
    await leave(visitor)
  })

  it('a reader who turns the wheel at once gets as far as the wheel goes', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('main').waitFor()
    await page.mouse.move(600, 300)
    for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(0, 100)
    await settle(page)
    expect(await position(page)).toBeGreaterThan(450)
    await leave(visitor)
  })

  it('a reload keeps the place, before hydration and after it', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto(path)
    const from = await scrollTo(page, HALF_WAY)
    await page.reload()
    expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
    await page.keyboard.press('Shift')
    await settle(page)
    expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
    await page.reload()
    await page.keyboard.press('Shift')
    await settle(page)
    expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
    await leave(visitor)
  })

  it('going back leads to the place that was left, walked within the app or not', async () => {
    const visitor = await enter()
    const { page } = visitor
    await page.goto(path)
    const from = await scrollTo(page, HALF_WAY)
    await page.goto('/terms-of-service')
    await page.goBack()
    await page.locator('main').waitFor()
    await page.keyboard.press('Shift')
    await settle(page)
    expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)

    const link = page.locator('footer a[href="/terms-of-service/current"]')
    await link.evaluate((element: HTMLElement) => element.click())
    await page.waitForURL('**/terms-of-service/current')
    await expect.poll(() => position(page)).toBeLessThanOrEqual(NEAR)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === path)
    await expect.poll(async () => Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
    await leave(visitor)
  })
})

it('an anchor in the address is where the page begins, and nobody is led back to it', async () => {
  const visitor = await enter()
  const { page } = visitor
  await page.goto('/privacy-policy/20250701')
  const anchor = (await page.locator('main h2[id] a').nth(4).getAttribute('href')) ?? ''
  // To the same document it would be a smooth scroll.
  await page.goto('about:blank')
  await page.goto(`/privacy-policy/20250701${anchor}`)
  await expect.poll(() => position(page)).toBeGreaterThan(300)
  // The browser scrolls smoothly to an anchor on load.
  await page.waitForTimeout(1500)
  const from = await scrollTo(page, (await position(page)) + 400)
  await page.keyboard.press('Shift')
  await settle(page)
  expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
  await leave(visitor)
})

it('an entry of the board stays in place too', async () => {
  const visitor = await enter()
  const { page } = visitor
  await page.goto('/support/notice')
  const entry = (await page.locator('tbody a').first().getAttribute('href')) ?? ''
  await page.goto(entry)
  const from = await scrollTo(page, 200)
  expect(from).toBeGreaterThan(50)
  await page.mouse.move(600, 300)
  await page.mouse.move(620, 320)
  await settle(page)
  expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
  await leave(visitor)
})

it('a form half filled in keeps its place and its text', async () => {
  const visitor = await enter()
  const { page } = visitor
  await page.goto('/support/request')
  await page.locator('[name=subject]').fill('제목')
  const from = await scrollTo(page, 500)
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 10)
  await settle(page)
  expect(Math.abs((await position(page)) - from)).toBeLessThanOrEqual(NEAR)
  expect(await page.locator('[name=subject]').inputValue()).toBe('제목')
  await leave(visitor)
})

it.each([390, 1280])('home keeps its height while it is scrolled through, %i px wide', async (width) => {
  const visitor = await visit(browser, inject('origin'), {
    language: 'ko',
    width,
    height: 800,
    context: { reducedMotion: 'no-preference' },
  })
  const { page } = visitor
  await page.goto('/')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const first = await height()
  await page.mouse.move(width / 2, 400)
  const heights = [first]
  for (let top = 0; top < first; top += 600) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(80)
    heights.push(await height())
  }
  expect(Math.max(...heights) / Math.min(...heights)).toBeLessThanOrEqual(1.01)
  await leave(visitor)
})

it('going back after a reload shows the page that the address names', async () => {
  const visitor = await enter()
  const { page } = visitor
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
  await leave(visitor)
})
