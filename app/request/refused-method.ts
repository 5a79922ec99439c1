import { formOn } from '../urls/form-paths'

/** The answer to a method other than GET and HEAD that posts no form: 415 for another body on a form page, else 405. */
export function refusedMethod(method: string, path: string): Response {
  const isFormPage = formOn(path) !== null
  if (isFormPage && method === 'POST') return new Response(null, { status: 415 })
  return new Response(null, { status: 405, headers: { allow: isFormPage ? 'GET, HEAD, POST' : 'GET, HEAD' } })
}
