import { createFileRoute } from '@tanstack/react-router'
import { CookiesPage } from '../features/consent/cookies-page'
import { storedChoice } from '../features/consent/stored-choice'
import { pageHead } from '../seo/page-head'
import { Container } from '../ui/container'

export const Route = createFileRoute('/cookies')({
  loader: ({ serverContext }) => storedChoice(serverContext),
  headers: () => ({ 'cache-control': 'no-store' }),
  head: ({ match: { context } }) =>
    pageHead(context, { path: '/cookies', title: context.i18n.t('page:cookies.title'), noindex: true }),
  component: Cookies,
})

function Cookies() {
  return (
    <Container narrow>
      <CookiesPage choice={Route.useLoaderData()} />
    </Container>
  )
}
