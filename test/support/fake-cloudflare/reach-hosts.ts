/*
 * Loaded into a command under test (`--import`): requests to a host of a brand go to the fake, as DNS would lead them to Cloudflare; names
 * and certificates are those of the account. Calls of the API and of this machine are left alone.
 */
import { Resolver } from 'node:dns/promises'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'

const edge = process.env.FAKE_EDGE
if (edge !== undefined) reachEdge(edge)

function reachEdge(origin: string): void {
  const real = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const { protocol, hostname, pathname, search } = new URL(request.url)
    if (hostname === '127.0.0.1') return real(request)
    const headers = new Headers(request.headers)
    headers.set('x-fake-host', hostname)
    headers.set('x-fake-scheme', protocol.slice(0, -1))
    return real(origin + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal,
    })
  }

  const leadsHere = async (host: string) => {
    const answer = await real(origin, { headers: { 'x-fake-host': host }, redirect: 'manual' })
    if (answer.status === 530) throw Object.assign(new Error(`queryA ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    return ['203.0.113.7']
  }
  Resolver.prototype.resolve4 = leadsHere as unknown as typeof Resolver.prototype.resolve4
  Resolver.prototype.resolve6 = (() => Promise.resolve([])) as unknown as typeof Resolver.prototype.resolve6
  Resolver.prototype.resolveTxt = (async (name: string) => {
    const texts = (await (await real(`${origin}/texts-of/${name}`)).json()) as string[]
    return texts.map((text) => [text])
  }) as unknown as typeof Resolver.prototype.resolveTxt
  tls.connect = ((_options: object, secured: () => void) => {
    const until = new Date(Date.now() + 60 * 86_400_000).toUTCString()
    queueMicrotask(secured)
    return Object.assign(new EventEmitter(), { getPeerCertificate: () => ({ valid_to: until }), end: () => {} })
  }) as unknown as typeof tls.connect
  syncBuiltinESMExports()
}
