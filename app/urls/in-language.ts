import { LOCALE_QUERY } from '../i18n/locale'

/**
 * A path with the language where the address names it (`?lng=ko`), for links and forms that the router does not make.
 * @param path without query
 */
export function inLanguage(
  path: string,
  { locale, localeInAddress }: { locale: string; localeInAddress: boolean },
  search: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...search, ...(localeInAddress && { [LOCALE_QUERY]: locale }) })
  return query.size === 0 ? path : `${path}?${query}`
}
