import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { registry } from '../../functions/brand/registry'
import en from '../../app/i18n/en/home.json'
import enReport from '../../app/i18n/en/report.json'
import ko from '../../app/i18n/ko/home.json'
import koReport from '../../app/i18n/ko/report.json'
import { arrive, restingPosition } from './support/arrival'
import { axeFindings } from './support/axe'
import { LANGUAGES } from './support/browser'
import { FAILED_REQUESTS, useSite } from './support/site'

const TEXTS = { ko, en }
const REPORTS = { ko: koReport, en: enReport }
const SECTIONS = ['challenges', 'pains', 'service', 'features', 'partners', 'banner', 'inquiry', 'shortcuts']

const site = useSite()

describe.each(LANGUAGES)('the home page in %s', (language) => {
  it('has one h1, and every section under a heading of its own', async () => {
    const page = await site.visit(language)
    await arrive(page, '/')
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.locator('main section h2').evaluateAll((titles) => titles.map(({ id }) => id))).toEqual(
      SECTIONS.map((id) => `${id}-title`),
    )
    const levels = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((titles) => titles.map(({ tagName }) => Number(tagName[1])))
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  it('leads to both forms, the portal, four partners and the five support sections, without a script', async () => {
    const page = await site.visit(language, { javaScript: false })
    const { hero } = TEXTS[language]
    for (const [name, path] of [
      [hero.request, '/support/request'],
      [hero.affiliate, '/support/affiliate'],
    ] as const) {
      await page.goto('/')
      await page.locator('main section').first().getByRole('link', { name, exact: true }).click()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await page.goto('/')
    const origin = await page
      .getByRole('link', { name: hero.portal })
      .evaluate((link: HTMLAnchorElement) => link.origin)
    expect(origin).not.toBe(site.origin)
    const partners = await page
      .locator('#partners a')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ rel, origin }) => ({ rel, origin })))
    expect(partners).toHaveLength(4)
    for (const partner of partners) {
      expect(partner.rel).toBe('noopener')
      expect(partner.origin).not.toBe(site.origin)
    }
    const shortcuts = await page
      .locator('#shortcuts a')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ pathname }) => pathname))
    expect(shortcuts).toEqual(['notice', 'faq', 'request', 'affiliate', 'data'].map((name) => `/support/${name}`))
  })

  it('shows what the registry can prove, and a sample report that opens without a script', async () => {
    const page = await site.visit(language, { javaScript: false, brand: 'partner-b' })
    const { proof, features } = TEXTS[language]
    const entered = registry.partners.find(({ id }) => id === 'partner-b')?.proof
    await page.goto('/')
    expect(await page.locator('#proof h3').allTextContents()).toEqual([proof.customers, proof.method, proof.security])
    expect(entered?.customers).toHaveLength(3)
    for (const { name } of entered?.customers ?? []) await page.locator('#proof').getByText(name[language]).waitFor()
    await page
      .locator('#inquiry')
      .getByText(entered?.answer?.[language] ?? 'nothing')
      .waitFor()
    await page.getByRole('link', { name: features.report }).click()
    await page.waitForURL('**/sample-report')
    await page.getByRole('heading', { level: 1, name: REPORTS[language].title }).waitFor()
    expect(await page.getByRole('table').count()).toBe(4)
    // The stages of the drawings on the home page add up.
    const amounts = (await page.locator('table').first().locator('td:nth-of-type(1)').allTextContents()).map(Number)
    const total = amounts.pop()
    expect(amounts).toHaveLength(4)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(total ?? 0, 5)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  })

  it('names both sides of the pairs where the visitor reads first', async () => {
    const page = await site.visit(language, { width: 1280, height: 800 })
    await page.goto('/')
    const { before, after } = TEXTS[language].pains
    for (const name of [before, after]) {
      const box = await page
        .locator('#pains li')
        .first()
        .getByText(name.replace('{{brand}}', 'VCP-X'), { exact: true })
        .boundingBox()
      expect(box?.width).toBeGreaterThan(20)
    }
  })

  // With scripts every-page.test.ts looks at the narrowest window and at larger text.
  it('fits a window 360, 768 and 1280 px wide without a script', async () => {
    const page = await site.visit(language, { javaScript: false, height: 800 })
    await page.goto('/')
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      // Of the form's fields too: a browser's own file input must not stick out of its box.
      const beyond = await page
        .locator('main :is(p, h1, h2, h3, dd, input, select, textarea, a, li)')
        .evaluateAll(
          (parts, right) =>
            parts
              .filter((part) => part.getBoundingClientRect().right > right + 0.5)
              .map((part) => part.outerHTML.slice(0, 120)),
          width,
        )
      expect(beyond).toEqual([])
    }
  })
})

