import { createFileRoute } from '@tanstack/react-router'
import { Downloads } from '../features/downloads/downloads'
import { loadItems } from '../features/downloads/items'
import { keepingNoneInvented } from '../features/downloads/shown-items'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/support/data')({
  staticData: { namespaces: ['downloads'] },
  validateSearch: (query) => searchOf(query, 'count'),
  loader: async ({ context: { visitor }, location }) =>
    keepingNoneInvented(await loadItems(visitor.locale), searchOf(location.search, 'count')),
  head: ({ match: { context } }) =>
    pageHead(context, {
      path: '/support/data',
      title: context.i18n.t('page:data.title'),
      description: context.i18n.t('downloads:description'),
      crumbs: [[context.i18n.t('layout:data'), '/support/data']],
    }),
  component: Data,
})

function Data() {
  const { visitor } = Route.useRouteContext()
  return <Downloads result={Route.useLoaderData()} search={Route.useSearch()} locale={visitor.locale} />
}
