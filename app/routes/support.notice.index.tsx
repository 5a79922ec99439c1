import { createFileRoute } from '@tanstack/react-router'
import { BoardList } from '../features/board/board-list'
import { loadListing } from '../features/board/listing'
import { listHead } from '../features/board/board-head'
import { boardSearch } from '../features/board/search'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/support/notice/')({
  staticData: { namespaces: ['board'] },
  validateSearch: boardSearch,
  loaderDeps: ({ search: { category, page } }) => ({ category, page }),
  loader: ({ deps }) => loadListing('notice', deps),
  head: ({ match: { context, search }, loaderData }) =>
    pageHead(context, listHead('notice', context, loaderData, search.category)),
  component: NoticeList,
})

function NoticeList() {
  const { visitor } = Route.useRouteContext()
  return <BoardList board="notice" result={Route.useLoaderData()} search={Route.useSearch()} locale={visitor.locale} />
}
