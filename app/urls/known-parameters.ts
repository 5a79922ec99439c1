import { BOARDS, CATEGORY_ID } from '../../functions/contract/board'
import { DOWNLOADS_STEP } from '../../functions/contract/list-limits'
import { LOCALE_QUERY, localeOfTag, type Locale } from '../i18n/locale'
import { plainLine, searchText } from './search-text'

/** Reads a value; undefined if it is not valid. */
type Read = (value: string) => string | undefined
const fits =
  (pattern: RegExp): Read =>
  (value) =>
    pattern.test(value) ? value : undefined

/** The first step of 'more' has no number in its address. */
const isDownloadsCount = (count: number) => count > DOWNLOADS_STEP && count % DOWNLOADS_STEP === 0

/** Characters that the field of a receipt takes. */
export const RECEIPT_MAX = 64

/** The query parameters that pages depend on. */
const PARAMETERS: Record<string, Read> = {
  [LOCALE_QUERY]: (value) => localeOfTag(value) ?? undefined,
  category: fits(CATEGORY_ID),
  page: fits(/^[1-9]\d{0,5}$/),
  count: (value) => (/^[1-9]\d{0,3}$/.test(value) && isDownloadsCount(Number(value)) ? value : undefined),
  compare: fits(/^\d{8}$/),
  // As it was typed: the page says of what can be no receipt, a blank one too, that there is none.
  receipt: (value) => plainLine(value, RECEIPT_MAX),
  // Signed names of at most five files.
  held: fits(/^[\w.-]{1,8000}$/),
  q: searchText,
}
/**
 * The same as routes have them. Each value is valid: addresses are read by `knownAddress`, on the server and in the browser, and the app's
 * own links name no others.
 */
export interface Search {
  lng?: Locale
  category?: string
  page?: number
  count?: number
  compare?: string
  receipt?: string
  held?: string
  q?: string
}
const NUMBERS: readonly string[] = ['page', 'count']

type Query = Record<string, unknown>

/** Picks of a parsed address the parameters that a route reads. */
export const searchOf = <Name extends keyof Search>(query: Query, ...names: Name[]): Pick<Search, Name> =>
  Object.fromEntries(
    names
      .filter((name) => query[name] !== undefined)
      .map((name) => [name, NUMBERS.includes(name) ? Number(query[name]) : query[name]]),
  ) as Pick<Search, Name>

/** The parameters of each page besides the language, which all pages have. */
const BY_PATH: [path: RegExp, names: string[]][] = [
  // An entry has those of the list that the visitor comes from.
  ...Object.values(BOARDS).map(({ address, searchable }): [RegExp, string[]] => [
    new RegExp(`^${address}(?:/[^/]+)?$`),
    ['category', 'page', ...(searchable ? ['q'] : [])],
  ]),
  [/^\/support\/request\/status$/, ['receipt']],
  [/^\/support\/data$/, ['count']],
  [/^\/support\/(?:request|affiliate)\/complete$/, ['receipt', 'held']],
  [/^\/(?:privacy-policy|terms-of-service)\/[^/]+$/, ['compare']],
]

/** Those of a query that are named, in a fixed order; `q` only if `searchable`. */
function knownQuery(query: URLSearchParams, searchable: boolean, names: readonly string[]): URLSearchParams {
  const known = new URLSearchParams()
  for (const [name, read] of Object.entries(PARAMETERS)) {
    if (!query.has(name) || !names.includes(name) || (name === 'q' && !searchable)) continue
    // The first valid value counts. The first page has no number in its address.
    const values = query.getAll(name).flatMap((sent) => read(sent) ?? [])
    const value = values.find(Boolean) ?? values[0]
    if (value !== undefined && (name !== 'page' || value !== '1')) known.set(name, value)
  }
  return known
}

/**
 * The address with only the parameters that its page knows. Others are dropped before a page is rendered or looked up in the cache,
 * so that they can neither fill the cache nor change a page.
 * @param features of the brand: `q` is known only with `faqSearch`
 */
export function knownAddress(url: URL, { faqSearch = false }: { faqSearch?: boolean } = {}): URL {
  if (url.search === '' && url.hash === '') return url
  const path = url.pathname.replace(/\/$/, '')
  const names = BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? []
  const known = new URL(url)
  known.search = String(knownQuery(url.searchParams, faqSearch, [LOCALE_QUERY, ...names]))
  known.hash = ''
  return known
}

/** The language that an address names, or null: the same reading as that of `knownAddress`. */
export function addressLocale(query: URLSearchParams): Locale | null {
  return localeOfTag(knownQuery(query, false, [LOCALE_QUERY]).get(LOCALE_QUERY))
}
