import type { PageBrand } from './brand/schema'
import type { Locale } from './i18n/locale'

/** What every route and component knows of its visitor; goes to the browser with the page. */
export interface PageVisitor {
  brand: PageBrand
  locale: Locale
  cookieDecision: boolean
}

/** What the front door hands to Start with a request. */
export interface RequestContext {
  visitor: PageVisitor
  /** The edge's API in process, as this visitor. */
  callApi(request: Request): Promise<Response>
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: RequestContext }
  }
}
