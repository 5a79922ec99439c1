import type { ComponentProps } from 'react'
import type { BreadcrumbList, Thing } from 'schema-dts'
import type { PageTexts } from '../i18n/catalogue'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import type { PageVisitor } from '../page-context'
import { sharingTags } from './sharing-tags'

/** The router turns this entry into a JSON-LD script; its type knows only attributes of `<meta>`. */
const structuredData = (thing: Thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...(thing as object) } }) as ComponentProps<'meta'>

export interface PageHeadInput {
  /** Path of the page without query, from `/`. */
  path: string
  /** Page of a list, from 1; each is a page of its own to search engines. */
  number?: number
  /** Without the brand's name, which is added. */
  title: string
  description?: string
  /** Complete pages, placeholders, maintenance, errors (contract: Addresses). */
  noindex?: boolean
  /** Where the page stands, below the home page: names and paths, for the breadcrumbs that search engines show. Left out: just the page. */
  crumbs?: [name: string, path: string][]
  /** Further schema.org objects, without `@context`. */
  jsonLd?: readonly Thing[]
  /** When an article was published and last changed, ISO 8601. */
  article?: { published: string; modified: string }
  /** Path and title of the feed that tells of what stands here. */
  feed?: { path: string; title: string }
}

function breadcrumbs(origin: string, steps: [name: string, path: string][]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
  }
}

/** The address of a page in one language, or, without it, in the reader's own. */
function addressOf(base: string, number: number, locale?: Locale): string {
  const query = new URLSearchParams({ ...(locale && { [LOCALE_QUERY]: locale }), ...(number > 1 && { page: String(number) }) })
  return query.size === 0 ? base : `${base}?${query}`
}

type HeadContext = { visitor: PageVisitor; i18n: PageTexts }

/**
 * The head of a page: title, description, canonical and language alternates from the brand registry, never from
 * the request's host (contract: Headers), sharing tags, feed and JSON-LD.
 */
export function pageHead({ visitor, i18n }: HeadContext, { path, number = 1, title, description, noindex = false, crumbs = path === '/' ? [] : [[title, path]], jsonLd = [], article, feed }: PageHeadInput) {
  const { brand, locale, localeInAddress } = visitor
  const own = addressOf(brand.origin + path, number)
  // A partner may leave being found to the default brand (docs/decisions/014): its pages then name that brand's address, and
  // that address is the one thing of another brand's that a page may hold. What is shared still leads to the page itself.
  const canonical = brand.canonicalOrigin + path
  const things = crumbs.length > 0 ? [breadcrumbs(brand.origin, [[i18n.t('layout:home'), '/'], ...crumbs]), ...jsonLd] : jsonLd
  const fullTitle = `${number > 1 ? i18n.t('page:numbered', { title, page: number }) : title} | ${brand.name}`
  return {
    meta: [
      { title: fullTitle },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...sharingTags(visitor, { title: fullTitle, description, url: localeInAddress ? addressOf(brand.origin + path, number, locale) : own, alt: i18n.t('page:card', { brand: brand.name }), article }),
      ...(noindex ? [] : things.map(structuredData)),
    ] satisfies ComponentProps<'meta'>[],
    links: noindex
      ? []
      : [
          { rel: 'canonical', href: addressOf(canonical, number, localeInAddress ? locale : undefined) },
          ...LOCALES.map((hrefLang) => ({ rel: 'alternate', hrefLang, href: addressOf(canonical, number, hrefLang) })),
          { rel: 'alternate', hrefLang: 'x-default', href: addressOf(canonical, number) },
          ...(feed ? [{ rel: 'alternate', type: 'application/atom+xml', title: feed.title, href: `${feed.path}?${LOCALE_QUERY}=${locale}` }] : []),
        ],
  }
}
