import { type AnyRouter, rootRouteId } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { LIST_FRESH_SECONDS } from '../../functions/contract/limits'
import { logFailure } from '../../functions/log'
import type { RequestContext } from '../context/page-context'
import { fontSlices } from '../ui/fonts/slices.server'
import { formOn } from '../urls/form-paths'
import { ERROR_PATH, hydrationOf, hydrationScripts } from './deferred-hydration'
import { fallbackPage } from './fallback-page'
import { assertContains, FrameworkOutputError } from './framework-output'
import { scanBlocks, visibleRanges } from './html-scanner'
import { inlineCss, insertCss, type InlineCss } from './inline-css'
import { contentSecurityPolicy, inlineSources, type InlineSources, type PolicyOptions } from './security-policy'

/** Passes the request id to Start's handler and the text back, which a `Response` would encode and decode again. */
interface Rendering {
  requestId: string
  /** Pattern of the page's route, for log lines: an address may hold what a visitor typed. */
  route: string
  html?: string
  css?: InlineCss
  /** What the routes and this module put into the page. */
  sources?: InlineSources
}
const renderings = new WeakMap<Request, Rendering>()

const start = createStartHandler(async ({ request, router, responseHeaders }) => {
  const rendering: Rendering = renderings.get(request) ?? { requestId: '', route: '' }
  const { matches } = router.state
  rendering.route = String(matches.at(-1)?.routeId ?? '')
  for (const { status, error, routeId } of matches) {
    const failure = { requestId: rendering.requestId, method: request.method, path: rendering.route }
    if (status === 'error') logFailure('error', { ...failure, code: 'route-error', route: String(routeId) }, error)
  }
  const assets = import.meta.env.DEV ? null : await replaceAssets(router, new URL(request.url).pathname)
  const html = await transformHtmlStringWithRouter(router, renderToString(createElement(RouterServer, { router })))
  if (assets) {
    const { css, sources } = assets
    assertContains(html, ['</head>', ...sources.scripts, ...sources.styles])
    Object.assign(rendering, { css, sources })
  }
  rendering.html = html
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
})

/**
 * Replaces the framework's scripts, preloads and style sheet in the manifest that the page is rendered from.
 * @returns the style sheet, and all inline scripts and styles that the page will have
 */
async function replaceAssets(router: AnyRouter, path: string) {
  const { inlineStyle, ...manifest } = router.ssr?.manifest ?? { routes: {} }
  const routeIds = router.state.matches.map(({ routeId }) => String(routeId))
  const css = await inlineCss(inlineStyle?.children, routeIds)
  const scripts = hydrationScripts(hydrationOf(path), manifest, router.serverSsr)
  router.ssr = {
    manifest: {
      inlineStyle: { ...inlineStyle, children: css.placeholder },
      routes: { [rootRouteId]: { scripts } },
    },
  }
  const textsOf = (elements: unknown[]) =>
    (elements as { children?: unknown }[]).flatMap(({ children }) => (typeof children === 'string' ? children : []))
  const { matches } = router.state
  const sources: InlineSources = {
    scripts: textsOf([...matches.flatMap(({ headScripts }) => headScripts ?? []), ...scripts]),
    styles: [...textsOf(matches.flatMap(({ styles }) => styles ?? [])), css.placeholder],
  }
  return { css, sources }
}

/** Rendered page: its text and the policy for exactly that text. */
export interface RenderedPage {
  status: number
  headers: [string, string][]
  /** UTF-8. */
  body: Uint8Array<ArrayBuffer>
  /** Strong validator of the body (RFC 9110, 8.8.3). */
  etag: string
  /** Rendered without all its data, so not for the page cache. */
  uncacheable: boolean
  /** Age of the oldest list in it, 0 without one. */
  dataAgeMs: number
}

/** React's mark of a component that failed on the server and is left to the browser. */
const UNFINISHED = '<!--$!-->'

/** A loader or a component failed; the framework's output must not reach the visitor. */
class RenderError extends Error {
  override readonly name = 'RenderError'
}

const encoder = new TextEncoder()

