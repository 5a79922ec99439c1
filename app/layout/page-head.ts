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
  /** schema.org objects, without `@context`. */
  jsonLd?: Record<string, unknown>[]
}

/**
 * The head of a page: title, description, canonical and language alternates from the brand registry, never from
 * the request's host (contract: Headers), sharing tags and JSON-LD.
 */
export function pageHead({ visitor }: { visitor: PageVisitor }, { path, title, description, noindex = false, jsonLd = [] }: PageHeadInput) {
  const { brand, locale } = visitor
  const url = brand.origin + path
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
      ...(noindex ? [] : jsonLd.map((thing) => structuredData({ '@context': 'https://schema.org', ...thing }))),
    ] satisfies ComponentProps<'meta'>[],
    links: noindex
      ? []
      : [
          { rel: 'canonical', href: url },
          ...LOCALES.map((hrefLang) => ({ rel: 'alternate', hrefLang, href: `${url}?${LOCALE_QUERY}=${hrefLang}` })),
          { rel: 'alternate', hrefLang: 'x-default', href: url },
        ],
  }
}
