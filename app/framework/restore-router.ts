import type { AnyRouter } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'

/**
 * Gives the router of the browser the data of the page, and loads the page's components. Start's own client entry would add the
 * serialiser of server functions, 15 KB compressed; this site has none (decision 013).
 * @throws where the data or a component of the page cannot be loaded
 */
export async function restoreRouter(router: AnyRouter): Promise<void> {
  await hydrate(router)
  const data = window.$_TSR
  if (!data) throw new Error('The data of the page are not where the router leaves them.')
  // The router needs them no more.
  data.h()
  if (!hasLoaded(router)) throw new Error('A component of this page could not be loaded.')
}

/** Whether the components of the page have arrived: those that have not can still be preloaded. */
const hasLoaded = (router: AnyRouter): boolean =>
  router.state.matches.every(({ routeId }) => !router.routesById[String(routeId)]?.options.component?.preload)
