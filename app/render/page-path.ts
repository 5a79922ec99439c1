import type { Hydration } from '../framework/document-scripts'

/** The maintenance page; while a maintenance is in force it stands at the address of every page. */
export const MAINTENANCE_PATH = '/maintenance'
/** An address without a route: rendering it gives the error page. */
export const ERROR_PATH = '/error'

/**
 * Pages hydrate on the first interaction. A page that is shown at another page's address never does, because the app would render that
 * other page.
 */
export const hydrationOf = (path: string): Hydration =>
  path === MAINTENANCE_PATH || path === ERROR_PATH ? 'never' : 'interaction'

/** Where the framework calls server functions, of which the site has none. */
const SERVER_FUNCTIONS = '/_serverFn/'

/** Whether the router may be asked for this path. To any other the framework answers itself, without a page. */
export function isPagePath(path: string): boolean {
  try {
    return !decodeURIComponent(path).startsWith(SERVER_FUNCTIONS)
  } catch {
    return false
  }
}
