import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { loadEntry, subjectOf } from '../features/board/entry'
import { pageHead } from '../layout/page-head'

export const Route = createFileRoute('/support/faq/$id')({
  loader: ({ params }) => loadEntry('faq', params.id),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, { path: `/support/faq/${encodeURIComponent(params.id)}`, title: subjectOf(loaderData) ?? context.i18n.t('page:faq.title'), noindex: !subjectOf(loaderData) }),
  component: FaqEntry,
})

function FaqEntry() {
  const { visitor } = Route.useRouteContext()
  return <BoardEntry board="faq" result={Route.useLoaderData()} locale={visitor.locale} />
}
