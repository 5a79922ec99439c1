import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startProgram } from '../../functions/cli/programs.ts'
import { BUILT_CONFIG } from '../../functions/cli/settings.ts'
import { startFakeUpstream, type FakeUpstream } from '../support/fake-upstream.ts'
import { freePort } from '../support/free-port.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  ms: number
}

/** The built Worker, served as `npm start` does it, with empty storage and a fake upstream behind it. */
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
  const [state, port, upstream] = await Promise.all([
    mkdtemp(join(tmpdir(), 'vcp-x-bench-')),
    freePort(),
    startFakeUpstream(),
  ])
  const worker = startProgram('wrangler', [
    'dev',
    '--config',
    BUILT_CONFIG,
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--inspector-port',
    '0',
    '--persist-to',
    state,
    '--log-level',
    'error',
    '--var',
    `UPSTREAM_URL:${upstream.origin}`,
    '--var',
    `UPSTREAM_TIMEOUT_MS:${timeoutMs}`,
    '--var',
    `PAGE_CACHE:${pageCache}`,
  ])
  const said: string[] = []
  const ended = (async () => {
    for await (const line of worker) said.push(line)
  })()
  const get: ServedSite['get'] = (path, headers = {}) => send(port, path, headers)
  const ready = async () => {
    while (
      !(await get('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      ))
    )
      await new Promise((done) => setTimeout(done, 100))
    return 'ready'
  }
  if ((await Promise.race([ready(), ended])) !== 'ready')
    throw new Error(`The Worker did not start:\n${said.join('\n')}`)
  return {
    origin: `http://127.0.0.1:${port}`,
    upstream,
    get,
    async close() {
      worker.kill()
      await ended
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
