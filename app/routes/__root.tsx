import { createRootRouteWithContext, HeadContent, Outlet, retainSearchParams, Scripts, useRouterState } from '@tanstack/react-router'
import { brandCss } from '../brand/tokens'
import { ConsentBanner, ConsentSettingsButton } from '../features/consent/consent-banner'
import { consentScript } from '../features/consent/consent-script'
import { localeOfTag, type Locale } from '../i18n/locale'
import { storedLanguageScript } from '../i18n/stored-language'
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
    meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }, { name: 'theme-color', content: match.context.visitor.brand.colours.primary }, { name: 'board-text', content: BOARD_TEXT_STYLES }],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: INTERFACE_FONT[match.context.visitor.locale] },
      { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
    ],
    styles: [{ children: brandCss(match.context.visitor.brand) }],
    scripts: [{ children: storedLanguageScript }, { children: dialogCommandsScript }, { children: consentScript }],
  }),
  component: Document,
})

function Document() {
  const { visitor } = Route.useRouteContext()
  const bare = useRouterState({ select: ({ matches }) => matches.some(({ status, staticData, _notFound }) => status === 'error' || status === 'notFound' || _notFound || staticData.bare) })
  return (
    <html lang={visitor.locale} data-brand={visitor.brand.id}>
      <head>
        <HeadContent />
      </head>
      <body>
        {bare ? (
          <Outlet />
        ) : (
          <PageFrame visitor={visitor} footerLinks={<ConsentSettingsButton />} after={<ConsentBanner decided={visitor.cookieDecision} />}>
            <Outlet />
          </PageFrame>
        )}
        <Scripts />
      </body>
    </html>
  )
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page outside the main layout: maintenance (spec 2). */
    bare?: true
  }
}
