import { parse } from 'hono/utils/cookie'
import { parseAccept } from 'hono/utils/accept'
import { brandOfHost } from '../brand/brands.server'
import type { Brand } from '../brand/schema'
import { defaultCountry } from '../i18n/countries/default-country.server'
import { FALLBACK_LOCALE, LOCALE_COOKIE, LOCALE_QUERY, localeOfTag, type Locale } from '../i18n/locale'

/** Who asks, as far as a page depends on it. */
export interface Visitor {
  brand: Brand
  locale: Locale
  /** Whether the address itself names the language (`?lng=`): then it is a page of its own to search engines. */
  localeInAddress: boolean
  /** Whether the visitor has answered the cookie banner: cookie `theme` is there (contract: Cookies). */
  cookieDecision: boolean
  /** Entry of the country list (`+82`) that Accept-Language points at; part of what a page with a form looks like. */
  countryDefault: string | null
}

/**
 * The only reader of host, cookies and Accept-Language.
 * Language: query `lng`, cookie `i18next`, Accept-Language, English (contract: Language).
 */
export function resolveVisitor(request: Request): Visitor {
  const url = new URL(request.url)
  const cookies = parse(request.headers.get('cookie') ?? '')
  const accepted = acceptedOf(request.headers.get('accept-language') ?? '')
  const asked = localeOfTag(url.searchParams.get(LOCALE_QUERY))
  const tags = [asked, cookies[LOCALE_COOKIE], ...accepted.tags]
  return {
    brand: brandOfHost(url.hostname),
    locale: tags.map(localeOfTag).find((locale) => locale !== null) ?? FALLBACK_LOCALE,
    localeInAddress: asked !== null,
    cookieDecision: cookies.theme !== undefined,
    countryDefault: accepted.country,
  }
}

/** What an Accept-Language says. */
interface Accepted {
  tags: string[]
  country: string | null
}

/** Browsers send few different headers, and what a tag implies is dear to find out. */
const known = new Map<string, Accepted>()
const KNOWN_MAX = 500

function acceptedOf(header: string): Accepted {
  const before = known.get(header)
  if (before) return before
  const tags = parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type)
  const accepted = { tags, country: defaultCountry(tags) }
  if (known.size >= KNOWN_MAX) known.clear()
  if (header.length <= 200) known.set(header, accepted)
  return accepted
}
