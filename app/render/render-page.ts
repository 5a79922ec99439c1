import { type AnyRouter, rootRouteId } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
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
  html?: string
  css?: InlineCss
}
const renderings = new WeakMap<Request, Rendering>()

const start = createStartHandler(async ({ request, router, responseHeaders }) => {
  const rendering: Rendering = renderings.get(request) ?? { requestId: '' }
  const { pathname: path } = new URL(request.url)
  for (const { status, error, routeId: route } of router.state.matches) {
    const failure = {
      requestId: rendering.requestId,
      method: request.method,
      path,
      code: 'route-error',
      route: String(route),
    }
    if (status === 'error') logFailure('error', failure, error)
  }
  const assets = import.meta.env.DEV ? null : await replaceAssets(router, path)
  const html = await transformHtmlStringWithRouter(router, renderToString(createElement(RouterServer, { router })))
  if (assets) {
    assertContains(html, ['</head>', assets.css.placeholder, ...assets.scripts.map(({ children = '' }) => children)])
    rendering.css = assets.css
  }
  rendering.html = html
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
})

/** Replaces the framework's scripts, preloads and style sheet in the manifest that the page is rendered from. */
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
  return { css, scripts }
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
export async function renderPage(
  address: URL,
  request: Request,
  context: RequestContext,
  requestId: string,
): Promise<RenderedPage> {
  const inner = new Request(address, { headers: request.headers, signal: request.signal })
  const rendering: Rendering = { requestId }
  renderings.set(inner, rendering)
  const answer = await start(inner, { context })
  const html = rendering.html ?? (await answer.text())
  if ((answer.status === 500 || html.includes(UNFINISHED)) && !import.meta.env.DEV) throw new RenderError()
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    const body = encoder.encode(html)
    return { status: answer.status, headers: [...answer.headers], body, etag: await etagOf(body), uncacheable: true }
  }
  const { brand, locale } = context.visitor
  const blocks = scanBlocks(html)
  const sources = inlineSources(blocks)
  const slices = import.meta.env.DEV ? '' : fontSlices(html, visibleRanges(html, blocks), locale)
  if (slices) sources.styles.push(slices)
  const slicesStyle = slices && `<style>${slices}</style>`
  return pageOf(answer.status, html.replace('</head>', `${slicesStyle}</head>`), sources, {
    anyStyle: import.meta.env.DEV,
    turnstile: brand.turnstile !== null && formOn(address.pathname) !== null,
    css: rendering.css ?? null,
    uncacheable: import.meta.env.DEV || answer.headers.get('cache-control') === 'no-store',
  })
}

async function pageOf(
  status: number,
  html: string,
  sources: InlineSources,
  { uncacheable, css, ...policy }: PolicyOptions & { uncacheable: boolean; css?: InlineCss | null },
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
  }
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
  const attempt = (target: URL) =>
    renderPage(target, request, context, requestId).catch((error: unknown) => {
      const failure = { requestId, method: request.method, path: target.pathname, code: 'page-not-rendered' }
      const reason = error instanceof FrameworkOutputError && { reason: error.message }
      logFailure('error', { ...failure, ...reason }, error)
      return null
    })
  const page = await attempt(address)
  if (page) return page
  const errorPage = await attempt(new URL(ERROR_PATH, address))
  if (errorPage) return { ...errorPage, status: 500 }
  const html = fallbackPage(context.visitor)
  return pageOf(500, html, inlineSources(scanBlocks(html)), { uncacheable: true })
}
