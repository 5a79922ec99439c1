import { createFileRoute } from '@tanstack/react-router'
import { completeTitle, loadReceipt } from '../features/inquiry/confirmation/receipt'
import { CompletePage } from '../features/inquiry/confirmation/complete-page'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/request/complete')({
  staticData: { namespaces: ['receipt'] },
  validateSearch: (query) => searchOf(query, 'receipt', 'held'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadReceipt(deps),
  headers: () => ({ 'cache-control': 'no-store' }),
  head: ({ match: { context, search }, loaderData }) =>
    pageHead(context, {
      path: '/support/request/complete',
      title: context.i18n.t(completeTitle('sales', search.receipt, loaderData)),
      noindex: true,
    }),
  component: RequestComplete,
})

function RequestComplete() {
  const { visitor } = Route.useRouteContext()
  return (
    <CompletePage kind="sales" receipt={Route.useSearch().receipt} result={Route.useLoaderData()} visitor={visitor} />
  )
}
