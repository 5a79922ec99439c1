import type { Site } from './site.ts'

export const ADMIN_TOKEN = 'token-of-this-start'
export const LOCAL = 'http://127.0.0.1'
/** What a browser sends with a form of the page itself. */
const OWN_PAGE = { origin: LOCAL, 'sec-fetch-site': 'same-origin' }

/** An operator who is signed in on this machine; for a site with the var ADMIN_TOKEN. */
export interface OperatorCalls {
  get(path: string, language?: 'ko' | 'en'): Promise<Response>
  /** The text of a page. */
  page(path: string, language?: 'ko' | 'en'): Promise<string>
  /** `data` of an answer of the JSON API. */
  json<T>(path: string): Promise<T>
  /** Posts a form as a page without scripts does. */
  post(path: string, fields: Record<string, string>): Promise<Response>
  call(method: string, path: string, body?: unknown): Promise<Response>
}

export async function signIn(site: Site): Promise<OperatorCalls> {
  const { headers } = await site.fetch(`${LOCAL}/admin?token=${ADMIN_TOKEN}`, { redirect: 'manual' })
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const get: OperatorCalls['get'] = (path, language = 'en') =>
    site.fetch(LOCAL + path, { redirect: 'manual', headers: { cookie, 'accept-language': language } })
  return {
    get,
    page: async (path, language) => (await get(path, language)).text(),
    json: async <T>(path: string) => ((await (await get(path)).json()) as { data: T }).data,
    post: (path, fields) =>
      site.fetch(LOCAL + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields).toString(),
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...OWN_PAGE },
      }),
    call: (method, path, body) =>
      site.fetch(LOCAL + path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { cookie, 'content-type': 'application/json', ...OWN_PAGE },
      }),
  }
}
