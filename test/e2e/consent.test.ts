import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import enBanner from '../../app/i18n/en/consent.json'
import enSettings from '../../app/i18n/en/consent.json'
import koBanner from '../../app/i18n/ko/consent.json'
import koSettings from '../../app/i18n/ko/consent.json'
import { hydrate, hydrated } from './support/arrival'
import type { Language } from './support/browser'
import { useSite } from './support/site'

const TEXTS = { ko: { ...koBanner, ...koSettings }, en: { ...enBanner, ...enSettings } }
const PAGE = '/terms-of-service'
const NEXT_PAGE = '/privacy-policy/20240617'
const YEAR_DAYS = 365

const site = useSite()

const banner = (page: Page, language: Language) => page.getByRole('region', { name: TEXTS[language].heading })
const dialog = (page: Page, language: Language) =>
  page.getByRole('dialog', { name: TEXTS[language]['settings-heading'] })
const press = async (
  page: Page,
  language: Language,
  where: 'banner' | 'dialog',
  name: keyof typeof TEXTS.en & string,
) => {
  const place = where === 'banner' ? banner(page, language) : dialog(page, language)
  await place.getByRole('button', { name: TEXTS[language][name] as string, exact: true }).click()
}
/** Names of the consent's cookies, each with what the spec says of it checked. */
async function decided(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'theme' || name === 'timestamp')
  for (const { name, value, path, sameSite, expires } of cookies) {
    if (name === 'theme') expect(value).toBe('dark')
    else expect(Math.abs(Date.now() - Number(value))).toBeLessThan(120_000)
    expect([path, sameSite, Math.round((expires - Date.now() / 1000) / 86_400)]).toEqual(['/', 'Lax', YEAR_DAYS])
  }
  return cookies.map(({ name }) => name).sort()
}

async function arriveAt(language: Language, javaScript: boolean): Promise<Page> {
  const page = await site.visit(language, { javaScript })
  await page.goto(PAGE)
  await banner(page, language).waitFor()
  expect(await decided(page)).toEqual([])
  return page
}
/** The banner's absence, here and on the next page, and the cookies behind it. */
async function isGone(page: Page, language: Language, cookies: string[]): Promise<void> {
  await banner(page, language).waitFor({ state: 'hidden' })
  expect(await dialog(page, language).isVisible()).toBe(false)
  await expect.poll(() => decided(page)).toEqual(cookies)
  await page.goto(NEXT_PAGE)
  expect(await banner(page, language).isVisible()).toBe(false)
}
const settings = (page: Page, language: Language) =>
  banner(page, language).getByRole('link', { name: TEXTS[language].settings, exact: true })

