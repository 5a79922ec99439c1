import type { Article, FAQPage } from 'schema-dts'
import type { BoardDetail, BoardName } from '../../../functions/contract/board'
import { organizationOf } from '../../seo/structured-data'
import type { PageBrand } from '../../brand/schema'
import type { PageTexts } from '../../i18n/catalogue'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import type { EntryResult } from './entry'
import type { ListingResult } from './listing'
import { NOTICE_FEED } from '../../seo/notice-feed'
import { beginningOf, plainText } from './plain-text'

interface HeadContext {
  i18n: PageTexts
  visitor: { brand: PageBrand; locale: Locale; card: string }
}

/** What a search engine shows of a description, about two lines. */
const DESCRIPTION_MAX = 155
/** Longer headlines are cut by those who show articles. */
const HEADLINE_MAX = 110

/** The feed that the notices' pages name. */
const feedOf = (board: BoardName, { i18n, visitor }: HeadContext) =>
  board === 'notice'
    ? { path: NOTICE_FEED, title: i18n.t('page:notice-feed', { brand: visitor.brand.name }) }
    : undefined

/** Title, description and place of a list. Each of its pages stands for itself; a category is a view of the first. */
export function listHead(board: BoardName, context: HeadContext, result?: ListingResult, category?: string) {
  const path = `/support/${board}`
  const { i18n } = context
  return {
    path,
    number: result && 'listing' in result && category === undefined ? result.listing.page : 1,
    title: i18n.t(`page:${board}.title`),
    description: i18n.t(`page:${board}.description`),
    crumbs: [[i18n.t(`layout:${board}`), path]] as [string, string][],
    feed: feedOf(board, context),
  }
}

/** The same for one entry, a notice as an article, a FAQ as question and answer. An entry that could not be had is not for search engines. */
export function entryHead(board: BoardName, id: string, context: HeadContext, result: EntryResult | undefined) {
  const list = listHead(board, context)
  const path = `${list.path}/${encodeURIComponent(id)}`
  if (!result || !('entry' in result)) return { path, title: list.title, noindex: true }
  const { detail } = result.entry
  // What only those read who run no scripts is not built in the browser.
  if (!import.meta.env.SSR) return { path, title: detail.subject }
  const { subject, create_date, update_date } = detail
  const text = plainText(detail.contents)
  return {
    path,
    title: subject,
    description: beginningOf(text, DESCRIPTION_MAX) || subject,
    crumbs: [...list.crumbs, [subject, path]] as [string, string][],
    ...(board === 'notice'
      ? {
          article: { published: create_date, modified: update_date ?? create_date },
          feed: list.feed,
          jsonLd: [articleOf(detail, text, path, context)],
        }
      : { jsonLd: [questionOf(detail, text, context)] }),
  }
}

function articleOf(
  { subject, contents, create_date, update_date, sub_category_name, sub_category_en_name }: BoardDetail,
  text: string,
  path: string,
  { visitor: { brand, locale, card } }: HeadContext,
): Article {
  const publisher = organizationOf(brand)
  return {
    '@type': 'Article',
    headline: beginningOf(subject, HEADLINE_MAX),
    description: beginningOf(text, DESCRIPTION_MAX) || subject,
    image: brand.origin + card,
    datePublished: create_date,
    dateModified: update_date ?? create_date,
    articleSection:
      (locale === 'ko' ? sub_category_name : sub_category_en_name) || sub_category_name || sub_category_en_name,
    inLanguage: languageOfText(contents, locale) ?? locale,
    author: publisher,
    publisher,
    mainEntityOfPage: brand.origin + path,
  }
}

function questionOf({ subject, contents }: BoardDetail, text: string, { visitor: { locale } }: HeadContext): FAQPage {
  return {
    '@type': 'FAQPage',
    inLanguage: languageOfText(contents, locale) ?? locale,
    mainEntity: [{ '@type': 'Question', name: subject, acceptedAnswer: { '@type': 'Answer', text: text || subject } }],
  }
}
