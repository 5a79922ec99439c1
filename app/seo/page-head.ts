import { createIsomorphicFn } from '@tanstack/react-start'
import type { ComponentProps } from 'react'
import type { BreadcrumbList, Thing } from 'schema-dts'
import type { i18n } from 'i18next'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import type { PageVisitor } from '../context/page-context'
import { sharingTags } from './sharing-tags'

/** The router turns this entry into a JSON-LD script; its type knows only attributes of `<meta>`. */
const structuredData = (thing: Thing) =>
  ({ 'script:ld+json': { '@context': 'https://schema.org', ...(thing as object) } }) as ComponentProps<'meta'>

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
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** The address of a page in one language, or, without it, in the reader's own. */
function addressOf(base: string, number: number, locale?: Locale): string {
  const query = new URLSearchParams({
    ...(locale && { [LOCALE_QUERY]: locale }),
    ...(number > 1 && { page: String(number) }),
  })
  return query.size === 0 ? base : `${base}?${query}`
}

type HeadContext = { visitor: PageVisitor; i18n: i18n }

/**
 * The head of a page: title, description, canonical and language alternates from the brand registry, never from
 * the request's host (contract: Headers), sharing tags, feed and JSON-LD. In the browser only what changes there (browser-head.tsx).
 */
export const pageHead = createIsomorphicFn().server(wholeHead).client(browserHead)

type Head = { meta: ComponentProps<'meta'>[]; links: ComponentProps<'link'>[] }

/** Title and address, which are in every head and change in the browser too. */
function titleAndAddress(
  { visitor: { brand, locale, localeInAddress }, i18n }: HeadContext,
  { path, number = 1, title, noindex }: PageHeadInput,
) {
  return {
    fullTitle: `${number > 1 ? i18n.t('page:numbered', { title, page: number }) : title} | ${brand.name}`,
    // A partner may leave being found to the default brand (docs/decisions/014): its pages then name that brand's address, and
    // that address is the one thing of another brand's that a page may hold. What is shared still leads to the page itself.
    canonical: noindex
      ? []
      : [
          {
            rel: 'canonical',
            href: addressOf(brand.canonicalOrigin + path, number, localeInAddress ? locale : undefined),
          },
        ],
  }
}

function browserHead(context: HeadContext, input: PageHeadInput): Head {
  const { fullTitle, canonical } = titleAndAddress(context, input)
  return { meta: [{ title: fullTitle }], links: canonical }
}

function wholeHead(context: HeadContext, input: PageHeadInput): Head {
  const { visitor, i18n } = context
  const {
    path,
    number = 1,
    title,
    description,
    noindex = false,
    crumbs = path === '/' ? [] : [[title, path]],
    jsonLd = [],
    article,
    feed,
  } = input
  const { fullTitle, canonical } = titleAndAddress(context, input)
  const { brand, locale, localeInAddress } = visitor
  const own = addressOf(brand.origin + path, number)
  const things =
    crumbs.length > 0 ? [breadcrumbs(brand.origin, [[i18n.t('layout:home'), '/'], ...crumbs]), ...jsonLd] : jsonLd
  return {
    meta: [
      { title: fullTitle },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...sharingTags(visitor, {
        title: fullTitle,
        description,
        url: localeInAddress ? addressOf(brand.origin + path, number, locale) : own,
        alt: i18n.t('page:card', { brand: brand.name }),
        article,
      }),
      ...(noindex ? [] : things.map(structuredData)),
    ],
    links: noindex
      ? []
      : [
          ...canonical,
          ...LOCALES.map((hrefLang) => ({
            rel: 'alternate',
            hrefLang,
            href: addressOf(brand.canonicalOrigin + path, number, hrefLang),
          })),
          { rel: 'alternate', hrefLang: 'x-default', href: addressOf(brand.canonicalOrigin + path, number) },
          ...(feed
            ? [
                {
                  rel: 'alternate',
                  type: 'application/atom+xml',
                  title: feed.title,
                  href: `${feed.path}?${LOCALE_QUERY}=${locale}`,
                },
              ]
            : []),
        ],
  }
}
