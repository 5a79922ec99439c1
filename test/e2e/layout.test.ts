import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hydrate, restingPosition } from './support/arrival'
import type { VisitOptions } from './support/browser'
import { useSite } from './support/site'
import { resize } from './support/window'

const WORDS = {
  ko: { menu: '메뉴', close: '메뉴 닫기', support: '고객지원', faq: 'FAQ', skip: '본문 바로가기', top: '맨 위로' },
  en: {
    menu: 'Menu',
    close: 'Close menu',
    support: 'Support',
    faq: 'FAQ',
    skip: 'Skip to content',
    top: 'Back to top',
  },
} as const

const site = useSite()

async function on(
  path: string,
  { language, ...options }: VisitOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await site.visit(language, options)
  await page.goto(path)
  await look(page)
}

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
const heightOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().height)
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)

const PRIMARY = 'rgb(31, 94, 255)'
const WHITE = 'rgb(255, 255, 255)'
const SOFT = 'rgb(245, 246, 250)'

describe('the header', () => {
  test('is 56 px high at 360 px, and 80 at 1280', async () => {
    await on('/support/faq', { language: 'en' }, async (page) => {
      expect(await heightOf(page, 'header')).toBe(80)
      await resize(page, 360)
      expect(await heightOf(page, 'header')).toBe(56)
    })
  })

  test('is primary at home until the page moves, and white from then on', async () => {
    await on('/', { language: 'ko' }, async (page) => {
      expect(await styleOf(page, 'header', 'background-color')).toBe(PRIMARY)
      await scrollTo(page, 600)
      await expect.poll(() => styleOf(page, 'header', 'background-color')).toBe(WHITE)
      await scrollTo(page, 0)
      await expect.poll(() => styleOf(page, 'header', 'background-color')).toBe(PRIMARY)
    })
  })

  test('turns white in a browser without scroll timelines too, also after a walk through the app', async () => {
    const page = await site.visit('en', { context: { bypassCSP: true } })
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      // No browser knows a property of this name.
      await route.fulfill({ response, body: (await response.text()).replaceAll('animation-timeline', 'no-timeline') })
    })
    const colour = () => styleOf(page, 'header', 'background-color')
    await page.goto('/')
    expect(await colour()).toBe(PRIMARY)
    for (const top of [1, 600]) {
      await scrollTo(page, top)
      await expect.poll(colour).toBe(WHITE)
      expect(await styleOf(page, 'header a', 'color')).not.toBe(WHITE)
      await scrollTo(page, 0)
      await expect.poll(colour).toBe(PRIMARY)
    }
    await page.unrouteAll()
    await hydrate(page)
    await page.getByRole('contentinfo').getByRole('link').first().press('Enter')
    await page.waitForURL('**/privacy-policy/current')
    await page.getByRole('banner').getByRole('link').first().press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(colour).toBe(PRIMARY)
    // The app itself scrolls to the top of a page that it has walked to.
    await expect
      .poll(async () => {
        await scrollTo(page, 300)
        return colour()
      })
      .toBe(WHITE)
  })

  test('has its colour on each kind of page, and so has the space under it', async () => {
    const page = await site.visit('en')
    for (const [path, header, filler] of [
      ['/support/notice', SOFT, SOFT],
      ['/privacy-policy', WHITE, WHITE],
      ['/terms-of-service/20240617', WHITE, WHITE],
      ['/intro', WHITE, PRIMARY],
      ['/', PRIMARY, PRIMARY],
    ] as const) {
      await page.goto(path)
      expect([path, await styleOf(page, 'header', 'background-color')]).toEqual([path, header])
      expect([path, await styleOf(page, 'header + div', 'background-color')]).toEqual([path, filler])
    }
  })

  test('leads home and to the top by its logo, with the brand of the host', async () => {
    await on('/support/notice', { language: 'en', brand: 'partner-a' }, async (page) => {
      await page.getByRole('banner').getByRole('link', { name: 'GAON' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      expect(await styleOf(page, 'header', 'background-color')).toBe('rgb(11, 122, 91)')
    })
  })
})

