import { callApi, runScheduled, submitForm } from '../functions'
import { cardAddress, iconResponse } from './brand/pictures/pictures.server'
import { brands, pageBrand } from './brand/brands.server'
import { csrfCookie } from './request/csrf-cookie'
import { MAINTENANCE_PATH } from './render/deferred-hydration'
import { deployedBrand } from './request/deployed-brand'
import { formOn } from './urls/form-paths'
import { answerFormPost, postedForm } from './request/form-post'
import { knownAddress } from './urls/known-parameters'
import { guarded } from './request/error-boundary'
import { maintenanceInForce, retryAfter } from './request/maintenance'
import { PageCache, pageStore } from './page-cache/page-cache'
import type { RequestContext } from './context/page-context'
import { pageKey } from './page-cache/page-key'
import { type Answer, pageResponse } from './request/page-response'
import { answerPreferencePost } from './request/preference-post'
import { renderPageOrError } from './render/render-page'
import { resolveVisitor } from './request/visitor'

export { Outbox } from '../functions'

const API = /^\/(?:api(?:\/|$)|healthz$|readyz$)/
const STATIC_FILE = /\.(?!xml$|txt$)[a-z0-9]+$/i

/** What is shown of the site while it is closed: its page of maintenance, with icon and name. */
const STAYS_OPEN = new Set([MAINTENANCE_PATH, '/icon.svg', '/manifest.webmanifest'])

const pages = new PageCache(pageStore)

/** What pages need of the Worker's env; functions/env.ts has all of it. */
interface PageEnv {
  ASSETS: Fetcher
  CACHE: KVNamespace
  PAGE_CACHE: string
  TURNSTILE_SITE_KEYS: string
}

/** The front door: /api/* to the Hono app, files to the assets, everything else is a page. */
export default {
  fetch: guarded<PageEnv>(async (request, env, ctx, requestId) => {
    const url = new URL(request.url)
    const known = resolveVisitor(request)
    const brand = deployedBrand(known.brand, env.TURNSTILE_SITE_KEYS)
    const visitor = { ...known, brand }
    const apiVisitor = {
      brandId: brand.id,
      whiteLabel: brand.whiteLabel,
      origin: brand.origin,
      turnstile: brand.turnstile !== null,
      requestId,
    }
    const call = (apiRequest: Request) => callApi(apiRequest, env, apiVisitor, ctx)
    if (API.test(url.pathname)) return call(request)

    const respond = (answer: Answer) => pageResponse(answer, request, requestId)
    const preference = await answerPreferencePost(request)
    if (preference) return respond(preference)
    const form = postedForm(request, url.pathname)
    if (!form && request.method !== 'GET' && request.method !== 'HEAD') {
      if (!formOn(url.pathname)) return respond(new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } }))
      return respond(
        request.method === 'POST'
          ? new Response(null, { status: 415 })
          : new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } }),
      )
    }
    const icon = await iconResponse(env.ASSETS, brand.id, url, request)
    if (icon) return respond(icon)
    if (STATIC_FILE.test(url.pathname)) {
      const file = await env.ASSETS.fetch(request)
      if (file.status !== 404) return respond(file)
    }
    const maintenance = await maintenanceInForce(env.CACHE, requestId)
    const closed = maintenance !== null && !STAYS_OPEN.has(url.pathname)
    const address = knownAddress(closed ? new URL(MAINTENANCE_PATH + url.search, url) : url, brand.features)
    const context: RequestContext = {
      visitor: { ...visitor, brand: pageBrand(brand, visitor.locale), card: cardAddress(brand.id, visitor.locale) },
      callApi: call,
      maintenance,
    }
    if (form && !closed)
      return respond(
        await answerFormPost(form, request, () => submitForm(form, request, env, apiVisitor), context, requestId),
      )
    const { page, status } = await pages.read({
      key: pageKey(__BUILD_ID__, visitor, address, maintenance),
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
    await runScheduled(
      env,
      new Date(scheduledTime),
      brands.map(({ id }) => id),
    )
  },
} satisfies ExportedHandler<PageEnv>
