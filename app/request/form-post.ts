import { completeAddress, type FormAnswer, type FormKind } from '../../functions/contract/form-fields'
import { HUMAN_MS_MIN } from '../../functions/contract/limits'
import { csrfCookie } from './csrf-cookie'
import { formOn } from '../urls/form-paths'
import { LOCALE_QUERY } from '../i18n/locale'
import { knownAddress } from '../urls/known-parameters'
import type { RequestContext } from '../context/page-context'
import { renderPageOrError } from '../render/render-page'

/** The form that a request posts as a browser does without a script, or null. */
export function postedForm(request: Request, path: string): FormKind | null {
  return request.method === 'POST' && /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '')
    ? formOn(path)
    : null
}

/**
 * Answers a form posted without a script (contract: Forms): 303 to the page that confirms it, or the form's own page again with
 * what failed, its values kept. Nothing of it is stored anywhere.
 */
export async function answerFormPost(
  kind: FormKind,
  request: Request,
  submit: () => Promise<FormAnswer>,
  context: RequestContext,
  requestId: string,
): Promise<Response> {
  const answer = await submit()
  const address = knownAddress(new URL(request.url))
  if (!answer.outcome) {
    const location = completeAddress(kind, { ...answer, unsent: [] }, address.searchParams.get(LOCALE_QUERY))
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  }
  const { outcome } = answer
  const page = await renderPageOrError(address, asRead(request), { ...context, form: outcome }, requestId)
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  if (outcome.status === 429)
    headers.set('retry-after', String(outcome.message === 'too-soon' ? HUMAN_MS_MIN / 1000 : 60))
  const cookie = csrfCookie(request, address.pathname)
  if (cookie) headers.set('set-cookie', cookie)
  return new Response(page.body, { status: page.status === 200 ? outcome.status : page.status, headers })
}

/** The same visitor asking for the page, not posting to it. */
function asRead({ url, headers }: Request): Request {
  const read = new Headers(headers)
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) read.delete(name)
  return new Request(url, { headers: read })
}
