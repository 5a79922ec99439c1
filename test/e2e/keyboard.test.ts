import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hydrate } from './support/arrival'
import { brandOrigin, LANGUAGES } from './support/browser'
import { everyRoute, isBare, onePerKind } from './support/routes'
import { stops } from './support/stops'
import { useSite } from './support/site'

const site = useSite()
let routes: string[]
beforeAll(async () => {
  routes = onePerKind(await everyRoute(site.origin))
})

/** What stands above what came before it, in the same column, is read before it. */
const jumpsBack = (page: Page) =>
  page.evaluate(() => {
    const places = [
      ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)'),
    ]
      .filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !element.closest('dialog, [popover]'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
    return places.flatMap(({ element, box }, index) => {
      const last = places[index - 1]
      return last && box.bottom <= last.box.top && box.left < last.box.right && box.right > last.box.left
        ? [`${element.outerHTML.slice(0, 80)} stands above ${last.element.outerHTML.slice(0, 80)}`]
        : []
    })
  })

describe.each([
  { language: 'ko', width: 360, height: 640 },
  { language: 'en', width: 1280, height: 600 },
] as const)('with the keyboard alone, at $width px in $language', ({ language, width, height }) => {
  // Some 1,500 key presses.
  test(
    'every stop of every page is seen, shows its focus and comes in reading order, both ways',
    { timeout: 300_000 },
    async () => {
      const page = await site.visit(language, {
        width,
        height,
        expected: /status of 404|^404 /,
      })
      const faults: string[] = []
      let count = 0
      for (const decided of [true, false]) {
        if (decided)
          await page.context().addCookies([{ name: 'theme', value: 'dark', url: brandOrigin(site.origin, 'vcp-x') }])
        else await page.context().clearCookies()
        for (const path of decided ? routes : ['/support/notice', '/support/request']) {
          await page.goto(path)
          if (!isBare(path)) await hydrate(page)
          const { forwards, backwards } = await stops(page)
          count += forwards.length + backwards.length
          const found = [...forwards, ...backwards].flatMap((stop) => stop.faults)
          if (forwards.some(({ order }, index) => order < (forwards[index - 1]?.order ?? 0)))
            found.push('the order of the keyboard is not that of the document')
          if (String(backwards.map(({ name }) => name).reverse()) !== String(forwards.map(({ name }) => name)))
            found.push(`backwards ${backwards.length} stops, forwards ${forwards.length}`)
          found.push(...(await jumpsBack(page)))
          faults.push(...[...new Set(found)].map((fault) => `${path}${decided ? '' : ' with the banner'}: ${fault}`))
        }
      }
      expect(faults).toEqual([])
      expect(count).toBeGreaterThan(400)
    },
  )
})

describe.each(LANGUAGES)('in %s', (language) => {
  test('the first stop of every page in the layout leads past the header to the content', async () => {
    const page = await site.visit(language)
    for (const path of routes.filter((route) => !isBare(route))) {
      await page.goto(path)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('href')), path).toBe('#main')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('header') === null,
        ),
        path,
      ).toBe(true)
    }
  })

  test('the focus comes back from the drawer, the menu and the cookie settings to what opened them', async () => {
    const page = await site.visit(language, { width: 360 })
    await page.goto('/support/notice')
    const hasFocus = (selector: string) =>
      expect.poll(() => page.locator(selector).evaluate((element) => element === document.activeElement)).toBe(true)
    for (const [opener, dialog] of [
      ['header [commandfor=drawer]', '#drawer'],
      ['section [commandfor=cookie-settings]', '#cookie-settings'],
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
    const page = await site.visit(language)
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const said = page.locator('p[role=status].visually-hidden').last()
    expect(await said.textContent()).toBe('')
    for (const follow of [
      'main nav a[href="/support/faq"]',
      'main ul a[href^="/support/faq/"]',
      'footer a[href^="/privacy-policy"]',
    ]) {
      const href = (await page.locator(follow).first().getAttribute('href')) ?? ''
      await page.locator(follow).first().press('Enter')
      await page.waitForURL((url) => url.pathname === href)
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      await expect.poll(() => said.textContent()).toBe(await page.title())
      expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
    }
    await page.goBack()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('a chip keeps the focus, and a page of the list takes it to the list’s beginning', async () => {
    const page = await site.visit(language)
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
    const page = await site.visit(language)
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
