import { createFileRoute, notFound } from '@tanstack/react-router'
import { completeTitle, loadReceipt } from '../features/inquiry/confirmation/receipt'
import { CompletePage } from '../features/inquiry/confirmation/complete-page'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/affiliate/complete')({
  staticData: { namespaces: ['receipt'] },
  validateSearch: (query) => searchOf(query, 'receipt', 'held'),
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context }) => {
    if (!context.visitor.brand.features.partnershipForm) throw notFound()
  },
  loader: ({ deps }) => loadReceipt(deps),
  headers: () => ({ 'cache-control': 'no-store' }),
  head: ({ match: { context, search }, loaderData }) =>
    pageHead(context, {
      path: '/support/affiliate/complete',
      title: context.i18n.t(completeTitle('partnership', search.receipt, loaderData)),
      noindex: true,
    }),
  component: AffiliateComplete,
})

function AffiliateComplete() {
  const { visitor } = Route.useRouteContext()
  return (
    <CompletePage
      kind="partnership"
      receipt={Route.useSearch().receipt}
      result={Route.useLoaderData()}
      visitor={visitor}
    />
  )
}
