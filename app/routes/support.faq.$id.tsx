import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { entryHead } from '../features/board/board-head'
import { loadEntry } from '../features/board/entry'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/support/faq/$id')({
  staticData: { namespaces: ['board'] },
  loader: ({ params, context: { visitor } }) => loadEntry('faq', params.id, visitor.locale),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, entryHead('faq', params.id, context, loaderData)),
  component: FaqEntry,
})

function FaqEntry() {
  const { visitor } = Route.useRouteContext()
  return <BoardEntry board="faq" result={Route.useLoaderData()} locale={visitor.locale} />
}
