import { callApi } from '../functions'
import { pageBrand } from './brand/registry.server'
import { csrfCookie } from './csrf-cookie'
import { knownAddress } from './known-query'
import type { RequestContext } from './page-context'
import { pageSecurityHeaders } from './page-security'
import { renderPage, type RenderedPage } from './render-page'
import { resolveVisitor } from './visitor'

export { Outbox } from '../functions/outbox/outbox'

const API = /^\/(?:api(?:\/|$)|healthz$|readyz$)/
const STATIC_FILE = /\.(?!xml$|txt$)[a-z0-9]+$/i

/** The front door: /api/* to the Hono app, files to the assets, everything else is a page. */
export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url)
    const requestId = crypto.randomUUID()
    const { brand, locale, cookieDecision } = resolveVisitor(request)
    const call = (apiRequest: Request) => callApi(apiRequest, env, { brandId: brand.id, whiteLabel: brand.whiteLabel, requestId }, ctx)
    if (API.test(url.pathname)) return call(request)

    const secure = url.protocol === 'https:'
    const dressed = (answer: Response) => {
      const headers = new Headers(answer.headers)
      for (const [name, value] of Object.entries(pageSecurityHeaders(secure))) headers.set(name, value)
      headers.set('x-request-id', requestId)
      if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
      const body = request.method === 'HEAD' ? null : answer.body
      return new Response(body, { status: answer.status, headers })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return dressed(new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } }))
    }
    if (STATIC_FILE.test(url.pathname)) {
      const file = await env.ASSETS.fetch(request)
      if (file.status !== 404) return dressed(file)
    }
    const context: RequestContext = { visitor: { brand: pageBrand(brand, locale), locale, cookieDecision }, callApi: call }
    const page = await renderPage(knownAddress(url), request, context)
    if (page instanceof Response) return dressed(page)
    const answer = dressed(pageResponse(page))
    const cookie = csrfCookie(request, url.pathname)
    if (cookie) answer.headers.append('set-cookie', cookie)
    return answer
  },
} satisfies ExportedHandler<{ ASSETS: Fetcher }>

function pageResponse({ status, headers, html }: RenderedPage): Response {
  return new Response(html, { status, headers })
}
