import type { i18n } from 'i18next'
import type { BoardName } from '../../../functions/contract/board'
import type { PageBrand } from '../../brand/schema'
import type { EntryResult } from './entry'

interface HeadContext {
  i18n: i18n
  visitor: { brand: PageBrand }
}

/** Title, description and place of a list. */
export function listHead(board: BoardName, i18n: i18n) {
  const path = `/support/${board}`
  const title = i18n.t(`page:${board}.title`)
  return { path, title, description: i18n.t(`page:${board}.description`), crumbs: [[title, path]] as [string, string][] }
}

/** The same for one entry, a notice as an Article too. An entry that could not be had is not for search engines. */
export function entryHead(board: BoardName, id: string, { i18n, visitor: { brand } }: HeadContext, result: EntryResult | undefined) {
  const list = listHead(board, i18n)
  const path = `${list.path}/${encodeURIComponent(id)}`
  if (!result || !('entry' in result)) return { path, title: list.title, noindex: true }
  const { subject, create_date, update_date, sub_category_name } = result.entry.detail
  const publisher = { '@type': 'Organization', name: brand.company.name, url: brand.origin }
  const article = { '@type': 'Article', headline: subject, datePublished: create_date, dateModified: update_date ?? create_date, articleSection: sub_category_name, author: publisher, publisher, mainEntityOfPage: brand.origin + path }
  return {
    path,
    title: subject,
    description: subject,
    crumbs: [...list.crumbs, [subject, path]] as [string, string][],
    jsonLd: board === 'notice' ? [article] : [],
  }
}
