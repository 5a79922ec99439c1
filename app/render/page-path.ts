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
