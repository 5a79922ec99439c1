import { logFailure } from '../../functions/log'
import type { PageLists, RequestContext } from '../context/page-context'
import { FrameworkOutputError } from '../framework/output-error'
import { type InlineSources, renderDocument } from '../framework/render-document'
import { fontSlices } from '../ui/fonts/slices.server'
import { formOn } from '../urls/form-paths'
import { fallbackPage } from './fallback-page'
import { ERROR_PATH, hydrationOf } from './page-path'
import { contentSecurityPolicy, type PolicyOptions } from './security-policy'
import { visibleRanges } from './visible-ranges'

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

/** What the Worker entry knows of a request; the age of what the page reads is found out by rendering it. */
export type PageInput = Omit<RequestContext, 'lists'>

const encoder = new TextEncoder()

/** What a line of the log says about a request, with the pattern of the route that is being rendered. */
interface LoggedRequest {
  requestId: string
  method: string
  path: string
}

/**
 * Renders one page. A redirect gives a page without text.
 * @param address from `knownAddress`
 * @param logged gets the page's route
 * @throws the first failure of a loader or a component, because the framework's output must not reach the visitor; in development the
 *   framework shows the failure
 */
async function renderPage(
  address: URL,
  request: Request,
  context: PageInput,
  logged: LoggedRequest,
): Promise<RenderedPage> {
  const inner = new Request(address, { headers: request.headers, signal: request.signal })
  const lists: PageLists = { oldestMs: 0, stale: false }
  const rendered = await renderDocument(inner, { ...context, lists }, hydrationOf(address.pathname))
  const { answer, failures } = rendered
  logged.path = rendered.route
  for (const { route, error } of failures)
    if (route !== undefined) logFailure('error', { ...logged, code: 'route-error', route }, error)
  if (failures[0] && !import.meta.env.DEV) throw failures[0].error
  const html = rendered.html ?? (await answer.text())
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    const body = encoder.encode(html)
    const headers = [...answer.headers]
    return {
      status: answer.status,
      headers,
      body,
      etag: await etagOf(body),
      uncacheable: true,
      dataAgeMs: lists.oldestMs,
    }
  }
  const { brand, locale } = context.visitor
  const sources = rendered.sources ?? { scripts: [], styles: [] }
  const slices = import.meta.env.DEV ? '' : fontSlices(html, visibleRanges(html), locale)
  if (slices) sources.styles.push(slices)
  const slicesStyle = slices && `<style>${slices}</style>`
  return pageOf(answer.status, html.replace('</head>', `${slicesStyle}</head>`), sources, {
    anyInline: import.meta.env.DEV,
    turnstile: brand.turnstile !== null && formOn(address.pathname) !== null,
    dataAgeMs: lists.oldestMs,
    // A page from a list that is itself up to a day old would be kept for another day.
    uncacheable: import.meta.env.DEV || lists.stale || answer.headers.get('cache-control') === 'no-store',
  })
}

async function pageOf(
  status: number,
  html: string,
  sources: InlineSources,
  { uncacheable, dataAgeMs = 0, ...policy }: PolicyOptions & { uncacheable: boolean; dataAgeMs?: number },
): Promise<RenderedPage> {
  const body = encoder.encode(html)
  return {
    status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', await contentSecurityPolicy(sources, policy)],
    ],
    body,
    etag: await etagOf(body),
    uncacheable,
    dataAgeMs,
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
  context: PageInput,
  requestId: string,
): Promise<RenderedPage> {
  const attempt = (target: URL) => {
    const logged: LoggedRequest = { requestId, method: request.method, path: '' }
    return renderPage(target, request, context, logged).catch((error: unknown) => {
      const reason = error instanceof FrameworkOutputError && { reason: error.message }
      logFailure('error', { ...logged, code: 'page-not-rendered', ...reason }, error)
      return null
    })
  }
  const page = await attempt(address)
  if (page) return page
  const errorPage = await attempt(new URL(ERROR_PATH, address))
  if (errorPage) return { ...errorPage, status: 500 }
  const { html, sources } = fallbackPage(context.visitor, 500)
  return pageOf(500, html, sources, { uncacheable: true })
}
