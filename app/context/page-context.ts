import type { FormOutcome } from '../../functions/contract/form-fields'
import type { PageBrand } from '../brand/schema'
import type { Maintenance } from '../../functions/contract/maintenance'
import type { i18n } from 'i18next'
import type { Namespace } from '../i18n/i18n'
import type { Locale } from '../i18n/locale'

/** What every route and component knows of its visitor; goes to the browser with the page. */
export interface PageVisitor {
  brand: PageBrand
  /** Path of the picture that stands for the brand, in this language, where a page is shared. */
  card: string
  locale: Locale
  /** Whether the address names the language; then it is canonical with it. */
  localeInAddress: boolean
  cookieDecision: boolean
  /** Entry of the country list (`+82`) that the browser's languages point at, or null: the forms' default (docs/specification.md#3). */
  countryDefault: string | null
}

/** What the front door hands to Start with a request. */
export interface RequestContext {
  visitor: PageVisitor
  /** The edge's API in process, as this visitor. */
  callApi(request: Request): Promise<Response>
  /** The maintenance in force, for its page. */
  maintenance?: Maintenance | null
  /** How a form posted without a script failed; its page shows it (contract: Forms). */
  form?: FormOutcome
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: RequestContext }
  }
}

/** What every route finds in its context. */
export interface RouterContext {
  visitor: PageVisitor
  i18n: i18n
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page outside the main layout: maintenance (docs/specification.md#2). */
    bare?: true
    /** i18next namespaces that the route's component uses. */
    namespaces?: readonly Namespace[]
  }
}
