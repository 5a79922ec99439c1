import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import type { FormOutcome } from '../../functions/contract/form-outcome'
import type { BrandColours } from '../../functions/brand/check-and-colour'
import type { Brand, BrandOnPages } from '../../functions/brand/schema'
import type { Texts } from '../../functions/contract/languages'
import type { VisitorCall } from '../../functions/calls/visitor-call'
import type { BoardDetail } from '../../functions/contract/board'
import type { Maintenance } from '../../functions/contract/maintenance'
import type { i18n } from 'i18next'
import type { Namespace } from '../i18n/i18n'
import type { Locale } from '../i18n/locale'

type OneLanguage<T> = T extends Texts
  ? string
  : T extends readonly (infer Item)[]
    ? OneLanguage<Item>[]
    : T extends object
      ? { [Key in keyof T]: OneLanguage<T[Key]> }
      : T
/** What the registry has to say for the home page; the rest is missing. */
export interface PageProof extends Partial<
  Record<'customers' | 'method' | 'security', { title: string; text: string }[]>
> {
  /** By when an inquiry is answered. */
  answer?: string
  sampleReport?: true
}
/** The part of a brand that pages may contain, in one language. */
export type PageBrand = BrandOnPages &
  OneLanguage<Pick<Brand, 'name' | 'company' | 'privacy' | 'partners'>> &
  BrandColours & {
    legal: Record<string, string>
    /** The day on which the brand's site began, as `YYYY-MM-DD` and in words; without it all legal versions are its own. */
    since?: { day: string; words: string }
    /** The site of a partner, which the default brand's company runs for it. */
    partner?: true
    /** Whether mails to operators have what the visitor typed: the privacy policy says so. */
    mailContents?: true
    /** Months for which an inquiry is kept once it is processed. */
    processedMonths: number
    /** The same in words. */
    processedPeriod: string
    /** The same as versions of the privacy policy have announced it, by version, where it is not the usual one. */
    periods?: Record<string, string>
    proof: PageProof
    /** Origin of canonical links, by the brand's indexing policy: its own or the default brand's (decision 014). */
    canonicalOrigin: string
  }

/**
 * What routes and components know about the visitor. Part of the hydration data of every page, so the page cache's key has all of it
 * (page-cache/page-key.ts).
 */
export interface PageVisitor {
  brand: PageBrand
  /** Path of the brand's sharing picture in this language. */
  card: string
  locale: Locale
  /** Whether the address names the language (`?lng=`); then the canonical address does too. */
  localeInAddress: boolean
  /** Whether the visitor has answered the cookie banner: cookie `theme` is set (docs/contract.md#7). */
  cookieDecision: boolean
  /** Start and end of a maintenance that begins within 72 hours (ISO 8601). */
  upcoming?: { from: string; until: string } | null
}

/** What the lists of a page say of their age. */
export interface PageLists {
  /** Age of the oldest one in milliseconds, 0 without one. */
  oldestMs: number
  /** Whether one of them is the last known good one, because the upstream fails. */
  stale: boolean
}

/** What the Worker entry gives to Start with a request. */
export interface RequestContext {
  visitor: PageVisitor
  /** Entry of the country list (`+82`) that the browser's languages point at, or null: the forms' default (docs/specification.md#3). */
  countryDefault: string | null
  /** Whether the visitor has allowed functional cookies: cookie `timestamp` is set (docs/contract.md#7). */
  functionalCookies: boolean
  /** On whose behalf the page reads. */
  call: VisitorCall
  /** How old what the page has read is; its reads write it. */
  lists: PageLists
  /** The entry of a preview, which the page shows in place of the public one. */
  preview?: Promise<BoardDetail | null>
  /** The maintenance in force or, with `visitor.upcoming`, the one that begins within 72 hours, for the maintenance page. */
  maintenance?: Maintenance | null
  /** Why a form posted without a script failed; its page shows it (docs/contract.md#6). */
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

/** Sets the page's HTTP status during server rendering; does nothing in the browser. */
export const setPageStatus = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status))
  .client(() => {})

/** Keeps a page that was rendered without all its data out of the page cache, although its status is 200. */
export const markUncacheable = createIsomorphicFn()
  .server(() => setResponseHeader('cache-control', 'no-store'))
  .client(() => {})

/**
 * The country that a form proposes (docs/specification.md#3). The server reads it from the request, and the page cache keeps form pages by
 * it. Every other page is the same for all countries, so whoever goes on from it to a form in place has it from the browser's own languages.
 * @throws where the rule cannot be loaded: then the form comes as a document (decision 013)
 */
export const proposedCountry = (locale: Locale): Promise<string | null> | string | null =>
  import.meta.env.SSR
    ? (getGlobalStartContext()?.countryDefault ?? null)
    : import('../i18n/countries/default-country').then((rule) => rule.defaultCountry(navigator.languages, locale))
