import type { Hydration } from '../framework/document-scripts'
import { formOn } from '../urls/form-paths'

/** The maintenance page; while a maintenance is in force it is shown at every address. */
export const MAINTENANCE_PATH = '/maintenance'
/** An address without a route: rendering it gives the error page. */
export const ERROR_PATH = '/error'

/**
 * Form pages hydrate when the browser is idle; all others, and home with its form far below, on the first interaction. A page that is
 * shown at another page's address never does, because the app would render that other page.
 */
export function hydrationOf(path: string): Hydration {
  if (path === MAINTENANCE_PATH || path === ERROR_PATH) return 'never'
  return path !== '/' && formOn(path) ? 'idle' : 'interaction'
}
