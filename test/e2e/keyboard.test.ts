import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { TONES } from './support/axe-states'
import { brandOrigin } from './support/browser'
import { everyRoute, isBare, onePerKind } from './support/routes'
import { stopsBackwards, stopsForwards } from './support/stops'
import { useSite } from './support/site'

const site = useSite()

/** What stands above what came before it, in the same column, is read before it. */
const jumpsBack = (page: Page) =>
  page.evaluate(() => {
    const places = [
      ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)'),
    ]
      .filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !element.closest('dialog, [popover]'))
      // What floats over the page has no place in a column.
      .filter((element) => !/fixed|sticky/.test(getComputedStyle(element).position))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
    return places.flatMap(({ element, box }, index) => {
      const last = places[index - 1]
      return last && box.bottom <= last.box.top && box.left < last.box.right && box.right > last.box.left
        ? [`${element.outerHTML.slice(0, 80)} stands above ${last.element.outerHTML.slice(0, 80)}`]
        : []
    })
  })

/** These and the bare ones are looked at whole, of the others the content between header and footer. */
const WHOLE = TONES
/** The header of a wide window differs from that of a phone; that its colours leave the focus seen, a phone shows. */
const WHOLE_ON_A_DESK = ['/']

/** What is wrong with where the skip link leads, on a page that was just loaded. */
async function skipLinkFaults(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  const first = await page.evaluate(() => document.activeElement?.getAttribute('href'))
  if (first !== '#main') return [`the first stop leads to ${first}`]
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  await page.keyboard.press('Tab')
  const isPast = await page.evaluate(
    () => document.activeElement === document.body || document.activeElement?.closest('header') === null,
  )
  return isPast ? [] : ['the stop after the content is in the header']
}

describe.each([
  { language: 'ko', width: 360, height: 640, whole: WHOLE },
  { language: 'en', width: 1280, height: 600, whole: WHOLE_ON_A_DESK },
] as const)('with the keyboard alone, at $width px in $language', ({ language, width, height, whole }) => {
  const skipFaults: string[] = []
  const faults: string[] = []
  let count = 0

  // Some 500 key presses.
  beforeAll(async () => {
    const { page, complaints, close } = await site.open(language, { width, height, expected: /status of 404|^404 / })
    const decide = () =>
      page.context().addCookies([{ name: 'theme', value: 'dark', url: brandOrigin(site.origin, 'vcp-x') }])

    /** @param bothWays backwards too */
    async function walk(path: string, bothWays: boolean): Promise<string[]> {
      await page.goto(path)
      if (!isBare(path)) {
        skipFaults.push(...(await skipLinkFaults(page)).map((fault) => `${path}: ${fault}`))
        await hydrate(page)
      }
      const part = whole.some((each) => each === path) || isBare(path) ? 'body' : 'main'
      const forwards = await stopsForwards(page, part)
      const backwards = bothWays ? await stopsBackwards(page, forwards, part) : []
      count += forwards.length + backwards.length
      const found = [...forwards, ...backwards].flatMap((stop) => stop.faults)
      if (forwards.some(({ order }, index) => order < (forwards[index - 1]?.order ?? 0)))
        found.push('the order of the keyboard is not that of the document')
      if (bothWays && String(backwards.map(({ name }) => name).reverse()) !== String(forwards.map(({ name }) => name)))
        found.push(`backwards ${backwards.length} stops, forwards ${forwards.length}`)
      found.push(...(await jumpsBack(page)))
      return [...new Set(found)]
    }

    // The way back is the same at both widths; in the lower window more can be hidden.
    for (const path of ['/support/notice', '/support/request'])
      faults.push(...(await walk(path, width === 360)).map((fault) => `${path} with the banner: ${fault}`))
    await decide()
    for (const path of onePerKind(await everyRoute(site.origin)))
      faults.push(...(await walk(path, width === 360)).map((fault) => `${path}: ${fault}`))
    await close()
    faults.push(...complaints)
  }, 300_000)

  test('every stop of every page is seen, shows its focus and comes in reading order, both ways', () => {
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(250)
  })

  test('the first stop of every page in the layout leads past the header to the content', () =>
    expect(skipFaults).toEqual([]))
})

describe('with the keyboard', () => {
  test('the focus comes back from the drawer, the menu and the cookie settings to what opened them', async () => {
    const page = await site.visit('ko', { width: 360 })
    await page.goto('/support/notice')
    const hasFocus = (selector: string) =>
      expect.poll(() => page.locator(selector).evaluate((element) => element === document.activeElement)).toBe(true)
    for (const [opener, dialog] of [
      ['header [commandfor=drawer]', '#drawer'],
      ['section [data-cookie-settings]', '#cookie-settings'],
    ] as const) {
      await page.locator(opener).press('Enter')
      await page.locator(`${dialog}[open]`).waitFor()
      await page.keyboard.press('Escape')
      await hasFocus(opener)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('header [popovertarget]').press('Enter')
    await page.locator('header [popover]:popover-open').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await hasFocus('header [popovertarget]')
  })

  test('a page that the app shows in place takes the focus to its content and says its title, once', async () => {
    const page = await site.visit('en')
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const announcer = page.getByRole('status').last()
    expect(await announcer.textContent()).toBe('')
    for (const follow of [
      'main nav a[href="/support/faq"]',
      'main ul a[href^="/support/faq/"]',
      'footer a[href^="/privacy-policy"]',
    ]) {
      const href = (await page.locator(follow).first().getAttribute('href')) ?? ''
      await page.locator(follow).first().press('Enter')
      await page.waitForURL((url) => url.pathname === href)
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      await expect.poll(() => announcer.textContent()).toBe(await page.title())
      expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
    }
    await page.goBack()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('a chip keeps the focus, and a page of the list takes it to the list’s beginning', async () => {
    const page = await site.visit('ko')
    await page.goto('/support/notice')
    await hydrate(page)
    const chip = page.locator('main nav a[href*="category="]').first()
    await chip.press('Enter')
    await page.locator('main nav a[href*="category="][aria-current=true]').waitFor()
    await expect.poll(() => chip.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.goto('/support/notice')
    await hydrate(page)
    await page.locator('main nav a[href="/support/notice?page=2"]').first().press('Enter')
    await page.waitForURL('**/support/notice?page=2')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('an alert closed by its button gives the focus back to the field that failed', async () => {
    const page = await site.visit('en')
    await page.goto('/support/request')
    await hydrate(page)
    await page.locator('main form button[type=submit]').click()
    const toast = page.getByRole('alert')
    await toast.hover()
    await toast.locator('xpath=following-sibling::button').press('Enter')
    await toast.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_name')
  })
})
