import { LOCALE_QUERY } from '../i18n/locale'

/** A link to a page of the site in HTML whose values stand in double quotes, up to its fragment. Files are no pages. */
const PAGE_LINK = /(<a [^>]*?href="\/(?!\/|content\/|api\/)[^"?#]*)(\?[^"#]*)?/g
const NAMES_LANGUAGE = new RegExp(`[?&;]${LOCALE_QUERY}=`)

/**
 * The links of a text with the language where the address names it, as `inLanguage` has a path.
 * @param html sanitised, or of the build
 */
export function linksInLanguage(
  html: string,
  { locale, localeInAddress }: { locale: string; localeInAddress: boolean },
): string {
  if (!localeInAddress) return html
  return html.replace(PAGE_LINK, (link, path: string, query: string | undefined) =>
    query && NAMES_LANGUAGE.test(query) ? link : `${path}${query ? `${query}&amp;` : '?'}${LOCALE_QUERY}=${locale}`,
  )
}
