import { createFileRoute } from '@tanstack/react-router'
import { setPageStatus } from '../context/page-context'
import { loadReceipt } from '../features/inquiry/confirmation/receipt'
import { StatusPage } from '../features/inquiry/confirmation/status-page'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/request/status')({
  staticData: { namespaces: ['receipt'] },
  validateSearch: (query) => searchOf(query, 'receipt'),
  loaderDeps: ({ search: { receipt } }) => ({ receipt }),
  loader: async ({ deps }) => {
    const result = await loadReceipt(deps)
    if (deps.receipt && result === null) setPageStatus(404)
    if (result === 'unknown') setPageStatus(502)
    return result
  },
  headers: () => ({ 'cache-control': 'no-store' }),
  head: ({ match: { context } }) =>
    pageHead(context, {
      path: '/support/request/status',
      title: context.i18n.t('page:status.title'),
      noindex: true,
    }),
  component: RequestStatus,
})

function RequestStatus() {
  const { visitor } = Route.useRouteContext()
  const { receipt } = Route.useSearch()
  return <StatusPage receipt={receipt} result={Route.useLoaderData()} visitor={visitor} />
}
