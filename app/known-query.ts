import { LOCALE_QUERY } from './i18n/locale'

/*
 * The only query parameters that a page depends on. Everything else is dropped before a page is rendered or looked up
 * in the cache, so that no stranger's parameter can fill the cache or change a page.
 */
const KNOWN: Record<string, RegExp> = {
  [LOCALE_QUERY]: /^(?:ko|en)$/,
  category: /^\S{1,64}$/,
  page: /^[1-9]\d{0,5}$/,
  count: /^[1-9]\d{0,3}$/,
  receipt: /^[A-Za-z0-9-]{1,64}$/,
  unsent: /^[^]{1,200}$/,
  held: /^[^]{1,200}$/,
}

/** The address with only what a page knows, in one fixed order. */
export function knownAddress(url: URL): URL {
  if (url.search === '' && url.hash === '') return url
  const known = new URL(url)
  known.search = ''
  known.hash = ''
  for (const [name, fits] of Object.entries(KNOWN)) {
    for (const value of url.searchParams.getAll(name).slice(0, 10)) {
      if (fits.test(value)) known.searchParams.append(name, value)
    }
  }
  return known
}
