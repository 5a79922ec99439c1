import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  retainSearchParams,
  Scripts,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsentBanner, CookiesLink } from '../features/consent/consent-banner'
import consentScript from '../features/consent/consent-script?script'
import type { RouterContext } from '../context/page-context'
import { hasFailed } from '../framework/failed-match'
import { loadNamespaces, namespacesOf } from '../i18n/i18n'
import { BrowserHead } from '../seo/browser-head'
import { documentHead, errorTitle } from '../seo/document-head'
import drawerScript from '../layout/drawer-script?script'
import { ErrorPage } from '../layout/error-page'
import glidingScript from '../layout/gliding-script?script'
import scrolledScript from '../layout/scrolled-script?script'
import { PageFrame } from '../layout/page-frame'
import { searchOf } from '../urls/known-parameters'
import '../ui/site.css'

export const Route = createRootRouteWithContext<RouterContext>()({
  validateSearch: (query) => searchOf(query, 'lng'),
  // A language asked for in the address stays while the visitor walks on.
  search: { middlewares: [retainSearchParams(['lng'])] },
  beforeLoad: ({ context, matches }) => loadNamespaces(context.i18n, namespacesOf(matches)),
  head: ({ match: { context } }) =>
    import.meta.env.SSR
      ? documentHead(context, [consentScript, drawerScript, glidingScript, scrolledScript])
      : { meta: [{ title: errorTitle(context) }] },
  shellComponent: Document,
  component: Page,
  errorComponent: ErrorPage,
  notFoundComponent: ErrorPage,
})

function Document({ children }: { children: ReactNode }) {
  const { brand, locale, cookieDecision } = useRouter().options.context.visitor
  return (
    <html
      lang={locale}
      data-brand={brand.id}
      data-white-label={brand.whiteLabel}
      data-consent={cookieDecision ? 'decided' : undefined}
    >
      <head>{import.meta.env.SSR ? <HeadContent /> : <BrowserHead />}</head>
      <body>
        {children}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  )
}

/** The page in the main layout, or bare. Whatever part of it failed, the error page takes the whole place. */
function Page() {
  const { visitor } = Route.useRouteContext()
  const bare = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.bare) })
  const failed = useRouterState({
    select: ({ matches }) => matches.some(hasFailed),
  })
  if (failed) return <ErrorPage />
  if (bare) return <Outlet />
  return (
    <PageFrame
      visitor={visitor}
      footerLinks={<CookiesLink />}
      first={<ConsentBanner decided={visitor.cookieDecision} />}
    >
      <Outlet />
    </PageFrame>
  )
}
