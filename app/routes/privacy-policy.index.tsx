import { createFileRoute } from '@tanstack/react-router'
import { landingHead } from '../features/legal/legal-head'
import { LegalLanding } from '../features/legal/legal-page'
import { CURRENT, loadLegalPage } from '../features/legal/load-legal-page'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/privacy-policy/')({
  staticData: { namespaces: ['legal'] },
  loader: ({ context }) => loadLegalPage('privacy-policy', CURRENT, context.visitor),
  // A page from the server has no text in the browser: going back to it must wait for the loader.
  gcTime: 0,
  head: ({ match: { context } }) => pageHead(context, landingHead('privacy-policy', context)),
  component: PrivacyPolicy,
})

function PrivacyPolicy() {
  const { visitor } = Route.useRouteContext()
  return <LegalLanding kind="privacy-policy" data={Route.useLoaderData()} visitor={visitor} />
}
