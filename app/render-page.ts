import { renderRouterToString, RouterServer } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { contentSecurityPolicy } from './page-security'
import { deferScripts, wakeUpOf } from './defer-scripts'
import { lastResortPage } from './last-resort'
import type { RequestContext } from './page-context'

const start = createStartHandler(({ router, responseHeaders }) => {
  for (const { status, error, routeId } of router.state.matches) if (status === 'error') logFailure(routeId, error)
  return renderRouterToString({ router, responseHeaders, children: createElement(RouterServer, { router }) })
})

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
  const unfinished = rendered.includes(UNFINISHED)
  if (unfinished) console.error(JSON.stringify({ level: 'error', code: 'page', path: address.pathname, error: 'a component failed while the page was rendered' }))
  // In development the framework shows what failed.
  if ((answer.status === 500 || unfinished) && !import.meta.env.DEV) return renderFailure(address, request, context)
  if (!answer.headers.get('content-type')?.startsWith('text/html')) {
    return { status: answer.status, headers: [...answer.headers], html: rendered, passing: true }
  }
  // In development the framework's own scripts come along, and nothing is put off.
  const html = import.meta.env.DEV ? rendered : deferScripts(rendered, wakeUpOf(address.pathname))
  return pageOf(answer.status, html, answer.headers.get('cache-control') === 'no-store')
}

const pageOf = async (status: number, html: string, passing: boolean): Promise<RenderedPage> => ({
  status,
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', await contentSecurityPolicy(html)],
  ],
  html,
  passing,
})

/** React's mark of a part that failed on the server and is left for the browser to try again. */
const UNFINISHED = '<!--$!-->'
const SCRIPTS = /<script\b[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g

/**
 * The error page with status 500, rendered anew at an address that has no route, so that nothing of what failed is in it:
 * no data, no message, no script. If even that fails, the last resort.
 */
async function renderFailure(address: URL, request: Request, context: RequestContext): Promise<RenderedPage> {
  const answer = await start(new Request(new URL('/error', address), { headers: request.headers, signal: request.signal }), { context })
  const html = answer.status === 404 ? (await answer.text()).replace(SCRIPTS, '') : lastResortPage(context.visitor)
  return pageOf(500, html, true)
}

/** A foreign error's sentence may quote the visitor's input, so only its class and the places it passed through are written. */
function logFailure(route: string, error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at ')).slice(0, 8) : []
  console.error(JSON.stringify({ level: 'error', code: 'page', route, error: error instanceof Error ? error.name : typeof error, stack }))
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
