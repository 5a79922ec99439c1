import { createFileRoute } from '@tanstack/react-router'
import { versionHead } from '../features/legal/legal-head'
import { LegalVersion } from '../features/legal/legal-page'
import { loadLegalPage } from '../features/legal/load-legal-page'
import { pageHead } from '../seo/page-head'
import { searchOf } from '../urls/known-parameters'

export const Route = createFileRoute('/privacy-policy/$version')({
  staticData: { namespaces: ['legal'] },
  validateSearch: (query) => searchOf(query, 'compare'),
  loaderDeps: ({ search: { compare } }) => ({ compare }),
  loader: ({ params, deps, context }) => loadLegalPage('privacy-policy', params.version, context.visitor, deps.compare),
  // A page from the server has no text in the browser: going back to it must wait for the loader.
  gcTime: 0,
  head: ({ match: { context }, loaderData }) => pageHead(context, versionHead('privacy-policy', context, loaderData)),
  component: PrivacyPolicyVersion,
})

function PrivacyPolicyVersion() {
  const { visitor } = Route.useRouteContext()
  return <LegalVersion kind="privacy-policy" data={Route.useLoaderData()} visitor={visitor} />
}
