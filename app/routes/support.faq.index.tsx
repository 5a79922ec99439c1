import { createFileRoute } from '@tanstack/react-router'
import { BoardList } from '../features/board/board-list'
import { loadListing } from '../features/board/listing'
import { listHead } from '../features/board/board-head'
import { boardSearch } from '../features/board/search'
import { pageHead } from '../layout/page-head'

export const Route = createFileRoute('/support/faq/')({
  validateSearch: boardSearch,
  loaderDeps: ({ search: { category, page } }) => ({ category, page }),
  loader: ({ deps }) => loadListing('faq', deps),
  head: ({ match: { context, search }, loaderData }) =>
    pageHead(context, listHead('faq', context, loaderData, search.category)),
  component: FaqList,
})

function FaqList() {
  const { visitor } = Route.useRouteContext()
  return <BoardList board="faq" result={Route.useLoaderData()} search={Route.useSearch()} locale={visitor.locale} />
}
