import { parse } from 'hono/utils/cookie'
import { parseAccept } from 'hono/utils/accept'
import { LRUCache } from 'lru-cache'
import { brandOfHost } from '../../functions/brand/hosts'
import { eachLocale } from '../../functions/contract/locale'
import type { ApiVisitor } from '../../functions/contract/api-visitor'
import { processedMonths } from '../../functions/contract/retention'
import { siteKeyOf } from '../../functions/contract/site-keys'
import type { PageVisitor } from '../context/page-context'
import { defaultCountry } from '../i18n/countries/default-country.server'
import { FALLBACK_LOCALE, LOCALE_COOKIE, localeOfTag, type Locale } from '../i18n/locale'
import { addressLocale } from '../urls/known-parameters'
import { cardAddress } from './brand-pictures'
import { pageBrand } from './page-brand'

/** Brand, language and consent of one request, as pages and as the API need them. */
export interface Visitor {
  page: PageVisitor
  api: ApiVisitor
}

/**
 * The only reader of host, cookies and Accept-Language.
 * Language: query `lng`, cookie `i18next`, Accept-Language, English (docs/contract.md#4).
 * @param privacyVersions that a form may name
 * @param siteKeys the var TURNSTILE_SITE_KEYS, which overrides the brand registry; null switches Turnstile off for every brand
 */
export function resolveVisitor(
  request: Request,
  siteKeys: string | null,
  requestId: string,
  privacyVersions: readonly string[] = [],
): Visitor {
  const { hostname, searchParams } = new URL(request.url)
  const cookies = parse(request.headers.get('cookie') ?? '')
  const accepted = acceptedLanguages(request.headers.get('accept-language') ?? '')
  const localeInAddress = addressLocale(searchParams)
  const locale =
    localeInAddress ??
    [cookies[LOCALE_COOKIE], ...accepted.tags].map(localeOfTag).find((found) => found !== null) ??
    FALLBACK_LOCALE
  const brand = brandOfHost(hostname)
  const siteKey = siteKeys === null ? null : siteKeyOf(siteKeys, brand.id)
  const turnstile = siteKey === undefined ? brand.turnstile : siteKey === null ? null : { siteKey }
  return {
    page: {
      brand: { ...pageBrand(brand, locale), turnstile },
      card: cardAddress(brand.id, locale),
      locale,
      localeInAddress: localeInAddress !== null,
      cookieDecision: cookies.theme !== undefined,
      countryDefault: accepted.country[locale],
    },
    api: {
      brandId: brand.id,
      whiteLabel: brand.whiteLabel,
      origin: brand.origin,
      turnstile: turnstile?.siteKey ?? null,
      processedMonths: processedMonths(brand),
      privacyVersions,
      requestId,
      locale,
    },
  }
}

interface AcceptedLanguages {
  tags: string[]
  /** Entry of the country list that the tags point at, such as `+82`, by the language of the page. */
  country: Record<Locale, string | null>
}

/** By header: browsers send few different ones, and a tag's country is slow to resolve. */
const acceptedByHeader = new LRUCache<string, AcceptedLanguages>({ max: 500 })

function acceptedLanguages(header: string): AcceptedLanguages {
  const cached = acceptedByHeader.get(header)
  if (cached) return cached
  const tags = parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type)
  const accepted = { tags, country: eachLocale((locale) => defaultCountry(tags, locale)) }
  if (header.length <= 200) acceptedByHeader.set(header, accepted)
  return accepted
}
