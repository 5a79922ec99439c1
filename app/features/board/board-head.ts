import type { Article, FAQPage } from 'schema-dts'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import type { RouterContext } from '../../context/page-context'
import { feedTitle } from '../../seo/board-feed'
import { organizationOf } from '../../seo/structured-data'
import type { PageHeadInput } from '../../seo/page-head'
import type { EntryResult, OwnDetail } from './load-entry'
import type { ListingResult } from './load-listing'
import { introductionOf, linesOf } from './plain-text'

/** Search engines show about two lines of a description. */
const DESCRIPTION_MAX = 155
/** Search engines cut longer headlines of articles. */
const HEADLINE_MAX = 110

/** Head of a list. Each page of a list is a page of its own to search engines; a category is a view of the first page. */
export function listHead(
  board: BoardName,
  { i18n, visitor }: RouterContext,
  result?: ListingResult,
  category?: string,
): PageHeadInput {
  const { address: path, feed } = BOARDS[board]
  return {
    path,
    number: result && 'listing' in result && category === undefined ? result.listing.page : 1,
    title: i18n.t(`page:${board}.title`),
    description: i18n.t(`board:description.${board}`),
    crumbs: [[i18n.t(`page:${board}.name`), path]],
    ...(feed && {
      feed: { path: feed, title: feedTitle(i18n, board, visitor.brand) },
    }),
  }
}

/** Head of one entry, with structured data: a notice is an article, a FAQ entry a question. An entry that failed to load is not indexed. */
export function entryHead(
  board: BoardName,
  id: string,
  context: RouterContext,
  result: EntryResult | undefined,
): PageHeadInput {
  const list = listHead(board, context)
  const path = `${list.path}/${encodeURIComponent(id)}`
  if (!result || !('entry' in result)) return { path, title: list.title, noindex: true }
  const { detail } = result.entry
  // In the browser only title and address change (page-head.ts).
  if (!import.meta.env.SSR) return { path, title: detail.subject.text }
  const { create_date, update_date } = detail
  const subject = detail.subject.text
  const description = beginningOf(introductionOf(detail.contents.text), DESCRIPTION_MAX) || subject
  return {
    path,
    title: subject,
    description,
    crumbs: [...(list.crumbs ?? []), [subject, path]],
    ...(list.feed && { feed: list.feed }),
    ...(BOARDS[board].entries === 'articles'
      ? {
          ...(create_date && { article: { published: create_date, modified: update_date ?? create_date } }),
          jsonLd: [articleOf(detail, description, path, context)],
        }
      : { jsonLd: [questionOf(detail, context)] }),
  }
}

function articleOf(
  detail: OwnDetail,
  description: string,
  path: string,
  { visitor: { brand, locale, card } }: RouterContext,
): Article {
  const { contents, create_date, update_date } = detail
  const subject = detail.subject.text
  const publisher = organizationOf(brand)
  return {
    '@type': 'Article',
    headline: beginningOf(subject, HEADLINE_MAX),
    description,
    image: brand.origin + card,
    ...(create_date && { datePublished: create_date, dateModified: update_date ?? create_date }),
    articleSection: detail.category,
    inLanguage: contents.lang ?? locale,
    author: publisher,
    publisher,
    mainEntityOfPage: brand.origin + path,
  }
}

function questionOf({ subject, contents }: OwnDetail, { visitor: { locale } }: RouterContext): FAQPage {
  const text = linesOf(contents.text).join('\n') || subject.text
  return {
    '@type': 'FAQPage',
    inLanguage: contents.lang ?? locale,
    mainEntity: [{ '@type': 'Question', name: subject.text, acceptedAnswer: { '@type': 'Answer', text } }],
  }
}

/** The beginning of a text, cut between words where it is longer than `max` characters. */
function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:·-]+$/, '').toWellFormed()}…`
}
