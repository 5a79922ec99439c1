import { renderRouterToString, RouterServer } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { contentSecurityPolicy } from './page-security'
import { deferScripts, wakeUpOf } from './defer-scripts'
import type { RequestContext } from './page-context'

const start = createStartHandler(({ router, responseHeaders }) =>
  renderRouterToString({ router, responseHeaders, children: createElement(RouterServer, { router }) }),
)

/** A page as it was rendered: whole, with the policy that fits just this text. */
export interface RenderedPage {
  status: number
  headers: [string, string][]
  html: string
  /** Rendered without all its data: to be shown, not kept. */
  passing: boolean
}

/**
 * Renders one page. A redirect comes back as a page without text.
 * @param address what to render, already cut down to what a page knows
 */
export async function renderPage(address: URL, request: Request, context: RequestContext): Promise<RenderedPage> {
  const answer = await start(new Request(address, { headers: request.headers, signal: request.signal }), { context })
  const rendered = await answer.text()
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    return { status: answer.status, headers: [...answer.headers], html: rendered, passing: true }
  }
  // In development the framework's own scripts come along, and nothing is put off.
  const html = import.meta.env.DEV ? rendered : deferScripts(rendered, wakeUpOf(address.pathname))
  return {
    status: answer.status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', await contentSecurityPolicy(html)],
    ],
    html,
    passing: answer.headers.get('cache-control') === 'no-store',
  }
}

/** An address that no route has: rendering it gives the error page. */
const NOWHERE = '/error'

/**
 * Renders one page; where rendering itself breaks down, the error page with status 500, and one line in the log.
 * Never throws unless the error page cannot be rendered either.
 */
export async function renderPageOrError(address: URL, request: Request, context: RequestContext, requestId: string): Promise<RenderedPage> {
  try {
    const page = await renderPage(address, request, context)
    if (page.status === 500) console.error(JSON.stringify({ level: 'error', request_id: requestId, code: 'route-error', path: address.pathname }))
    return page
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error
    console.error(JSON.stringify({ level: 'error', request_id: requestId, code: 'page-not-rendered', path: address.pathname, error: name }))
    return { ...(await renderPage(new URL(NOWHERE, address), request, context)), status: 500 }
  }
}