describe('the logo', () => {
  const ROUTES = [
    '/',
    '/support/notice',
    '/support/faq',
    '/support/request',
    '/support/affiliate',
    '/support/data',
    '/privacy-policy/current',
    '/terms-of-service',
    '/cookies',
    '/intro',
  ]
  test.each([360, 1280])('scrolls to the top from half-way down every route at %i px, also smoothly', async (width) => {
    const page = await site.visit('ko', { width, context: { reducedMotion: 'no-preference' } })
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin }])
    for (const path of ROUTES) {
      await page.goto(path)
      await hydrate(page)
      await page.evaluate(() =>
        window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }),
      )
      await page.locator('header a').first().click()
      await page.waitForURL((url) => url.pathname === '/')
      await expect.poll(() => page.evaluate(() => scrollY), { timeout: 5000 }).toBe(0)
      expect([path, await restingPosition(page)]).toEqual([path, 0])
    }
  })
})

describe('the button back to the top', () => {
  const visible = (page: Page) =>
    page.evaluate(() => {
      const button = [...document.querySelectorAll('a[href="#top"]')].at(-1) as Element
      const { left, top, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && button.contains(hit)
    })

  test.each([
    { width: 360, javaScript: true },
    { width: 1280, javaScript: false },
  ])('comes after one screen and ends above the footer at $width px', async ({ width, javaScript }) => {
    const page = await site.visit('en', { width, javaScript })
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin }])
    await page.goto('/terms-of-service/current')
    for (const [top, shown] of [
      [0, false],
      [700, false],
      [1200, true],
      [3000, true],
    ] as const) {
      await scrollTo(page, top)
      expect([top, await visible(page)]).toEqual([top, shown])
    }
    await scrollTo(page, 1e6)
    const [button, footer] = await Promise.all([
      page.getByRole('link', { name: WORDS.en.top }).boundingBox(),
      page.getByRole('contentinfo').boundingBox(),
    ])
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
  })

  test('is there for the keyboard on a page without a second screen', async () => {
    const page = await site.visit('ko')
    await page.goto('/intro')
    expect(await visible(page)).toBe(false)
    await page.getByRole('link', { name: WORDS.ko.top }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await visible(page)).toBe(true)
  })
})

test('on a low window neither header nor cookie banner covers the page', async () => {
  const page = await site.visit('en', { width: 320, height: 256 })
  for (const path of ['/', '/support/notice', '/support/request', '/privacy-policy/current']) {
    await page.goto(path)
    await scrollTo(page, 700)
    const parts = await page.evaluate(() =>
      [4, innerHeight / 2, innerHeight - 4].map((y) => document.elementFromPoint(20, y)?.closest('main')?.tagName),
    )
    expect([path, parts]).toEqual([path, ['MAIN', 'MAIN', 'MAIN']])
  }
})

test('a table of the policy has all its columns on a phone, and words are whole', async () => {
  const page = await site.visit('en', { width: 360 })
  await page.goto('/privacy-policy/20250701')
  const outside = await page.locator('article td').evaluateAll(
    (cells) =>
      cells.filter((cell) => {
        const { left, right, width } = cell.getBoundingClientRect()
        return left < 0 || right > innerWidth || width < 280
      }).length,
  )
  expect([outside, await page.getByRole('columnheader', { name: 'Period' }).count()]).toEqual([0, 1])
  const name = await page
    .getByRole('row', { name: 'Inquiries by telephone' })
    .last()
    .getByRole('cell')
    .last()
    .evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(name).toContain('Period')
})

test('an entry and its neighbours stand in one column', async () => {
  const page = await site.visit('ko')
  await page.goto('/support/notice')
  await page.locator('main tbody a').nth(2).click()
  await page.getByRole('article').waitFor()
  const edges = await Promise.all(
    [page.getByRole('article'), page.locator('main nav').last()].map(async (part) => {
      const box = await part.boundingBox()
      return [box?.x, box?.width]
    }),
  )
  expect(edges[0]).toEqual(edges[1])
})

test.each(['ko', 'en'] as const)(
  'what is always allowed stands beside its name on a phone, in %s',
  async (language) => {
    const page = await site.visit(language, { width: 360 })
    await page.goto('/support/data')
    await page.locator('[data-cookie-settings]').click()
    const [name, state] = await page
      .getByRole('dialog')
      .locator('summary')
      .first()
      .locator('span')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      )
    expect(Math.abs((name ?? 0) - (state ?? 99))).toBeLessThan(2)
  },
)

