import type { Site } from './site.ts'

export const ADMIN_TOKEN = 'token-of-this-start'
const ORIGIN = 'http://127.0.0.1'

/** Someone who has signed in with the token of the start; the site needs `vars: { ADMIN_TOKEN }`. */
export interface Operator {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** A JSON call below `/api/admin`. */
  call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Response>
  /** The same, and the `data` of its answer. */
  ask<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T>
  /** A plain form as a browser posts it. */
  post(path: string, fields: Record<string, string | File>): Promise<Response>
}

export async function operatorOf(site: Site): Promise<Operator> {
  const signedIn = await site.fetch(`${ORIGIN}/admin?token=${ADMIN_TOKEN}`, { redirect: 'manual' })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const proof = { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const send = (method: string, path: string, body?: unknown) =>
    site.fetch(`${ORIGIN}/api/admin/${path}`, {
      method,
      headers: { ...proof, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    get: (path, headers = {}) => site.fetch(ORIGIN + path, { redirect: 'manual', headers: { cookie, ...headers } }),
    call: send,
    ask: async (method, path, body) => {
      const answer = await send(method, path, body)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: never }).data
    },
    post: async (path, fields) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      // The harness sends through a client of its own, which knows no FormData but its own: it gets bytes.
      const body = new Response(form)
      return site.fetch(ORIGIN + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...proof, 'content-type': body.headers.get('content-type') ?? '' },
        body: await body.arrayBuffer(),
      })
    },
  }
}
