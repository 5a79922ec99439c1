import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { entryHead } from '../features/board/board-head'
import { loadEntry } from '../features/board/load-entry'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/notice/$id')({
  staticData: { namespaces: ['board'] },
  validateSearch: (query) => searchOf(query, 'category', 'page'),
  loaderDeps: ({ search: { category, page } }) => ({ category, page }),
  loader: ({ params, deps, context: { visitor } }) => loadEntry('notice', params.id, visitor.locale, deps),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, entryHead('notice', params.id, context, loaderData)),
  component: NoticeEntry,
})

function NoticeEntry() {
  const { visitor } = Route.useRouteContext()
  const { id } = Route.useParams()
  return (
    <BoardEntry board="notice" id={id} search={Route.useSearch()} result={Route.useLoaderData()} visitor={visitor} />
  )
}