describe('the tabs of support', () => {
  test.each([true, false])(
    'show the current one, and that there are more, on a phone; with scripts: %s',
    async (javaScript) => {
      for (const language of ['ko', 'en'] as const) {
        const page = await site.visit(language, { width: 360, javaScript })
        for (const path of ['notice', 'faq', 'request', 'affiliate', 'data']) {
          await page.goto(`/support/${path}`)
          if (javaScript) await hydrate(page)
          const bar = page.getByRole('navigation', { name: WORDS[language].support })
          const [tabs, tab] = await Promise.all([bar.boundingBox(), bar.locator('[aria-current=page]').boundingBox()])
          expect(tab?.x).toBeGreaterThanOrEqual(tabs?.x ?? 0)
          // As far from the edge as the text of the page.
          const gutter = (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0
          expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual((tabs?.x ?? 0) + (tabs?.width ?? 0) - gutter)
        }
      }
    },
  )
})

describe.each([
  { name: 'with scripts, in Korean', javaScript: true, language: 'ko' },
  { name: 'without scripts, in English', javaScript: false, language: 'en' },
] as const)('$name', ({ javaScript, language }) => {
  const words = WORDS[language]

  test('the drawer opens with the support group, keeps the focus, and closes by Escape, button and choice', async () => {
    await on('/support/notice', { language, javaScript, width: 360, height: 740 }, async (page) => {
      const opener = page.getByRole('button', { name: words.menu, exact: true })
      const drawer = page.getByRole('dialog', { name: words.menu })
      await opener.click()
      await drawer.waitFor()
      expect((await drawer.boundingBox())?.width).toBe(360)
      expect(await drawer.getByRole('link').count()).toBe(6)
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        // The platform lets the focus out to the browser's own bars, never to the page behind.
        expect(
          await page.evaluate(
            () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
          ),
        ).toBe(true)
      }
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
      await opener.click()
      await page.getByRole('button', { name: words.close }).click()
      await drawer.waitFor({ state: 'hidden' })
      await opener.click()
      await drawer.getByRole('link', { name: words.faq }).click()
      await page.waitForURL((url) => url.pathname === '/support/faq')
      await drawer.waitFor({ state: 'hidden' })
    })
  })

  test('the menu of the header opens, closes by Escape, and leads on', async () => {
    await on('/support/data', { language, javaScript }, async (page) => {
      const opener = page.getByRole('button', { name: words.support, exact: true })
      const entry = page.getByRole('banner').getByRole('link', { name: words.faq })
      await opener.click()
      await entry.waitFor()
      await page.keyboard.press('Escape')
      await entry.waitFor({ state: 'hidden' })
      await opener.press('Enter')
      await entry.click()
      await page.waitForURL((url) => url.pathname === '/support/faq')
      await entry.waitFor({ state: 'hidden' })
    })
  })

  test('the first stop of the keyboard skips to the content, and a button leads back to the top', async () => {
    await on('/privacy-policy/20240617', { language, javaScript }, async (page) => {
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: words.skip })
      expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      await scrollTo(page, 2000)
      await page.getByRole('link', { name: words.top }).click()
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    })
  })
})

describe('the measures of the spec hold', () => {
  test('buttons are 36 px high, inputs 36 to 38 with 5 to 6 px of radius', async () => {
    await on('/support/request', { language: 'en' }, async (page) => {
      for (const button of ['main button[type=submit]', 'main select + button, label[for] ~ button, main button'])
        expect([button, await heightOf(page, button)]).toEqual([button, 36])
      for (const field of [
        'input[name=user_name]',
        'input[name=inquiry_mail]',
        'select[name=country_code]',
        'select[name=inquiry_type]',
        'input[name=subject]',
      ]) {
        expect(await heightOf(page, field)).toBeGreaterThanOrEqual(36)
        expect(await heightOf(page, field)).toBeLessThanOrEqual(38)
        expect(['5px', '6px']).toContain(await styleOf(page, field, 'border-top-left-radius'))
      }
    })
  })

  test('a table has rows of 47 px and a header of 40, a menu items of 31', async () => {
    await on('/support/notice', { language: 'en' }, async (page) => {
      expect(await heightOf(page, 'thead tr')).toBeCloseTo(40, 0)
      expect(await heightOf(page, 'tbody tr')).toBeCloseTo(47, 0)
      await page.getByRole('button', { name: 'Support', exact: true }).click()
      expect(await heightOf(page, '[popover] a')).toBe(31)
      expect(await heightOf(page, 'header nav button')).toBe(36)
      await page.goto('/support/faq')
      expect(await heightOf(page, 'main li > a[href^="/support/faq/"]')).toBeCloseTo(47, 0)
    })
  })
})
