import { renderRouterToString, RouterServer } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { contentSecurityPolicy } from './page-security'
import type { RequestContext } from './page-context'

const start = createStartHandler(({ router, responseHeaders }) =>
  renderRouterToString({ router, responseHeaders, children: createElement(RouterServer, { router }) }),
)

/** A page as it was rendered: whole, with the policy that fits just this text. */
export interface RenderedPage {
  status: number
  headers: [string, string][]
  html: string
}

/**
 * Renders one page. Redirects and other answers without HTML come back as they are.
 * @param address what to render, already cut down to what a page knows
 */
export async function renderPage(address: URL, request: Request, context: RequestContext): Promise<RenderedPage | Response> {
  const answer = await start(new Request(address, { headers: request.headers, signal: request.signal }), { context })
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const html = await answer.text()
  return {
    status: answer.status,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', await contentSecurityPolicy(html)],
    ],
    html,
  }
}
