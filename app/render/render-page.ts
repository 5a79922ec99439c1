import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { contentSecurityPolicy } from './security-policy'
import { deferScripts, ERROR_PATH, wakeUpOf, type WakeUp } from './deferred-hydration'
import { formOn } from '../urls/form-paths'
import type { Locale } from '../i18n/locale'
import { lastResortPage } from './fallback-page'
import { stretchesOf } from './html-scanner'
import type { RequestContext } from '../context/page-context'
import { sheetSetAside, withSheet, type PageSheet } from './inline-css'
import { withFontSlices } from '../ui/fonts/slices.server'

interface Rendered {
  html: string
  sheet: PageSheet | null
}

/** What was rendered, by the request that asked for it: fifty kilobytes that would else be encoded into a response and decoded again at once. */
const results = new WeakMap<Request, Rendered>()

const start = createStartHandler(async ({ request, router, responseHeaders }) => {
  for (const { status, error, routeId } of router.state.matches) {
    if (status === 'error') logRouteFailure(String(routeId), error, request.headers.get(REQUEST_ID))
  }
  const sheet = await sheetSetAside(router)
  const html = await transformHtmlStringWithRouter(router, renderToString(createElement(RouterServer, { router })))
  results.set(request, { html, sheet: sheet && html.includes(sheet.standIn) ? sheet : null })
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
})

/** Set on the request that is rendered; a client's own is never taken over. */
const REQUEST_ID = 'x-request-id'

/** A page as it was rendered: whole, with the policy that fits just this text. */
export interface RenderedPage {
  status: number
  headers: [string, string][]
  /** The text in UTF-8, encoded once: it is kept and sent as it stands. */
  body: Uint8Array<ArrayBuffer>
  /** The strong validator of these bytes (RFC 9110, 8.8.3). */
  etag: string
  /** Rendered without all its data: to be shown, not kept. */
  passing: boolean
}

const encoder = new TextEncoder()

/** React's mark of a part that failed on the server and is left for the browser to try again. */
const UNFINISHED = '<!--$!-->'

/** A loader or a component failed; what the framework made of it must not reach the visitor. */
class RenderError extends Error {
  override readonly name = 'RenderError'
}

/**
 * Renders one page. A redirect comes back as a page without text.
 * @param address what to render, already cut down to what a page knows
 * @throws RenderError where a loader or a component fails; in development the framework shows what failed
 */
export async function renderPage(
  address: URL,
  request: Request,
  context: RequestContext,
  requestId: string,
): Promise<RenderedPage> {
  const headers = new Headers(request.headers)
  headers.set(REQUEST_ID, requestId)
  const inner = new Request(address, { headers, signal: request.signal })
  const answer = await start(inner, { context })
  const { html: rendered, sheet } = results.get(inner) ?? { html: await answer.text(), sheet: null }
  if ((answer.status === 500 || rendered.includes(UNFINISHED)) && !import.meta.env.DEV) throw new RenderError()
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    const body = encoder.encode(rendered)
    return { status: answer.status, headers: [...answer.headers], body, etag: await etagOf(body), passing: true }
  }
  // In development the framework's own scripts come along, nothing is put off, and no page is kept.
  const html = import.meta.env.DEV ? rendered : finished(rendered, wakeUpOf(address.pathname), context.visitor.locale)
  const turnstile = context.visitor.brand.turnstile !== null && formOn(address.pathname) !== null
  return pageOf(answer.status, html, {
    sheet,
    passing: import.meta.env.DEV || answer.headers.get('cache-control') === 'no-store',
    turnstile,
  })
}

function finished(rendered: string, wake: WakeUp, locale: Locale): string {
  const html = deferScripts(rendered, wake)
  return withFontSlices(html, stretchesOf(html), locale)
}

async function pageOf(
  status: number,
  html: string,
  { passing, turnstile = false, sheet = null }: { passing: boolean; turnstile?: boolean; sheet?: PageSheet | null },
): Promise<RenderedPage> {
  const policy = await contentSecurityPolicy(html, { anyStyle: import.meta.env.DEV, turnstile, sheet })
  const bytes = encoder.encode(html)
  return {
    status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', policy],
    ],
    body: sheet ? withSheet(html, bytes, sheet) : bytes,
    // The stand-in names the sheet, so this tells pages with different sheets apart too.
    etag: await etagOf(bytes),
    passing,
  }
}

async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 15)))}"`
}

/**
 * Renders one page; where that breaks down, the error page with status 500 and one line in the log. The error page is
 * rendered anew at an address without a route, so that neither data nor message of the failure is in it. Where even that
 * fails, for the layout's own data may be at fault, a page without the framework. Never throws.
 */
export async function renderPageOrError(
  address: URL,
  request: Request,
  context: RequestContext,
  requestId: string,
): Promise<RenderedPage> {
  const attempt = (target: URL) =>
    renderPage(target, request, context, requestId).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error
      console.error(
        JSON.stringify({
          level: 'error',
          request_id: requestId,
          code: 'page-not-rendered',
          path: target.pathname,
          error: name,
        }),
      )
      return null
    })
  const page = await attempt(address)
  if (page) return page
  const errorPage = await attempt(new URL(ERROR_PATH, address))
  return errorPage ? { ...errorPage, status: 500 } : pageOf(500, lastResortPage(context.visitor), { passing: true })
}

/** A foreign error's sentence may quote the visitor's input, so only its class and the places it passed through are written. */
function logRouteFailure(route: string, error: unknown, requestId: string | null): void {
  const stack =
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .filter((line) => line.trimStart().startsWith('at '))
          .slice(0, 8)
      : []
  console.error(
    JSON.stringify({
      level: 'error',
      request_id: requestId,
      code: 'route-error',
      route,
      error: error instanceof Error ? error.name : typeof error,
      stack,
    }),
  )
}
