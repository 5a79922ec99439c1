import { brandToken } from '../../functions/contract/brand-token.ts'
import type { Site } from './site.ts'

export const ADMIN_TOKEN = 'token-of-this-start'
const ORIGIN = 'http://127.0.0.1'
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An operator who is signed in on this machine; the site needs `vars: { ADMIN_TOKEN }`. Paths begin at the root. */
export interface Operator {
  get(path: string, language?: 'ko' | 'en'): Promise<Response>
  /** The text of a page. */
  page(path: string, language?: 'ko' | 'en'): Promise<string>
  /** A JSON call. */
  call(method: Method, path: string, body?: unknown): Promise<Response>
  /** The same, and the `data` of its answer. @throws Error where it is no success */
  ask<T>(method: Method, path: string, body?: unknown): Promise<T>
  /** Posts a form as a page without scripts does. */
  post(path: string, fields: Record<string, string | File>): Promise<Response>
  /** The same with a name that comes several times. */
  postMany(path: string, fields: [name: string, value: string][]): Promise<Response>
}

/** @param brandId of the only brand of the operator; without it all brands */
export async function signIn(site: Pick<Site, 'fetch'>, brandId?: string): Promise<Operator> {
  const token = brandId === undefined ? ADMIN_TOKEN : await brandToken(ADMIN_TOKEN, brandId)
  const { headers } = await site.fetch(`${ORIGIN}/admin?token=${token}`, { redirect: 'manual' })
  return operatorWith(site, { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' })
}

/**
 * An answer that can be read later. Miniflare hands on a body without the answer that it came with, and undici cancels the body of an
 * answer that is collected.
 */
async function whole(answer: Promise<Response>): Promise<Response> {
  const { body, status, headers } = await answer
  return new Response(body && (await new Response(body).arrayBuffer()), { status, headers })
}

/** An operator who shows a proof with every request: a cookie, or a token of Access. */
export function operatorWith(site: Pick<Site, 'fetch'>, identity: Record<string, string>): Operator {
  // What a browser sends with a form or a call of the page itself.
  const proof = { ...identity, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const get: Operator['get'] = (path, language = 'en') =>
    site.fetch(ORIGIN + path, { redirect: 'manual', headers: { ...identity, 'accept-language': language } })
  const call: Operator['call'] = (method, path, body) =>
    whole(
      site.fetch(ORIGIN + path, {
        method,
        headers: { ...proof, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  const submit = async (path: string, form: FormData | URLSearchParams) => {
    // Miniflare sends through a client of its own, which knows no FormData but its own: it gets bytes.
    const body = new Response(form)
    return whole(
      site.fetch(ORIGIN + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...proof, 'content-type': body.headers.get('content-type') ?? '' },
        body: await body.arrayBuffer(),
      }),
    )
  }
  return {
    get,
    page: async (path, language) => (await get(path, language)).text(),
    call,
    ask: async (method, path, body) => {
      const answer = await call(method, path, body)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: never }).data
    },
    post: (path, fields) => {
      const hasFile = Object.values(fields).some((value) => value instanceof File)
      const form = hasFile ? new FormData() : new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) form.append(name, value as string)
      return submit(path, form)
    },
    postMany: (path, fields) => submit(path, new URLSearchParams(fields)),
  }
}
