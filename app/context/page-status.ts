import { createIsomorphicFn } from '@tanstack/react-start'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'

/** Sets the page's HTTP status while it is rendered; in the browser there is none to set. */
export const setPageStatus = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status))
  .client(() => {})

/** Says that a page was rendered without all its data, though it is a 200: show it, do not keep it. */
export const markPassing = createIsomorphicFn()
  .server(() => setResponseHeader('cache-control', 'no-store'))
  .client(() => {})
