import { createFileRoute } from '@tanstack/react-router'
import { listHead } from '../features/board/board-head'
import { BoardList } from '../features/board/board-list'
import { loadListing } from '../features/board/load-listing'
import { NothingFound, SearchBox } from '../features/faq-search/search-box'
import { loadFound } from '../features/faq-search/search-faq'
import { pageHead } from '../seo/page-head'
import { faqSearch } from '../urls/list-search'

export const Route = createFileRoute('/support/faq/')({
  staticData: { namespaces: ['board'] },
  validateSearch: faqSearch,
  loaderDeps: ({ search: { category, page, q } }) => ({ category, page, q }),
  loader: ({ deps: { q, ...list }, context: { visitor } }) =>
    q !== undefined && visitor.brand.features.faqSearch
      ? loadFound({ ...list, q }, visitor.locale)
      : loadListing('faq', list, visitor.locale),
  head: ({ match: { context, search }, loaderData }) => {
    if (search.q === undefined || !context.visitor.brand.features.faqSearch)
      return pageHead(context, listHead('faq', context, loaderData, search.category))
    // The result of a search is not indexed; its links name the list.
    const list = listHead('faq', context)
    return { ...pageHead(context, { ...list, noindex: true }), links: pageHead(context, list).links }
  },
  component: FaqList,
})

function FaqList() {
  const { brand, locale, localeInAddress } = Route.useRouteContext().visitor
  const { q, ...list } = Route.useSearch()
  const result = Route.useLoaderData()
  if (!brand.features.faqSearch) return <BoardList board="faq" result={result} search={list} locale={locale} />
  const search = { ...list, ...(q !== undefined && { q }) }
  const found = q !== undefined && 'listing' in result ? result.listing.total : undefined
  const empty = q !== undefined && <NothingFound search={search} />
  return (
    <BoardList board="faq" result={result} search={search} locale={locale} empty={empty}>
      <SearchBox search={search} found={found} addressLocale={localeInAddress ? locale : undefined} />
    </BoardList>
  )
}
