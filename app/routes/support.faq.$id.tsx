import { createFileRoute } from '@tanstack/react-router'
import { BoardEntry } from '../features/board/board-entry'
import { entryHead } from '../features/board/board-head'
import { loadEntry } from '../features/board/load-entry'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/faq/$id')({
  staticData: { namespaces: ['board'] },
  validateSearch: (query) => searchOf(query, 'category', 'page', 'q'),
  loaderDeps: ({ search: { category, page, q } }) => ({ category, page, q }),
  loader: ({ params, deps, context: { visitor } }) => loadEntry('faq', params.id, visitor.locale, deps),
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context, entryHead('faq', params.id, context, loaderData)),
  component: FaqEntry,
})

function FaqEntry() {
  const { visitor } = Route.useRouteContext()
  const { id } = Route.useParams()
  return <BoardEntry board="faq" id={id} search={Route.useSearch()} result={Route.useLoaderData()} visitor={visitor} />
}
