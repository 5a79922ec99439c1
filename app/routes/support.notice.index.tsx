import { createFileRoute } from '@tanstack/react-router'
import { listHead } from '../features/board/board-head'
import { BoardList } from '../features/board/board-list'
import { loadListing } from '../features/board/load-listing'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/notice/')({
  staticData: { namespaces: ['board'] },
  validateSearch: (query) => searchOf(query, 'category', 'page'),
  loaderDeps: ({ search: { category, page } }) => ({ category, page }),
  loader: ({ deps }) => loadListing('notice', deps),
  head: ({ match: { context, search }, loaderData }) =>
    pageHead(context, listHead('notice', context, loaderData, search.category)),
  component: NoticeList,
})

function NoticeList() {
  const { visitor } = Route.useRouteContext()
  return <BoardList board="notice" result={Route.useLoaderData()} search={Route.useSearch()} visitor={visitor} />
}
