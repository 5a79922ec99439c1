import { LOCALE_QUERY, LOCALES } from '../i18n/locale'
import { xmlText } from './xml'

interface SitemapEntry {
  /** Path from `/`, already encoded. */
  path: string
  /** ISO 8601. */
  changed?: string
}

/** A sitemap holds at most 50,000 addresses; a page has one for each language and one without. */
const ENTRIES_MAX = Math.floor(50_000 / (LOCALES.length + 1))

/** A sitemap (sitemaps.org 0.9) with each page and its languages on the brand's origin; surplus entries are left out. */
export function sitemapXml(origin: string, entries: SitemapEntry[]): string {
  const urls = entries.slice(0, ENTRIES_MAX).map(({ path, changed }) => {
    const address = xmlText(origin + path)
    const alternates = [
      ...LOCALES.map(
        (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}?${LOCALE_QUERY}=${locale}"/>`,
      ),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${address}"/>`,
    ].join('')
    const languages = [address, ...LOCALES.map((locale) => `${address}?${LOCALE_QUERY}=${locale}`)]
    return languages
      .map((loc) => `<url><loc>${loc}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${alternates}</url>`)
      .join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}
