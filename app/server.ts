import { callApi, runScheduled, submitForm } from '../functions'
import { brands } from './brand/brand-of-host.server'
import type { RequestContext } from './context/page-context'
import { PageCache, sharedPages } from './page-cache/page-cache'
import { pageKey } from './page-cache/page-key'
import { MAINTENANCE_PATH } from './render/deferred-hydration'
import { renderPageOrError } from './render/render-page'
import { csrfCookie } from './request/csrf-cookie'
import { withErrorBoundary } from './request/error-boundary'
import { answerFormPost, postedForm } from './request/form-post'
import { maintenanceInForce, retryAfter } from './request/maintenance'
import { type Answer, pageResponse } from './request/page-response'
import { answerPreferencePost } from './request/preference-post'
import { staticFile } from './request/static-file'
import { resolveVisitor } from './request/resolve-visitor'
import { formOn } from './urls/form-paths'
import { knownAddress } from './urls/known-parameters'

export { Outbox } from '../functions'

/** Set at build (app.config.ts); differs in every build. */
declare const __BUILD_ID__: string

/** The part of the Worker's env that pages use; functions/env.ts has all of it. */
interface PageEnv {
  ASSETS: Fetcher
  CACHE: KVNamespace
  PAGE_CACHE: string
  TURNSTILE_SITE_KEYS: string
}

const API = /^\/(?:api(?:\/|$)|healthz$|readyz$)/
/** Paths that stay available during a maintenance: its page, with icon and name. */
const AVAILABLE_IN_MAINTENANCE = new Set([MAINTENANCE_PATH, '/icon.svg', '/manifest.webmanifest'])

const pages = new PageCache(sharedPages)

/** The Worker entry: the Hono app answers the API, the assets answer files, everything else is a page. */
export default {
  fetch: withErrorBoundary<PageEnv>(async (request, env, ctx, requestId) => {
    const url = new URL(request.url)
    const visitor = resolveVisitor(request, env.TURNSTILE_SITE_KEYS, requestId)
    const call = (apiRequest: Request) => callApi(apiRequest, env, visitor.api, ctx)
    if (API.test(url.pathname)) return call(request)

    const respond = (answer: Answer) => pageResponse(answer, request, requestId)
    const preference = await answerPreferencePost(request)
    if (preference) return respond(preference)
    const form = postedForm(request, url.pathname)
    if (!form && request.method !== 'GET' && request.method !== 'HEAD')
      return respond(refusal(request.method, url.pathname))
    const file = await staticFile(request, url.pathname, visitor.api.brandId, env.ASSETS)
    if (file) return respond(file)

    const maintenance = await maintenanceInForce(env.CACHE, requestId)
    const closed = maintenance !== null && !AVAILABLE_IN_MAINTENANCE.has(url.pathname)
    const requested = closed ? new URL(MAINTENANCE_PATH + url.search, url) : url
    const address = knownAddress(requested, visitor.page.brand.features)
    const context: RequestContext = {
      visitor: visitor.page,
      cookies: request.headers.get('cookie') ?? '',
      callApi: call,
      maintenance,
    }
    if (form && !closed) {
      const submit = () => submitForm(form, request, env, visitor.api)
      return respond(await answerFormPost(form, request, submit, context, requestId))
    }

    const { page, status } = await pages.read({
      key: pageKey(__BUILD_ID__, visitor.page, address, maintenance),
      render: () => renderPageOrError(address, request, context, requestId),
      waitUntil: (work) => ctx.waitUntil(work),
      bypass: env.PAGE_CACHE === 'off',
    })
    const headers = new Headers(page.headers)
    if (closed) {
      headers.set('retry-after', retryAfter(maintenance))
      return respond({ status: 503, headers, body: page.body })
    }
    headers.set('cache-status', status)
    headers.set('etag', page.etag)
    const cookie = csrfCookie(request, url.pathname)
    if (cookie) headers.set('set-cookie', cookie)
    return respond({ status: page.status, headers, body: page.body })
  }),
  async scheduled({ scheduledTime }, env) {
    const brandIds = brands.map(({ id }) => id)
    await runScheduled(env, new Date(scheduledTime), brandIds)
  },
} satisfies ExportedHandler<PageEnv>

/** The answer to a method other than GET and HEAD that posts no form: 415 for another body on a form page, else 405. */
function refusal(method: string, path: string): Response {
  const isFormPage = formOn(path) !== null
  if (isFormPage && method === 'POST') return new Response(null, { status: 415 })
  return new Response(null, { status: 405, headers: { allow: isFormPage ? 'GET, HEAD, POST' : 'GET, HEAD' } })
}
