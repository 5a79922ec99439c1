import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { loadEntry, subjectOf } from '../features/board/entry'
import { pageHead } from '../layout/page-head'

export const Route = createFileRoute('/support/notice/$id')({
  loader: ({ params }) => loadEntry('notice', params.id),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, { path: `/support/notice/${encodeURIComponent(params.id)}`, title: subjectOf(loaderData) ?? context.i18n.t('page:notice.title'), noindex: !subjectOf(loaderData) }),
  component: NoticeEntry,
})

function NoticeEntry() {
  const { visitor } = Route.useRouteContext()
  return <BoardEntry board="notice" result={Route.useLoaderData()} locale={visitor.locale} />
}
