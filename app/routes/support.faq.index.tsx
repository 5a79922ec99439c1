import { createFileRoute } from '@tanstack/react-router'
import { listHead } from '../features/board/board-head'
import { BoardList } from '../features/board/board-list'
import { loadListing } from '../features/board/load-listing'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/faq/')({
  staticData: { namespaces: ['board'] },
  validateSearch: (query) => searchOf(query, 'category', 'page', 'q'),
  loaderDeps: ({ search: { category, page, q } }) => ({ category, page, q }),
  loader: ({ deps }) => loadListing('faq', deps),
  head: ({ match: { context, search }, loaderData }) => {
    if (search.q === undefined) return pageHead(context, listHead('faq', context, loaderData, search.category))
    // The result of a search is not indexed; its links name the list.
    const list = listHead('faq', context)
    return { ...pageHead(context, { ...list, noindex: true }), links: pageHead(context, list).links }
  },
  component: FaqList,
})

function FaqList() {
  const { visitor } = Route.useRouteContext()
  return <BoardList board="faq" result={Route.useLoaderData()} search={Route.useSearch()} visitor={visitor} />
}
