import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import countriesEn from '../../app/i18n/countries/en.json'
import countriesKo from '../../app/i18n/countries/ko.json'
import layoutEn from '../../app/i18n/en/layout.json'
import layoutKo from '../../app/i18n/ko/layout.json'
import { hydrate } from './support/arrival'
import { LANGUAGES } from './support/browser'
import { fill, openForm, submit, TEXTS } from './support/form'
import { useSite } from './support/site'

const COUNTRIES = { ko: countriesKo, en: countriesEn }
const LAYOUT = { ko: layoutKo, en: layoutEn }

const site = useSite()

const country = (page: Page) => page.locator('[name=country_code]')
const options = (page: Page) => country(page).locator('option').allTextContents()

describe.each(LANGUAGES)('the country list in %s', (language) => {
  const names = [
    TEXTS[language]['country-code-placeholder'],
    ...Object.entries(COUNTRIES[language]).map(([value, name]) => `${name} (${value.split(':')[0]})`),
  ]

  it('is in the language of the page on a loaded form, and a choice made before hydration stays', async () => {
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
    const page = await site.visit(language)
    await openForm(page, 'sales', language)
    await country(page).selectOption('+49')
    await page.goto('/support/notice')
    await hydrate(page)
    await page.evaluate("window.sameDocument = 'yes'")
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.resourceType()))
    await page.getByRole('main').getByRole('link', { name: LAYOUT[language].request, exact: true }).click()
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
})
