import { type FormKind } from '../../functions/contract/form-fields'
import { completeAddress, type FormOutcome } from '../../functions/contract/form-outcome'
import { LOCALE_QUERY } from '../i18n/locale'
import { fallbackResponse } from '../render/fallback-page'
import { renderPageOrError, type PageInput } from '../render/render-page'
import { formOn } from '../urls/form-paths'
import { knownAddress } from '../urls/known-parameters'
import { csrfCookie } from './csrf-cookie'

/** The form that a request posts without a script, or null. */
export function postedFormKind(request: Request, path: string): FormKind | null {
  const isMultipart = /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '')
  return request.method === 'POST' && isMultipart ? formOn(path) : null
}

/**
 * Answers a form posted without a script (docs/contract.md#6): 303 to the page that confirms it, or the form's page again with the
 * failure and the typed values. The answer is never stored.
 * @param mayRender whether a form that failed may be rendered for this client
 */
export async function answerPostedForm(
  kind: FormKind,
  request: Request,
  submit: () => Promise<{ receipt: string; held: string | null } | FormOutcome>,
  context: PageInput,
  requestId: string,
  mayRender: () => Promise<boolean>,
): Promise<Response> {
  const result = await submit()
  const address = knownAddress(new URL(request.url))
  if ('receipt' in result) {
    const location = completeAddress(kind, result.receipt, address.searchParams.get(LOCALE_QUERY), result.held)
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  }
  if (!(await mayRender())) return fallbackResponse(context.visitor, 429)
  const page = await renderPageOrError(address, asGet(request), { ...context, form: result }, requestId)
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  if (result.retryAfter !== undefined) headers.set('retry-after', result.retryAfter)
  const cookie = csrfCookie(request, address.pathname, context.call.visitor.csrfToken)
  if (cookie) headers.set('set-cookie', cookie)
  return new Response(page.body, { status: page.status === 200 ? result.status : page.status, headers })
}

/** A GET request of the same visitor. */
function asGet({ url, headers }: Request): Request {
  const request = new Request(url, { headers })
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) request.headers.delete(name)
  return request
}
