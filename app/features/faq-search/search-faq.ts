import { createIsomorphicFn } from '@tanstack/react-start'
import { BOARD_GROUPS, isInCategory, type BoardItem, type SubCategory } from '../../../functions/contract/board'
import { api } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { markUncacheable } from '../../context/page-context'
import { textIn } from '../../../functions/contract/languages'
import type { Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { PAGE_SIZE, type FaqSearch, type ListSearch } from '../../urls/list-search'
import type { Matcher } from './matcher'

/** The whole FAQ. Where the sub-categories fail to load, only the chips are missing. */
const loadFaq = (): Promise<[entries: BoardItem[], subCategories: SubCategory[]]> =>
  Promise.all([
    api.entries(BOARD_GROUPS.faq),
    loadOptional(api.selectSubCategory({ group_uuid: BOARD_GROUPS.faq }), []),
  ])

/** As long as a publication may take to be seen everywhere (docs/contract.md#9). */
const CACHE_MS = 60_000
let cached: { until: number; faq: ReturnType<typeof loadFaq> } | undefined

/** The FAQ: on the server from the API's list cache, in the browser one call in a minute instead of one for each key. */
const faq = createIsomorphicFn()
  .server(loadFaq)
  .client(() => {
    if (cached && cached.until > Date.now()) return cached.faq
    const entry = { until: Date.now() + CACHE_MS, faq: loadFaq() }
    entry.faq.catch(() => {
      if (cached === entry) cached = undefined
    })
    cached = entry
    return entry.faq
  })

const loadDependencies = () => Promise.all([faq(), import('./matcher')])

/** Loads what a search needs before the visitor types. Failures are reported by the search itself. */
export const prepareSearch = (): Promise<unknown> => loadDependencies().catch(() => undefined)

/** What a search finds. The page is not cached, because visitors could fill the cache with any text. */
export function loadFound({ q = '', ...search }: FaqSearch, locale: Locale) {
  markUncacheable()
  return loadOrFailure(async () => {
    const [[entries, subCategories], { createMatcher }] = await loadDependencies()
    return { listing: findEntries(entries, subCategories, search, createMatcher(q), locale) }
  })
}

/**
 * One page of the entries whose subject or category name matches, in the board's order. Without a category it searches the whole
 * FAQ, not only the entries with priority.
 */
export function findEntries(
  entries: BoardItem[],
  subCategories: SubCategory[],
  search: ListSearch,
  match: Matcher,
  locale: Locale,
) {
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  const candidates =
    search.category === undefined || subCategories.length === 0
      ? entries
      : entries.filter((item) => category !== undefined && isInCategory(item.category, category.name))
  const found = candidates.flatMap((item) => {
    const own = ownText(item.subject, locale)
    // Matches count characters of the text in NFC.
    const subject = { ...own, text: own.text.normalize('NFC') }
    const [inSubject, inCategory] = match(subject.text, textIn(item.category, locale).normalize('NFC')) ?? []
    return inSubject && inCategory ? [{ ...item, subject, matches: { subject: inSubject, category: inCategory } }] : []
  })
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(search.page ?? 1, pages)
  return {
    items: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    subCategories,
    page,
    pages,
    total: found.length,
  }
}
