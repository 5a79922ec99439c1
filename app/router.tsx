import { createRouter } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import type { PageTexts } from './i18n/catalogue'
import { i18nOf } from './i18n/instance'
import { knownQuery } from './urls/known-parameters'
import type { PageVisitor } from './context/page-context'
import { LoadingOverlay } from './ui/loading-overlay'
import { routeTree } from './routeTree.gen'

export interface RouterContext {
  visitor: PageVisitor
  i18n: PageTexts
}

/** One router a request on the server, one a page in the browser, where the visitor comes with the page. */
export async function getRouter() {
  const onServer = getGlobalStartContext()
  const context = {} as RouterContext
  let texts: i18n
  const settle = async (visitor: PageVisitor) => {
    context.visitor = visitor
    texts = await i18nOf(visitor.locale)
    context.i18n = texts
  }
  if (onServer) await settle(onServer.visitor)
  return createRouter({
    routeTree,
    context,
    // Before hydration the browser itself restores the position, so the server adds no script for it.
    scrollRestoration: onServer ? false : scrollsOnRouteChanges(),
    // One address a page: /Support is not /support.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultViewTransition: !onServer && matchMedia('(prefers-reduced-motion: no-preference)').matches,
    // Plain queries, as the contract writes them: no JSON in the address. What the front door drops the browser does not read either.
    parseSearch: (query) => {
      const params = knownQuery(new URLSearchParams(query), context.visitor?.brand.features.faqSearch === true)
      // A name that stands several times, such as `unsent`, is a list.
      return Object.fromEntries(
        [...new Set(params.keys())]
          .map((key) => [key, params.getAll(key)])
          .map(([key, all]) => [key, all?.length === 1 ? all[0] : all]),
      )
    },
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined)
      return entries.length === 0
        ? ''
        : `?${new URLSearchParams(entries.flatMap(([key, value]) => [value].flat().map((each) => [key, String(each)])))}`
    },
    defaultPendingComponent: () => <LoadingOverlay label={context.i18n.t('layout:loading')} />,
    // The brand's style sheet stands in the page.
    dehydrate: () => ({ visitor: { ...context.visitor, brand: { ...context.visitor.brand, css: '' } } }),
    hydrate: ({ visitor }) => settle(visitor),
    Wrap: ({ children }) => <I18nextProvider i18n={texts}>{children}</I18nextProvider>,
  })
}

/**
 * The router reports hydration as a rendered location, but it is no route change: the page stays where the visitor has scrolled it.
 * The router remembers the position of what has scrolled since it was created, and the page may have scrolled before.
 */
function scrollsOnRouteChanges(): (to: { location: { href: string } }) => boolean {
  let hydrating: string | null = location.pathname + location.search + location.hash
  return ({ location: { href } }) => {
    const isHydration = href === hydrating
    hydrating = null
    if (isHydration) document.dispatchEvent(new Event('scroll'))
    return !isHydration
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
}
