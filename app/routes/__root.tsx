import { createRootRouteWithContext, HeadContent, Outlet, retainSearchParams, Scripts, useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsentBanner, ConsentSettingsButton } from '../features/consent/consent-banner'
import { consentScript } from '../features/consent/consent-script'
import { LOCALE_QUERY, localeOfTag, type Locale } from '../i18n/locale'
import { languageScript } from '../i18n/language-script'
import { ErrorPage } from '../layout/error-page'
import { PageFrame } from '../layout/page-frame'
import type { RouterContext } from '../router'
import { BOARD_TEXT_STYLES, INTERFACE_FONT } from '../ui/fonts/files'
import { dialogCommandsScript } from '../ui/dialog-commands'
import '../ui/site.css'

export const Route = createRootRouteWithContext<RouterContext>()({
  validateSearch: (query: Record<string, unknown>): { lng?: Locale } => {
    const lng = typeof query.lng === 'string' ? localeOfTag(query.lng) : null
    return lng ? { lng } : {}
  },
  // A language asked for in the address stays while the visitor walks on.
  search: { middlewares: [retainSearchParams(['lng'])] },
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      // Every page has a title of its own; what is left without one is an error.
      { title: `${match.context.i18n.t('error:title')} | ${match.context.visitor.brand.name}` },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: match.context.visitor.brand.colours.primary },
      { name: 'board-text', content: BOARD_TEXT_STYLES },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: INTERFACE_FONT[match.context.visitor.locale] },
      // For what cannot show the drawing: one picture file of three sizes.
      { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
      { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: `/manifest.webmanifest?${LOCALE_QUERY}=${match.context.visitor.locale}` },
    ],
    styles: [{ children: match.context.visitor.brand.css }],
    scripts: [{ children: languageScript }, { children: dialogCommandsScript }, { children: consentScript }],
  }),
  shellComponent: Document,
  component: Page,
  errorComponent: ErrorPage,
  notFoundComponent: ErrorPage,
})

function Document({ children }: { children: ReactNode }) {
  const { brand, locale } = useRouter().options.context.visitor
  return (
    <html lang={locale} data-brand={brand.id}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** The page in the main layout, or bare. Whatever part of it failed, the error page takes the whole place. */
function Page() {
  const { visitor } = Route.useRouteContext()
  const bare = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.bare) })
  const failed = useRouterState({ select: ({ matches }) => matches.some(({ status, _notFound }) => status === 'error' || status === 'notFound' || _notFound) })
  if (failed) return <ErrorPage />
  if (bare) return <Outlet />
  return (
    <PageFrame visitor={visitor} footerLinks={<ConsentSettingsButton />} after={<ConsentBanner decided={visitor.cookieDecision} />}>
      <Outlet />
    </PageFrame>
  )
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page outside the main layout: maintenance (spec 2). */
    bare?: true
  }
}
