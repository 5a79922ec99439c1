import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import countriesEn from '../../app/i18n/countries/en.json'
import countriesKo from '../../app/i18n/countries/ko.json'
import layout from '../../app/i18n/en/layout.json'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { type Language, LANGUAGES } from './support/browser'
import { beginForm, fill, openForm, submit, TEXTS } from './support/form'
import { pageFaults } from './support/page-faults'
import { useSite } from './support/site'

const COUNTRIES = { ko: countriesKo, en: countriesEn }

const site = useSite()

const country = (page: Page) => page.locator('[name=country_code]')
const options = (page: Page) => country(page).locator('option').allTextContents()

const namesIn = (language: Language) => [
  TEXTS[language]['country-code-placeholder'],
  ...Object.entries(COUNTRIES[language]).map(([value, name]) => `${name} (${value.split(':')[0]})`),
]

describe('the country list', () => {
  it.each(LANGUAGES)('is in %s on a loaded form, and a choice made before hydration stays', async (language) => {
    const names = namesIn(language)
    const page = await site.visit(language)
    await page.goto('/support/request')
    expect(await options(page)).toEqual(names)
    await country(page).selectOption('+49')
    await hydrate(page)
    await page.getByText(TEXTS[language]['drop-several']).waitFor()
    expect(await options(page)).toEqual(names)
    expect(await country(page).inputValue()).toBe('+49')
  })

  it('is in the language of the page after a walk inside the app, keeps the country of the draft, and sends the choice', async () => {
    const language = 'en'
    const names = namesIn(language)
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await country(page).selectOption('+49')
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate("window.sameDocument = 'yes'")
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.resourceType()))
    await page.getByRole('main').getByRole('link', { name: layout.request, exact: true }).click()
    await page.waitForURL('**/support/request')
    await page.getByText(TEXTS[language]['drop-several']).waitFor()
    expect(await page.evaluate('window.sameDocument')).toBe('yes')
    expect(await options(page)).toEqual(names)
    expect(await country(page).inputValue()).toBe('+49')
    expect(requested).not.toContain('document')
    expect(requested).not.toContain('fetch')

    await page.reload()
    await page.getByText(TEXTS[language]['drop-several']).waitFor()
    expect(await country(page).inputValue()).toBe('+49')

    await page.route('**/api/board/inquiry', (route) =>
      route.fulfill({ status: 202, json: { data: { receipt: 'R-1', state: 'queued' } } }),
    )
    await fill(page, 'sales')
    const [request] = await Promise.all([page.waitForRequest('**/api/board/inquiry'), submit(page, language)])
    expect(request.postDataJSON()).toMatchObject({ phone_number_homepage: '+82-010-1234-5678' })
  })

  it.each([
    ['en', '+1:US', 'en,fr-FR;q=0.1'],
    ['ko', '+82', 'ko,fr-FR;q=0.1'],
  ] as const)(
    'proposes after a walk what the browser of a visitor in %s points at, whoever the page was rendered for',
    async (language, own, stranger) => {
      const start = '/support/notice?page=2'
      await (await fetch(site.origin + start, { headers: { 'accept-language': stranger } })).text()
      const page = await site.visit(language)
      const status = (await page.goto(start))?.headers()['cache-status']
      expect(status).toContain('hit')
      await hydrate(page)
      await page.evaluate("window.sameDocument = 'yes'")
      await page.getByRole('main').locator('a[href^="/support/request"]').click()
      await page.waitForURL('**/support/request')
      await page.getByText(TEXTS[language]['drop-several']).waitFor()
      expect(await page.evaluate('window.sameDocument')).toBe('yes')
      expect(await country(page).inputValue()).toBe(own)
      await page.reload()
      expect(await country(page).inputValue()).toBe(own)
    },
  )

  it('finds a country by its name in either language and by its code, by keyboard, and sends it', async () => {
    const language = 'ko'
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await beginForm(page)
    const box = page.getByRole('combobox', { name: TEXTS[language]['country-code'] }).and(page.locator('input'))
    const list = page.getByRole('listbox')
    const focusOn = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    for (const [text, value] of [
      ['Germany', '+49'],
      ['일본', '+81'],
      ['+852', '+852'],
    ] as const) {
      await country(page).press('Enter')
      await box.fill(text)
      await list.getByRole('option', { name: COUNTRIES[language][value] }).waitFor()
      await box.press('Enter')
      expect(await country(page).inputValue()).toBe(value)
      expect(await focusOn()).toBe('country_code')
      expect(await list.count()).toBe(0)
    }
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry-draft:vcp-x:sales'))).toContain('+852')

    // With the arrows and Tab; Escape and a text that finds nothing leave the choice.
    await country(page).press('Alt+ArrowDown')
    expect(await list.getByRole('option').count()).toBe(Object.keys(COUNTRIES[language]).length)
    expect(await list.locator('[aria-selected=true]').textContent()).toContain('+852')
    expect(await axeFindings(page)).toEqual([])
    await box.press('ArrowDown')
    await box.press('Escape')
    expect(await country(page).inputValue()).toBe('+852')
    await country(page).press('x')
    expect(await box.inputValue()).toBe('x')
    await box.fill('nowhere')
    await page.getByRole('status').filter({ hasText: TEXTS[language]['country-not-found'] }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await box.press('Tab')
    expect(await country(page).inputValue()).toBe('+852')
    expect(await focusOn()).toBe('phone_number')
    await country(page).press('Alt+ArrowDown')
    // The list is longer than its window.
    await box.press('ArrowDown')
    const reached = await list.locator('[data-highlighted]').textContent()
    await box.press('Tab')
    expect(reached).not.toContain('+852')
    expect(await focusOn()).toBe('phone_number')
    expect(await country(page).locator('option:checked').textContent()).toBe(reached)
    await country(page).press('s')
    await box.press('w')
    await box.press('e')
    await box.press('Tab')
    expect(await country(page).inputValue()).toBe('+46')
    expect(await focusOn()).toBe('phone_number')
    expect(await pageFaults(page, language)).toEqual([])
  })

  it.each([
    [1280, 38, 31],
    [360, 44, 44],
  ])('opens by a press at a width of %i, and is %i high, its entries %i', async (width, height, entry) => {
    const page = await site.visit('en', { width, height: 800 })
    await openForm(page, 'sales', 'en')
    await beginForm(page)
    await country(page).evaluate((select) => select.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const before = await country(page).boundingBox()
    expect(before?.height).toBe(height)
    await page.mouse.click((before?.x ?? 0) + 20, (before?.y ?? 0) + 20)
    const box = page.locator('input[role=combobox]')
    await box.waitFor()
    expect(await box.boundingBox()).toEqual(before)
    await box.fill('kor')
    const option = page.getByRole('listbox').getByRole('option', { name: 'North Korea' })
    expect((await option.boundingBox())?.height).toBe(entry)
    await option.click()
    expect(await country(page).inputValue()).toBe('+850')
    expect(await box.count()).toBe(0)
  })

  it('is the one of the browser until its search is there', async () => {
    const page = await site.visit('en')
    const searches: Route[] = []
    await page.route(/\/country-search[^/]*\.js$/, (route) => void searches.push(route))
    await openForm(page, 'sales', 'en')
    await page.locator('[name=user_name]').focus()
    await expect.poll(() => searches.length).toBe(1)
    await country(page).press('g')
    const box = page.locator('input[role=combobox]')
    expect(await box.count()).toBe(0)
    expect(await country(page).locator('option:checked').textContent()).toMatch(/^G/)
    // It comes in the middle of a word, and waits until the visitor has left the list.
    const chosen = await country(page).inputValue()
    const isThere = page.waitForResponse(/country-search[^/]*\.js$/)
    await searches[0]?.continue()
    await (await isThere).finished()
    await page.waitForTimeout(300)
    await country(page).press('h')
    expect(await box.count()).toBe(0)
    await page.locator('[name=user_name]').focus()
    await country(page).press('Enter')
    await box.waitFor()
    await box.press('Escape')
    expect(chosen).not.toBe('')
    await page.route('**/api/board/inquiry', (route) =>
      route.fulfill({ status: 202, json: { data: { receipt: 'R-1', state: 'queued' } } }),
    )
    await fill(page, 'sales')
    await country(page).selectOption('+49')
    const [request] = await Promise.all([page.waitForRequest('**/api/board/inquiry'), submit(page, 'en')])
    expect(request.postDataJSON()).toMatchObject({ phone_number_homepage: '+49-010-1234-5678' })
  })

  it('shows the number grouped as it is typed, and asks about an impossible one', async () => {
    const language = 'en'
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await fill(page, 'sales')
    const phone = page.locator('[name=phone_number]')
    await phone.fill('01012345678')
    await page.getByText('+82 10 1234 5678').waitFor()
    await phone.fill('12')
    await phone.blur()
    await page.getByText(TEXTS[language]['phone-question'].replace('{{number}}', '').slice(0, 12)).waitFor()
    expect(await phone.getAttribute('aria-invalid')).toBeNull()
    await phone.fill('call me')
    await phone.blur()
    await page.getByText(TEXTS[language]['phone-question'].replace('{{number}}', 'call me'), { exact: true }).waitFor()
    await phone.fill('12')
    await page.route('**/api/board/inquiry', (route) =>
      route.fulfill({ status: 202, json: { data: { receipt: 'R-1', state: 'queued' } } }),
    )
    const [request] = await Promise.all([page.waitForRequest('**/api/board/inquiry'), submit(page, language)])
    expect(request.postDataJSON()).toMatchObject({ phone_number_homepage: '+82-12' })
  })
})
