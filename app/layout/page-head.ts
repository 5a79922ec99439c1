import type { i18n } from 'i18next'
import type { ComponentProps } from 'react'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import type { PageVisitor } from '../page-context'

const OG_LOCALE: Record<Locale, string> = { ko: 'ko_KR', en: 'en_US' }

/** The router turns this entry into a JSON-LD script; its type knows only attributes of `<meta>`. */
const structuredData = (thing: object) => ({ 'script:ld+json': thing }) as ComponentProps<'meta'>

export interface PageHeadInput {
  /** Path of the page without query, from `/`. */
  path: string
  /** Without the brand's name, which is added. */
  title: string
  description?: string
  /** Complete pages, placeholders, maintenance, errors (contract: Addresses). */
  noindex?: boolean
  /** Where the page stands, below the home page: names and paths, for the breadcrumbs that search engines show. Left out: just the page. */
  crumbs?: [name: string, path: string][]
  /** Further schema.org objects, without `@context`. */
  jsonLd?: Record<string, unknown>[]
}

function breadcrumbs(origin: string, steps: [name: string, path: string][]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
  }
}

type HeadContext = { visitor: PageVisitor; i18n: i18n }

/**
 * The head of a page: title, description, canonical and language alternates from the brand registry, never from
 * the request's host (contract: Headers), sharing tags and JSON-LD.
 */
export function pageHead({ visitor, i18n }: HeadContext, { path, title, description, noindex = false, crumbs = path === '/' ? [] : [[title, path]], jsonLd = [] }: PageHeadInput) {
  const { brand, locale, localeInAddress } = visitor
  const url = brand.origin + path
  const things = crumbs.length > 0 ? [breadcrumbs(brand.origin, [[i18n.t('layout:home'), '/'], ...crumbs]), ...jsonLd] : jsonLd
  const fullTitle = `${title} | ${brand.name}`
  const named = (name: string, content: string) => ({ name, content })
  const property = (key: string, content: string) => ({ property: key, content })
  return {
    meta: [
      { title: fullTitle },
      ...(description ? [named('description', description), property('og:description', description)] : []),
      ...(noindex ? [named('robots', 'noindex')] : []),
      property('og:title', fullTitle),
      property('og:type', 'website'),
      property('og:site_name', brand.name),
      property('og:url', url),
      property('og:locale', OG_LOCALE[locale]),
      ...LOCALES.filter((other) => other !== locale).map((other) => property('og:locale:alternate', OG_LOCALE[other])),
      ...(noindex ? [] : things.map((thing) => structuredData({ '@context': 'https://schema.org', ...thing }))),
    ] satisfies ComponentProps<'meta'>[],
    links: noindex
      ? []
      : [
          { rel: 'canonical', href: localeInAddress ? `${url}?${LOCALE_QUERY}=${locale}` : url },
          ...LOCALES.map((hrefLang) => ({ rel: 'alternate', hrefLang, href: `${url}?${LOCALE_QUERY}=${hrefLang}` })),
          { rel: 'alternate', hrefLang: 'x-default', href: url },
        ],
  }
}
