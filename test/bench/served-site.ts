import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { prepareState } from '../../functions/cli/local-state.ts'
import { startFakeUpstream, type FakeUpstream } from '../support/fake-upstream.ts'
import { startKillableWorker } from './killable-worker.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  ms: number
}

/** The built Worker, served as `npm start` does it, with a new database and a fake upstream behind it. */
export interface ServedSite {
  origin: string
  upstream: FakeUpstream
  /** A GET by path; `host` chooses the brand. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

export interface SiteOptions {
  /** The upstream's deadline, as `UPSTREAM_TIMEOUT_MS`. */
  timeoutMs?: number
  /** As `PAGE_CACHE`. */
  pageCache?: 'on' | 'off'
}

export async function serveSite({ timeoutMs = 1000, pageCache = 'on' }: SiteOptions = {}): Promise<ServedSite> {
  const [state, upstream] = await Promise.all([mkdtemp(join(tmpdir(), 'vcp-x-bench-')), startFakeUpstream()])
  await prepareState(state)
  const worker = await startKillableWorker(state, {
    UPSTREAM_URL: upstream.origin,
    UPSTREAM_TIMEOUT_MS: String(timeoutMs),
    PAGE_CACHE: pageCache,
  })
  return {
    origin: worker.origin,
    upstream,
    get: (path, headers = {}) => send(Number(new URL(worker.origin).port), path, headers),
    async close() {
      await worker.close()
      await upstream.close()
      await rm(state, { recursive: true, force: true })
    },
  }
}

/** Serves a site for as long as `use` takes. */
export async function withSite<T>(use: (site: ServedSite) => Promise<T>, options?: SiteOptions): Promise<T> {
  const site = await serveSite(options)
  try {
    return await use(site)
  } finally {
    await site.close()
  }
}

/** By node:http, for `fetch` lets nobody choose the host. */
function send(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  const started = performance.now()
  return new Promise((done, fail) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      buffer(response).then(
        (body) =>
          done({ status: response.statusCode ?? 0, headers: response.headers, body, ms: performance.now() - started }),
        fail,
      )
    })
    outgoing.once('error', fail)
    outgoing.end()
  })
}
