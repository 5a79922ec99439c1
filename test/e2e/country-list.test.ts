import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import countriesEn from '../../app/i18n/countries/en.json'
import countriesKo from '../../app/i18n/countries/ko.json'
import layout from '../../app/i18n/en/layout.json'
import { hydrate } from './support/arrival'
import { axeFindings } from './support/axe'
import { type Language, LANGUAGES } from './support/browser'
import { fill, openForm, submit, TEXTS } from './support/form'
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
    const box = page.getByRole('combobox', { name: TEXTS[language]['country-code'] })
    const list = page.getByRole('listbox')
    for (const [text, value] of [
      ['Germany', '+49'],
      ['일본', '+81'],
      ['+852', '+852'],
    ] as const) {
      await box.fill(text)
      await list.getByRole('option', { name: COUNTRIES[language][value] }).waitFor()
      await box.press('Enter')
      expect(await country(page).inputValue()).toBe(value)
      expect(await box.inputValue()).toContain(COUNTRIES[language][value])
      expect(await list.count()).toBe(0)
    }
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry-draft:vcp-x:sales'))).toContain('+852')

    // With the arrows and Tab; Escape and a text that finds nothing leave the choice.
    await box.press('ArrowDown')
    expect(await list.getByRole('option').count()).toBe(Object.keys(COUNTRIES[language]).length)
    expect(await list.locator('[aria-selected=true]').textContent()).toContain('+852')
    expect(await axeFindings(page)).toEqual([])
    await box.press('ArrowDown')
    await box.press('Escape')
    expect(await country(page).inputValue()).toBe('+852')
    await box.fill('nowhere')
    await page.getByRole('status').filter({ hasText: TEXTS[language]['country-not-found'] }).waitFor()
    await box.press('Tab')
    expect(await country(page).inputValue()).toBe('+852')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('phone_number')
    await box.fill('swed')
    await box.press('Tab')
    expect(await country(page).inputValue()).toBe('+46')
    await box.fill('')
    await box.press('Tab')
    expect(await country(page).inputValue()).toBe('')
    expect(await pageFaults(page, language)).toEqual([])
  })

  it('is the native select before the app runs and while the visitor has it open, and as large after', async () => {
    for (const [width, height] of [
      [1280, 38],
      [360, 44],
    ] as const) {
      const page = await site.visit('en')
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/support/request')
      const before = await country(page).boundingBox()
      await country(page).focus()
      await hydrate(page)
      await page.getByText(TEXTS.en['drop-several']).waitFor()
      expect(await page.locator('[role=combobox]').count()).toBe(0)
      await page.locator('[name=user_name]').focus()
      await page.locator('[role=combobox]').waitFor()
      const after = await page.locator('[role=combobox]').boundingBox()
      for (const box of [before, after]) expect(box).toMatchObject({ x: before?.x, width: before?.width, height })
    }
  })

  it('gets the focus with its message where no country is chosen', async () => {
    const page = await site.visit('en')
    await openForm(page, 'sales', 'en')
    await fill(page, 'sales')
    const box = page.getByRole('combobox', { name: TEXTS.en['country-code'] })
    await box.fill('')
    await box.press('Tab')
    await submit(page, 'en')
    await page.getByRole('alert').filter({ hasText: TEXTS.en['country-code-alert'] }).waitFor()
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await box.getAttribute('aria-invalid')).toBe('true')
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
