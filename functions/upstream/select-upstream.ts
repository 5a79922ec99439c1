import { fieldsOf } from '../contract/text-fields.ts'
import type { Env } from '../env.ts'
import { embeddedBoard } from './embedded/board.ts'
import { embeddedFiles } from './embedded/file.ts'
import { embeddedInquiries } from './embedded/inquiry.ts'
import { remoteBoard } from './remote/board.ts'
import { CircuitBreaker } from './remote/circuit-breaker.ts'
import { remoteFiles } from './remote/file.ts'
import { HttpClient } from './remote/http-client.ts'
import { remoteInquiries } from './remote/inquiry.ts'
import type { Upstream } from './upstream.ts'

const upstreams = new WeakMap<Env, Upstream>()

/** The embedded or remote upstream, as the settings say. One per isolate, so that requests share its circuit breaker. */
export function upstreamOf(env: Env): Upstream {
  const known = upstreams.get(env)
  if (known) return known
  const upstream = withCleanContents(createUpstream(env, env.UPSTREAM_TIMEOUT_MS, new CircuitBreaker()))
  upstreams.set(env, upstream)
  return upstream
}

/** The same upstream with the deadline of deliveries, for which no visitor waits and which have a schedule of their own. */
export const deliveryUpstreamOf = (env: Env): Upstream => createUpstream(env, env.UPSTREAM_DELIVERY_TIMEOUT_MS, null)

const createUpstream = (env: Env, timeoutMs: number, breaker: CircuitBreaker | null): Upstream =>
  env.UPSTREAM_URL === null ? embedded(env) : remote(new HttpClient(env.UPSTREAM_URL, timeoutMs, breaker))

const embedded = (env: Env): Upstream => ({
  ...embeddedBoard(env),
  ...embeddedFiles(env),
  ...embeddedInquiries,
})

const remote = (client: HttpClient): Upstream => ({
  ...remoteBoard(client),
  ...remoteFiles(client),
  ...remoteInquiries(client),
})

/** Sanitises the board's HTML, whichever upstream it comes from. */
const withCleanContents = (upstream: Upstream): Upstream => ({
  ...upstream,
  async selectDetail(body, call) {
    const detail = await upstream.selectDetail(body, call)
    // Imported on first use: the sanitiser is the largest part of the Worker, and lists do not need it.
    const { sanitizeBoardHtml } = await import('../http/sanitize-html.ts')
    const clean = { ...detail }
    for (const field of fieldsOf('contents*')) {
      const html = detail[field]
      if (html !== undefined) clean[field] = sanitizeBoardHtml(html)
    }
    return clean
  },
})
