import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { I18nextProvider } from 'react-i18next'
import { isIncomplete } from './api/loader-data'
import type { PageVisitor, RouterContext } from './context/page-context'
import { scrollsOnRouteChanges } from './framework/scroll-restoration'
import { i18nOf, namespacesOf, type Namespace } from './i18n/i18n'
import { routeTree } from './routeTree.gen'
import { knownAddress } from './urls/known-parameters'
import { plainAddress } from './urls/plain-address'

/** What the browser gets with the page to hydrate it. */
interface DehydratedPage {
  visitor: PageVisitor
  namespaces: Namespace[]
}

/** One router for each request on the server, one for each document in the browser, where the visitor comes with the page. */
export async function getRouter() {
  const request = import.meta.env.SSR ? getGlobalStartContext() : undefined
  /** On the server the router gets the one of its request. */
  const history = request ? undefined : createBrowserHistory()
  /** Address of the page that the server has sent. */
  const loadedAddress = request ? null : location.href
  /** Repeats a navigation that has failed, such as by a script that a deploy has removed, as the browser's own (decision 013). */
  const loadDocument = () => {
    if (location.href !== loadedAddress) location.reload()
  }
  const context = {} as RouterContext
  const setVisitor = async (visitor: PageVisitor, namespaces: readonly Namespace[]) => {
    context.visitor = visitor
    context.i18n = await i18nOf(visitor.locale, namespaces)
  }
  const router = createRouter({
    routeTree,
    context,
    // Before hydration the browser itself restores the position, so the server adds no script for it.
    scrollRestoration: request ? false : scrollsOnRouteChanges(),
    // One address a page: /Support is not /support.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultViewTransition: !request && matchMedia('(prefers-reduced-motion: no-preference)').matches,
    ...(history && { history }),
    // Plain queries (docs/contract.md#2), no JSON. The browser reads what the Worker entry lets through, because routes hand on all that is read.
    parseSearch: (query) => {
      if (!history) return Object.fromEntries(new URLSearchParams(query))
      const address = plainAddress(new URL(location.origin + history.location.pathname + query))
      return Object.fromEntries(knownAddress(address, context.visitor?.brand.features).searchParams)
    },
    stringifySearch: (search) => {
      const pairs = Object.entries(search).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
    },
    defaultOnCatch: loadDocument,
    ...(import.meta.env.SSR && {
      // The brand's style sheet is in the page already.
      dehydrate: (): DehydratedPage => ({
        visitor: { ...context.visitor, brand: { ...context.visitor.brand, css: '' } },
        namespaces: namespacesOf(router.state.matches),
      }),
    }),
    hydrate: ({ visitor, namespaces }) => setVisitor(visitor, namespaces),
    Wrap: ({ children }) => <I18nextProvider i18n={context.i18n}>{children}</I18nextProvider>,
  })
  if (request) await setVisitor(request.visitor, [])
  else {
    router.subscribe('onLoad', () => {
      if (router.state.matches.some(({ status }) => status === 'error')) loadDocument()
    })
    // Going back shows what one has seen, where it was, as the browser does by itself: a read that fails does not take its place.
    router.history.subscribe(({ action: { type } }) => {
      const isNew = type === 'PUSH' || type === 'REPLACE'
      router.update({
        ...router.options,
        defaultStaleTime: isNew ? 0 : Infinity,
        scrollRestorationBehavior: isNew ? 'auto' : 'instant',
      })
    })
    // What could not be loaded, also ahead of a click, is not kept.
    router.subscribe('onBeforeNavigate', () =>
      router.clearCache({ filter: ({ loaderData }) => isIncomplete(loaderData) }),
    )
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
}
