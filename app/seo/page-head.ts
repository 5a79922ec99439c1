import { createIsomorphicFn } from '@tanstack/react-start'
import type { ComponentProps } from 'react'
import type { i18n } from 'i18next'
import type { Thing } from 'schema-dts'
import { LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import type { PageVisitor } from '../context/page-context'
import { sharingTags } from './sharing-tags'
import { breadcrumbs, structuredData } from './structured-data'

export interface PageHeadInput {
  /** Path of the page without query, from `/`. */
  path: string
  /** Page of a list, from 1; each has its own canonical address. */
  number?: number
  /** Without the brand's name. */
  title: string
  description?: string
  /** Complete pages, placeholders, maintenance, errors (docs/contract.md#2). */
  noindex?: boolean
  /** Breadcrumbs below home, as names and paths; by default the page alone. */
  crumbs?: [name: string, path: string][]
  /** Further schema.org objects, without `@context`. */
  jsonLd?: readonly Thing[]
  /** When an article was published and last changed, ISO 8601. */
  article?: { published: string; modified: string }
  /** The feed with the page's contents. */
  feed?: { path: string; title: string }
}

/** The address of a page in one language, or without `locale` in the visitor's own. */
function addressOf(base: string, number: number, locale?: Locale): string {
  const query = new URLSearchParams({
    ...(locale && { [LOCALE_QUERY]: locale }),
    ...(number > 1 && { page: String(number) }),
  })
  return query.size === 0 ? base : `${base}?${query}`
}

type HeadContext = { visitor: PageVisitor; i18n: i18n }

/**
 * The head of a page: title, description, canonical address and language alternates by the brand registry, never by the
 * request's host (docs/contract.md#8), sharing tags, feed and JSON-LD. In the browser only title and canonical address
 * (browser-head.tsx).
 */
export const pageHead = createIsomorphicFn().server(serverHead).client(browserHead)

type Head = { meta: ComponentProps<'meta'>[]; links: ComponentProps<'link'>[] }

function titleAndAddress(
  { visitor: { brand, locale, localeInAddress }, i18n }: HeadContext,
  { path, number = 1, title, noindex }: PageHeadInput,
) {
  return {
    fullTitle: `${number > 1 ? i18n.t('page:numbered', { title, page: number }) : title} | ${brand.name}`,
    // A partner may leave indexing to the default brand (decision 014): its pages then name that brand's address as
    // canonical, while sharing tags keep their own.
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

function serverHead(context: HeadContext, input: PageHeadInput): Head {
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
