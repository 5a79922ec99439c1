import { createIsomorphicFn } from '@tanstack/react-start'
import { countries } from '../../i18n/countries.server'
import type { Locale } from '../../i18n/locale'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** What stands in the country list and which entry is chosen. */
export interface CountryChoice {
  locale: Locale
  /** Text of the empty entry. */
  placeholder: string
  /** A value typed before, or an ISO code, or null. */
  chosen: string | null
}

/**
 * The entries of the country list as HTML. Only the server makes them: the browser keeps what the page came with,
 * so that neither the names nor the calling codes are shipped a second time.
 */
export const countryOptions = createIsomorphicFn()
  .server(({ locale, placeholder, chosen }: CountryChoice) => {
    const entries = countries(locale).map(
      ({ id, value, name }) =>
        `<option value="${value}"${id === chosen || value === chosen ? ' selected' : ''}>${escaped(name)}</option>`,
    )
    return `<option value="">${escaped(placeholder)}</option>${entries.join('')}`
  })
  .client((_choice: CountryChoice) => '')

/** Fills a list that came without its entries, because its page was not loaded but walked to in the browser. */
export async function fillCountryOptions(select: HTMLSelectElement): Promise<void> {
  if (select.options.length > 0) return
  const answer = await fetch('/support/request', { headers: { accept: 'text/html' } })
  // The list alone: parsing the whole page, the browser would complain of its styles, which this page's policy does not know.
  const [list = ''] = /<select[^>]*name="country_code"[^]*?<\/select>/.exec(await answer.text()) ?? []
  const page = new DOMParser().parseFromString(list, 'text/html')
  const source: unknown = page.querySelector('select[name=country_code]')
  if (source instanceof HTMLSelectElement && select.options.length === 0) select.replaceChildren(...source.options)
}
