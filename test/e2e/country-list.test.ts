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

  it('finds a country by its other name and by its code, by keyboard, and sends it', async () => {
    const language = 'ko'
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await country(page).focus()
    const search = page.getByRole('searchbox', { name: TEXTS[language]['country-search'] })
    for (const [text, value] of [
      ['Germany', '+49'],
      ['jp', '+81'],
      ['+852', '+852'],
    ] as const) {
      await search.fill(text)
      await expect.poll(() => country(page).inputValue()).toBe(value)
      await page.getByRole('status').filter({ hasText: COUNTRIES[language][value] }).waitFor()
    }
    await search.press('Enter')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('inquiry-draft:vcp-x:sales'))).toContain('+852')
    expect(await pageFaults(page, language)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
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
