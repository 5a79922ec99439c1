import { createFileRoute } from '@tanstack/react-router'
import { listHead } from '../features/board/board-head'
import { BoardList } from '../features/board/board-list'
import { loadFound } from '../features/faq-search/found'
import { loadListing } from '../features/board/listing'
import { faqSearch } from '../features/board/search'
import { SearchBox } from '../features/faq-search/search-box'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/support/faq/')({
  staticData: { namespaces: ['board'] },
  validateSearch: faqSearch,
  loaderDeps: ({ search: { category, page, q } }) => ({ category, page, q }),
  loader: ({ deps: { q, ...list }, context: { visitor } }) =>
    q !== undefined && visitor.brand.features.faqSearch
      ? loadFound({ ...list, q }, visitor.locale)
      : loadListing('faq', list),
  head: ({ match: { context, search }, loaderData }) => {
    const list = pageHead(context, listHead('faq', context, loaderData, search.category))
    if (search.q === undefined || !context.visitor.brand.features.faqSearch) return list
    // What somebody has looked for is no page for search engines: they are sent to the list.
    const whole = listHead('faq', context)
    return { ...pageHead(context, { ...whole, noindex: true }), links: pageHead(context, whole).links }
  },
  component: FaqList,
})

function FaqList() {
  const { visitor } = Route.useRouteContext()
  const { q, ...list } = Route.useSearch()
  const result = Route.useLoaderData()
  if (!visitor.brand.features.faqSearch)
    return <BoardList board="faq" result={result} search={list} locale={visitor.locale} />
  const search = { ...list, ...(q !== undefined && { q }) }
  const found = q !== undefined && 'listing' in result ? result.listing.total : undefined
  return (
    <BoardList board="faq" result={result} search={search} locale={visitor.locale}>
      <SearchBox search={search} found={found} addressLocale={visitor.localeInAddress ? visitor.locale : undefined} />
    </BoardList>
  )
}
