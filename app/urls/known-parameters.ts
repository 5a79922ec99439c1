import { LOCALE_QUERY } from '../i18n/locale'
import { searchText } from './search-text'

const FAQ_PATH = '/support/faq'

/*
 * The query parameters that pages depend on. All others are dropped before a page is rendered or looked up in the cache,
 * so that unknown parameters can neither fill the cache nor change a page.
 */
const KNOWN: Record<string, RegExp> = {
  [LOCALE_QUERY]: /^(?:ko|en)$/,
  category: /^\S{1,64}$/,
  page: /^[1-9]\d{0,5}$/,
  count: /^[1-9]\d{0,3}$/,
  compare: /^\d{8}$/,
  receipt: /^[A-Za-z0-9-]{1,64}$/,
  unsent: /^[^]{1,200}$/,
  held: /^[^]{1,200}$/,
}

/** The known parameters of a query, in a fixed order; `q` only if `searchable`. */
export function knownQuery(query: URLSearchParams, searchable: boolean): URLSearchParams {
  const known = new URLSearchParams()
  for (const [name, fits] of Object.entries(KNOWN)) {
    if (!query.has(name)) continue
    for (const value of query.getAll(name).slice(0, 10)) {
      if (fits.test(value)) known.append(name, value)
    }
  }
  const search = searchable ? searchText(query.get('q')) : undefined
  if (search !== undefined) known.append('q', search)
  return known
}

/**
 * The address with only its known parameters.
 * @param features of the brand: `q` is known only to the FAQ and only with `faqSearch`
 */
export function knownAddress(url: URL, { faqSearch = false }: { faqSearch?: boolean } = {}): URL {
  if (url.search === '' && url.hash === '') return url
  const known = new URL(url)
  known.search = String(knownQuery(url.searchParams, faqSearch && url.pathname === FAQ_PATH))
  known.hash = ''
  return known
}