describe('what the registry can prove', () => {
  it('has no accessibility violations on the sample report', async () => {
    const page = await site.visit('ko', { brand: 'partner-b' })
    await page.goto('/sample-report')
    expect(await axeFindings(page)).toEqual([])
  })

  it('is not shown for a brand whose registry says nothing', async () => {
    const page = await site.visit('ko', { brand: 'partner-a', expected: FAILED_REQUESTS })
    await page.goto('/')
    expect(await page.locator('#proof, a[href^="/sample-report"]').count()).toBe(0)
    expect((await page.goto('/sample-report'))?.status()).toBe(404)
  })
})

describe('a section far down', () => {
  const phone = { width: 360, height: 740 }

  it.each(['its address', 'a link'])('is found by %s', async (way) => {
    const page = await site.visit('ko', phone)
    if (way === 'a link') {
      await page.goto('/')
      await page
        .locator('a[href$="#inquiry"]')
        .first()
        .evaluate((link: HTMLAnchorElement) => link.click())
    } else {
      await page.goto('/#inquiry')
    }
    const top = () => page.locator('#inquiry').evaluate((section) => section.getBoundingClientRect().top)
    await expect.poll(async () => Math.abs(await top())).toBeLessThan(120)
  })
})

describe('a section that fades in', () => {
  const moving = { context: { reducedMotion: 'no-preference' } } as const
  const part = (page: Page) => page.locator('#service [data-direction]')
  const opacity = (page: Page) => part(page).evaluate((element) => Number(getComputedStyle(element).opacity))
  /** How many fades of it run. */
  const fades = (page: Page) => part(page).evaluate((element) => element.getAnimations().length)
  const scrollToPart = (page: Page, block: 'start' | 'end') =>
    part(page).evaluate((element, at) => element.scrollIntoView({ block: at, behavior: 'instant' }), block)

  it('begins invisible as it enters, comes in once, and stays, up and down again', async () => {
    const page = await site.visit('ko', moving)
    await page.goto('/')
    const shown = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const element = document.querySelector('#service [data-direction]') as Element
          const seen: number[] = []
          const look = () => {
            const { top } = element.getBoundingClientRect()
            if (top < innerHeight) seen.push(Number(getComputedStyle(element).opacity))
            if (seen.at(-1) === 1) resolve(seen)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    await scrollToPart(page, 'start')
    const seen = await shown
    expect(seen[0]).toBe(0)
    expect(seen.some((each) => each > 0 && each < 1)).toBe(true)
    for (const block of ['start', 'end', 'start'] as const) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await restingPosition(page)
      expect([await opacity(page), await fades(page)]).toEqual([1, 0])
      await scrollToPart(page, block)
      await restingPosition(page)
      expect([await opacity(page), await fades(page)]).toEqual([1, 0])
    }
  })

  it('is there above the window, for a visitor who has jumped past it', async () => {
    const page = await site.visit('ko', moving)
    await page.goto('/')
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect.poll(() => opacity(page)).toBe(1)
    await scrollToPart(page, 'end')
    await restingPosition(page)
    expect(await opacity(page)).toBe(1)
  })

  it('is visible at once for a visitor who prefers no motion, without scripts, in print, and to a capture of the full page', async () => {
    const calm = await site.visit('ko')
    await calm.goto('/')
    await scrollToPart(calm, 'end')
    expect([await opacity(calm), await fades(calm)]).toEqual([1, 0])
    const scriptless = await site.visit('ko', { ...moving, javaScript: false })
    await scriptless.goto('/')
    await part(scriptless).scrollIntoViewIfNeeded()
    expect(await opacity(scriptless)).toBe(1)
    const printed = await site.visit('ko', moving)
    await printed.goto('/')
    // Below the window, as a capture shows it.
    expect(await opacity(printed)).toBe(1)
    await scrollToPart(printed, 'end')
    await printed.emulateMedia({ media: 'print' })
    expect(await opacity(printed)).toBe(1)
  })
})
