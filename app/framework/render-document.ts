import { type AnyRouter, rootRouteId } from '@tanstack/react-router'
import { getSsrStatus, RouterServer } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import type { RequestContext } from '../context/page-context'
import { documentScripts, type Hydration } from './document-scripts'
import { assertContains, FrameworkOutputError } from './output-error'

/** Texts of the inline scripts and styles that a page's policy allows. */
export interface InlineSources {
  scripts: string[]
  styles: string[]
}

/** What the framework has made of a request. */
interface RenderedDocument {
  /** Status and headers; the body only where the route is no page. */
  answer: Response
  /** Pattern of the page's route, for log lines: an address may hold what a visitor typed. */
  route: string
  /** Of a page. */
  html?: string
  /** What the routes and this module put into the page; none in development. */
  sources?: InlineSources
  /** Why loaders and components failed, each with its route where it was a loader. */
  failures: { error: unknown; route?: string }[]
}

type Rendering = Omit<RenderedDocument, 'answer'> & { hydration: Hydration }
/** Passes on what Start's handler does not: how the page hydrates, its text and its failures. */
const renderings = new WeakMap<Request, Rendering>()

const start = createStartHandler(async ({ request, router, responseHeaders }) => {
  const rendering = renderings.get(request)
  if (!rendering) throw new FrameworkOutputError('request of a page in the handler')
  const { matches } = router.state
  rendering.route = String(matches.at(-1)?.routeId ?? '')
  for (const { status, error, routeId } of matches)
    if (status === 'error') rendering.failures.push({ error, route: String(routeId) })
  const sources = import.meta.env.DEV ? undefined : replaceAssets(router, rendering.hydration)
  const stream = await renderToReadableStream(createElement(RouterServer, { router }), {
    onError(error) {
      rendering.failures.push({ error })
      if (import.meta.env.DEV) console.error(error)
    },
    // Otherwise a large part would follow at the page's end, moved into place by an inline script.
    progressiveChunkSize: Infinity,
  })
  await stream.allReady
  rendering.html = await new Response(stream).text()
  if (sources) assertContains(rendering.html, ['</head>', ...sources.scripts, ...sources.styles])
  rendering.sources = sources
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
})

/**
 * Replaces the framework's scripts and preloads in the manifest that the page is rendered from; the style sheet stays.
 * @returns all inline scripts and styles that the page will have
 */
function replaceAssets(router: AnyRouter, hydration: Hydration): InlineSources {
  const { inlineStyle, ...manifest } = router.ssr?.manifest ?? { routes: {} }
  if (!inlineStyle?.children) throw new FrameworkOutputError('inline style sheet in the manifest')
  const scripts = documentScripts(hydration, manifest, router.serverSsr)
  router.ssr = { manifest: { inlineStyle, routes: { [rootRouteId]: { scripts } } } }
  const textsOf = (elements: unknown[]) =>
    (elements as { children?: unknown }[]).flatMap(({ children }) => (typeof children === 'string' ? children : []))
  const { matches } = router.state
  return {
    scripts: textsOf([...matches.flatMap(({ headScripts }) => headScripts ?? []), ...scripts]),
    styles: [...textsOf(matches.flatMap(({ styles }) => styles ?? [])), inlineStyle.children],
  }
}

/**
 * Lets the framework answer a request. A redirect or a file of a route has no `html`.
 * @throws in development what the framework throws, which Vite shows; else it is among the failures of an answer with status 500
 */
export async function renderDocument(
  request: Request,
  context: RequestContext,
  hydration: Hydration,
): Promise<RenderedDocument> {
  const rendering: Rendering = { route: '', failures: [], hydration }
  renderings.set(request, rendering)
  try {
    return { answer: await start(request, { context }), ...rendering }
  } catch (error) {
    if (import.meta.env.DEV) throw error
    // React has reported the failure of a whole page before it throws it.
    if (rendering.failures.every((failure) => failure.error !== error)) rendering.failures.push({ error })
    return { answer: new Response(null, { status: 500 }), ...rendering }
  }
}