describe('the cookie banner', () => {
  test.each([360, 1280])('is walked through by keyboard without moving the page, %i px wide', async (width) => {
    const page = await site.visit('ko', { isFirst: true })
    await page.setViewportSize({ width, height: 740 })
    await page.goto(PAGE)
    const inBanner = () =>
      banner(page, 'ko').evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement !== null,
      )
    const places: number[] = []
    await page.keyboard.press('Tab')
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press('Tab')
      if (!(await inBanner())) break
      await page.waitForTimeout(100)
      places.push(await page.evaluate(() => scrollY))
    }
    expect(places.length).toBeGreaterThan(2)
    expect(new Set(places)).toEqual(new Set([0]))
  })

  describe.each([
    { name: 'with scripts, in English', javaScriptEnabled: true, language: 'en' },
    { name: 'without scripts, in Korean', javaScriptEnabled: false, language: 'ko' },
  ] as const)('$name', ({ javaScriptEnabled, language }) => {
    const arrive = () => arriveAt(language, javaScriptEnabled)

    test('Accept sets both cookies and hides the banner', async () => {
      const page = await arrive()
      await press(page, language, 'banner', 'accept')
      await isGone(page, language, ['theme', 'timestamp'])
    })

    test('Reject sets theme alone and hides the banner', async () => {
      const page = await arrive()
      await press(page, language, 'banner', 'reject')
      await isGone(page, language, ['theme'])
    })

    test('the footer leads to the settings, where a consent is shown and can be withdrawn', async () => {
      const page = await arrive()
      await press(page, language, 'banner', 'accept')
      await expect.poll(() => decided(page)).toEqual(['theme', 'timestamp'])
      await page.goto(NEXT_PAGE)
      await page.getByRole('contentinfo').getByRole('link', { name: TEXTS[language]['settings-heading'] }).click()
      await page.getByRole('heading', { level: 1, name: TEXTS[language]['settings-heading'] }).waitFor()
      const main = page.getByRole('main')
      await main.getByText(TEXTS[language]['page-decided']).waitFor()
      expect(await main.getByRole('switch').isChecked()).toBe(true)
      await main.getByRole('switch').uncheck()
      const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await main.getByRole('button', { name: TEXTS[language].save, exact: true }).click()
      expect((await saved).status()).toBe(303)
      await expect.poll(() => decided(page)).toEqual(['theme'])
      await page.waitForURL('**/cookies')
      expect(await main.getByRole('switch').isChecked()).toBe(false)
    })
  })

  // What follows does not depend on the words.
  const language = 'ko'

  test('without scripts Settings leads to the page of the settings, by the keyboard too', async () => {
    const page = await arriveAt(language, false)
    expect(await page.getByRole('button', { name: TEXTS[language].settings, exact: true }).count()).toBe(0)
    await settings(page, language).press('Enter')
    await page.waitForURL('**/cookies')
    const main = page.getByRole('main')
    expect(await main.getByRole('switch').isChecked()).toBe(false)
    await main.getByRole('switch').check()
    await main.getByRole('button', { name: TEXTS[language].save, exact: true }).click()
    await main.getByText(TEXTS[language]['page-decided']).waitFor()
    await isGone(page, language, ['theme', 'timestamp'])
  })

  test('Settings opens a dialog whose toggle is off; Save keeps it so', async () => {
    const page = await arriveAt(language, true)
    await settings(page, language).click()
    expect(await dialog(page, language).getByRole('switch').isChecked()).toBe(false)
    expect(await dialog(page, language).getByText(TEXTS[language]['always-allowed']).isVisible()).toBe(true)
    await dialog(page, language).getByText(TEXTS[language].essential, { exact: true }).click()
    await dialog(page, language).getByText(TEXTS[language]['essential-text']).waitFor()
    await press(page, language, 'dialog', 'save')
    await isGone(page, language, ['theme'])
  })

  test('Save with the toggle on sets both cookies', async () => {
    const page = await arriveAt(language, true)
    await settings(page, language).click()
    await dialog(page, language).getByRole('switch').check()
    await press(page, language, 'dialog', 'save')
    await isGone(page, language, ['theme', 'timestamp'])
  })

  test('the X sets theme', async () => {
    const page = await arriveAt(language, true)
    await settings(page, language).click()
    await press(page, language, 'dialog', 'close')
    await dialog(page, language).waitFor({ state: 'hidden' })
    await expect.poll(() => decided(page)).toEqual(['theme'])
    expect(await banner(page, language).isVisible()).toBe(true)
    await page.goto(NEXT_PAGE)
    expect(await banner(page, language).isVisible()).toBe(false)
  })

  test('gets its cookies from the edge, never from a script', async () => {
    const page = await site.visit(language)
    await page.addInitScript(() => {
      const { set, get } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {}
      Object.defineProperty(Document.prototype, 'cookie', {
        get,
        set(value: string) {
          Object.assign(window, { written: value })
          set?.call(this, value)
        },
      })
    })
    await page.goto(PAGE)
    await press(page, language, 'banner', 'accept')
    await expect.poll(() => decided(page)).toEqual(['theme', 'timestamp'])
    const other = 'en'
    await page.locator('footer select').selectOption(other)
    await page.waitForFunction((locale) => document.documentElement.lang === locale, other)
    const chosen = (await page.context().cookies()).find(({ name }) => name === 'i18next')
    expect(chosen).toMatchObject({ value: other, path: '/', sameSite: 'Lax' })
    expect(Math.round(((chosen?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(YEAR_DAYS)
    expect(await page.evaluate('window.written')).toBeUndefined()
  })

  test('does not forget the language chosen where the cookie is gone and the local storage remembers', async () => {
    const page = await site.visit(language)
    await page.goto(PAGE)
    const other = 'en'
    await page.locator('footer select').selectOption(other)
    await page.waitForFunction((locale) => document.documentElement.lang === locale, other)
    await page.context().clearCookies()
    await page.goto(PAGE)
    await page.waitForFunction((locale) => document.documentElement.lang === locale, other)
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).toContain('i18next')
  })

  test.each([
    ['?lng=fr', '', { local: 'en' }],
    ['?lng=fr', '', { local: 'EN-US' }],
    ['', 'i18next=fr', { local: 'en' }],
    ['', '', { local: 'fr', session: 'en-GB' }],
    ['', 'i18next=KO-KR', { local: 'en', stays: true }],
    ['', '', { local: 'english', stays: true }],
  ])(
    'a language that is not supported is passed over: address %s, cookie %s, storages %o',
    async (query, cookie, storages) => {
      const { local, session, stays } = storages as { local: string; session?: string; stays?: boolean }
      const page = await site.visit(language)
      await page.goto('/intro')
      await page.evaluate(
        ([first, second]) => {
          localStorage.setItem('i18nextLng', first ?? '')
          if (second) sessionStorage.setItem('i18nextLng', second)
        },
        [local, session],
      )
      const [name = '', value = ''] = cookie.split('=')
      await page.context().clearCookies()
      if (cookie) await page.context().addCookies([{ name, value, url: site.origin }])
      await page.goto(`/intro${query}`)
      if (stays) await page.waitForTimeout(500)
      else await page.waitForFunction(() => document.documentElement.lang === 'en')
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(stays ? 'ko' : 'en')
    },
  )

  test('stays for the page where the X was pressed, and is gone when the app shows the next', async () => {
    const page = await site.visit(language)
    await page.goto(PAGE)
    await settings(page, language).click()
    await press(page, language, 'dialog', 'close')
    expect(await banner(page, language).isVisible()).toBe(true)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await page.getByRole('contentinfo').getByRole('link').first().hover()
    await hydrated(page)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await page.waitForURL('**/privacy-policy/current')
    await banner(page, language).waitFor({ state: 'hidden' })
  })

  test('does not take the focus, hide the page end or cover what gets the focus', async () => {
    const page = await site.visit(language, { width: 360, height: 640 })
    await page.goto(PAGE)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    const covered = await page.evaluate(() => {
      const region = document.querySelector('section[aria-labelledby="consent-heading"]')
      const found: string[] = []
      for (const element of document.querySelectorAll<HTMLElement>(
        'main a, main summary, footer a, footer button, footer select',
      )) {
        if (!element.checkVisibility()) continue
        element.focus()
        if (region && element.getBoundingClientRect().bottom > region.getBoundingClientRect().top)
          found.push(element.textContent ?? '')
      }
      return found
    })
    expect(covered).toEqual([])
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const [end, top] = await page.evaluate(() =>
      ['footer', 'section[aria-labelledby="consent-heading"]']
        .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
        .map((box, index) => (index === 0 ? box?.bottom : box?.top)),
    )
    expect(end).toBeLessThanOrEqual(Number(top) + 1)
  })

  test('opens its settings on the page where the app runs too, and in a tab of their own where that is asked for', async () => {
    const page = await site.visit(language)
    await page.goto(PAGE)
    await hydrate(page)
    await settings(page, language).press('Enter')
    await dialog(page, language).waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe(PAGE)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      settings(page, language).click({ modifiers: ['Control'] }),
    ])
    await opened.waitForURL('**/cookies')
    expect(await dialog(page, language).isVisible()).toBe(false)
  })

  test('closes its settings by Escape, which decides nothing', async () => {
    const page = await site.visit(language)
    await page.goto(PAGE)
    await settings(page, language).click()
    for (const kind of ['essential', 'functional'] as const)
      await dialog(page, language).getByText(TEXTS[language][kind], { exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog(page, language).waitFor({ state: 'hidden' })
    expect(await decided(page)).toEqual([])
  })
})
