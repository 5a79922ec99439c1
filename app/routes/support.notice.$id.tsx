import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { entryHead } from '../features/board/board-head'
import { loadEntry } from '../features/board/entry'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/support/notice/$id')({
  staticData: { namespaces: ['board'] },
  loader: ({ params, context: { visitor } }) => loadEntry('notice', params.id, visitor.locale),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, entryHead('notice', params.id, context, loaderData)),
  component: NoticeEntry,
})

function NoticeEntry() {
  const { visitor } = Route.useRouteContext()
  return <BoardEntry board="notice" result={Route.useLoaderData()} locale={visitor.locale} />
}
