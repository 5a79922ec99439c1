import { createStartHandler } from '@tanstack/react-start/server'
import { renderRouterToString, RouterServer } from '@tanstack/react-router/ssr/server'
import { createElement } from 'react'
import { callApi } from '../functions'
import { pageBrand } from './brand/registry.server'
import { resolveVisitor } from './visitor'

export { Outbox } from '../functions/outbox/outbox'

const start = createStartHandler(({ router, responseHeaders }) =>
  renderRouterToString({ router, responseHeaders, children: createElement(RouterServer, { router }) }),
)

export default {
  async fetch(request, env, ctx) {
    const visitor = resolveVisitor(request)
    const apiVisitor = { brandId: visitor.brand.id, whiteLabel: visitor.brand.whiteLabel, requestId: crypto.randomUUID() }
    const url = new URL(request.url)
    if (url.pathname.startsWith('/api/') || url.pathname === '/healthz' || url.pathname === '/readyz') {
      return callApi(request, env, apiVisitor, ctx)
    }
    const { brand, locale, cookieDecision } = visitor
    return start(request, {
      context: {
        visitor: { brand: pageBrand(brand, locale), locale, cookieDecision },
        callApi: (apiRequest) => callApi(apiRequest, env, apiVisitor, ctx),
      },
    })
  },
} satisfies ExportedHandler<object>