/**
 * Renders one page. A redirect gives a page without text.
 * @param address from `knownAddress`
 * @throws RenderError if a loader or a component fails; in development the framework shows the failure
 */
async function renderPage(
  address: URL,
  request: Request,
  context: RequestContext,
  rendering: Rendering,
): Promise<RenderedPage> {
  const inner = new Request(address, { headers: request.headers, signal: request.signal })
  renderings.set(inner, rendering)
  let hasStaleList = false
  let dataAgeMs = 0
  const callApi = async (call: Request) => {
    const answer = await context.callApi(call)
    const status = answer.headers.get('cache-status') ?? ''
    hasStaleList ||= status.includes('detail=stale')
    dataAgeMs = Math.max(dataAgeMs, ageOfList(status))
    return answer
  }
  const answer = await start(inner, { context: { ...context, callApi } })
  const html = rendering.html ?? (await answer.text())
  if ((answer.status === 500 || html.includes(UNFINISHED)) && !import.meta.env.DEV) throw new RenderError()
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    const body = encoder.encode(html)
    const headers = [...answer.headers]
    return { status: answer.status, headers, body, etag: await etagOf(body), uncacheable: true, dataAgeMs }
  }
  const { brand, locale } = context.visitor
  const blocks = scanBlocks(html)
  const sources = rendering.sources ?? inlineSources(blocks)
  const slices = import.meta.env.DEV ? '' : fontSlices(html, visibleRanges(html, blocks), locale)
  if (slices) sources.styles.push(slices)
  const slicesStyle = slices && `<style>${slices}</style>`
  return pageOf(answer.status, html.replace('</head>', `${slicesStyle}</head>`), sources, {
    anyStyle: import.meta.env.DEV,
    turnstile: brand.turnstile !== null && formOn(address.pathname) !== null,
    css: rendering.css ?? null,
    dataAgeMs,
    // A page from a list that is itself up to a day old would be kept for another day.
    uncacheable: import.meta.env.DEV || hasStaleList || answer.headers.get('cache-control') === 'no-store',
  })
}

async function pageOf(
  status: number,
  html: string,
  sources: InlineSources,
  {
    uncacheable,
    dataAgeMs = 0,
    css,
    ...policy
  }: PolicyOptions & { uncacheable: boolean; dataAgeMs?: number; css?: InlineCss | null },
): Promise<RenderedPage> {
  const bytes = encoder.encode(html)
  return {
    status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', await contentSecurityPolicy(sources, { css, ...policy })],
    ],
    body: css ? insertCss(html, bytes, css) : bytes,
    // The placeholder contains the sheet's hash.
    etag: await etagOf(bytes),
    uncacheable,
    dataAgeMs,
  }
}

/** How old a list is, by its `Cache-Status` (docs/contract.md#5): 0 where it was asked for now. */
function ageOfList(status: string): number {
  const [, ttl] = /; ttl=(\d+)/.exec(status) ?? []
  return ttl === undefined ? 0 : (LIST_FRESH_SECONDS - Number(ttl)) * 1000
}

async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 15)))}"`
}

/**
 * Renders one page. If that fails, logs it and renders the error page with status 500, at an address without a route,
 * so that it contains neither data nor message of the failure. If that fails too, gives the fallback page. Never throws.
 */
export async function renderPageOrError(
  address: URL,
  request: Request,
  context: RequestContext,
  requestId: string,
): Promise<RenderedPage> {
  const attempt = (target: URL) => {
    const rendering: Rendering = { requestId, route: '' }
    return renderPage(target, request, context, rendering).catch((error: unknown) => {
      const failure = { requestId, method: request.method, path: rendering.route, code: 'page-not-rendered' }
      const reason = error instanceof FrameworkOutputError && { reason: error.message }
      logFailure('error', { ...failure, ...reason }, error)
      return null
    })
  }
  const page = await attempt(address)
  if (page) return page
  const errorPage = await attempt(new URL(ERROR_PATH, address))
  if (errorPage) return { ...errorPage, status: 500 }
  const { html, sources } = fallbackPage(context.visitor)
  return pageOf(500, html, sources, { uncacheable: true })
}
