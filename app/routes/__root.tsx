import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { brandCss } from '../brand/tokens'
import type { RouterContext } from '../router'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => ({
    meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width, initial-scale=1' }],
    styles: [{ children: brandCss(match.context.visitor.brand) }],
  }),
  component: Document,
})

function Document() {
  const { visitor } = Route.useRouteContext()
  return (
    <html lang={visitor.locale} data-brand={visitor.brand.id}>
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
