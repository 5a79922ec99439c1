import { parse } from 'hono/utils/cookie'
import { brandOfHost } from '../../functions/brand/hosts'
import type { Brand } from '../../functions/brand/schema'
import type { ApiVisitor } from '../../functions/contract/api-visitor'
import { CSRF_COOKIE } from '../../functions/contract/csrf'
import { siteKeyOf } from '../../functions/contract/site-keys'
import type { PageBrand, PageVisitor } from '../context/page-context'
import { LOCALE_COOKIE, type Locale } from '../i18n/locale'
import { cardAddress } from './brand-pictures'
import { pageBrand } from './page-brand'
import { pageLanguage } from './page-language'

/** Brand, language and consent of one request, as pages and as the API need them. */
export interface Visitor {
  page: PageVisitor
  api: ApiVisitor
  /** The country that a form proposes. */
  countryDefault: string | null
  /** Whether functional cookies are allowed. */
  functionalCookies: boolean
}

const pageBrands = new Map<string, PageBrand>()

/** The brand for pages in a language, made on first use. */
function pageBrandIn(brand: Brand, locale: Locale): PageBrand {
  const key = `${brand.id} ${locale}`
  const made = pageBrands.get(key) ?? pageBrand(brand, locale)
  pageBrands.set(key, made)
  return made
}

/**
 * The only reader of host, cookies and Accept-Language.
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
  const { locale, localeInAddress, countryDefault } = pageLanguage(
    searchParams,
    cookies[LOCALE_COOKIE],
    request.headers.get('accept-language') ?? '',
  )
  const brand = brandOfHost(hostname)
  const siteKey = siteKeys === null ? null : siteKeyOf(siteKeys, brand.id)
  const turnstile = siteKey === undefined ? brand.turnstile : siteKey === null ? null : { siteKey }
  return {
    page: {
      brand: { ...pageBrandIn(brand, locale), turnstile },
      card: cardAddress(brand.id, locale),
      locale,
      localeInAddress,
      cookieDecision: cookies.theme !== undefined,
    },
    countryDefault,
    functionalCookies: cookies.timestamp !== undefined,
    api: {
      brandId: brand.id,
      whiteLabel: brand.whiteLabel,
      turnstile: turnstile?.siteKey ?? null,
      privacyVersions,
      requestId,
      // Read when it is asked for: while a form arrives nothing holds what may be large.
      get csrfToken() {
        return parse(request.headers.get('cookie') ?? '', CSRF_COOKIE)[CSRF_COOKIE] ?? null
      },
      locale,
    },
  }
}
