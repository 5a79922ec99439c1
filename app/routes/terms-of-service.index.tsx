import { createFileRoute } from '@tanstack/react-router'
import { landingHead } from '../features/legal/legal-head'
import { LegalLanding } from '../features/legal/legal-page'
import { CURRENT, loadLegalPage } from '../features/legal/load-legal-page'
import { pageHead } from '../seo/page-head'

export const Route = createFileRoute('/terms-of-service/')({
  staticData: { namespaces: ['legal'] },
  loader: ({ context }) => loadLegalPage('terms-of-service', CURRENT, context.visitor),
  // A page from the server has no text in the browser: going back to it must wait for the loader.
  gcTime: 0,
  head: ({ match: { context } }) => pageHead(context, landingHead('terms-of-service', context)),
  component: TermsOfService,
})

function TermsOfService() {
  const { visitor } = Route.useRouteContext()
  return <LegalLanding kind="terms-of-service" data={Route.useLoaderData()} visitor={visitor} />
}
