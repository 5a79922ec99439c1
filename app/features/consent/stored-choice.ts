import type { RequestContext } from '../../context/page-context'

/** What the visitor has decided about cookies (docs/contract.md#7). */
export interface StoredChoice {
  decided: boolean
  functional: boolean
}

/** @param request on the server; the browser reads its cookies, which the banner may have changed since */
export const storedChoice = (request?: Pick<RequestContext, 'visitor' | 'functionalCookies'>): StoredChoice =>
  request
    ? { decided: request.visitor.cookieDecision, functional: request.functionalCookies }
    : { decided: hasCookie('theme'), functional: hasCookie('timestamp') }

const hasCookie = (name: string) => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))
