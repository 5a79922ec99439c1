import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ServedSite } from './served-site.ts'

/** A site and its twin, whose pages are the same but for one change. One proxy serves both, so that only the change differs. */
export interface Twins {
  ours: string
  twin: string
  close(): void
}

/** @param change of the twin's HTML */
export async function serveTwins(site: ServedSite, change: (html: string) => string): Promise<Twins> {
  const serve = async (changed: (html: string) => string) => {
    const server = createServer((request, response) => {
      const { host: _host, ...headers } = request.headers
      const forwarded = Object.fromEntries(
        Object.entries({ ...headers, 'accept-encoding': 'identity' }).map(([name, value]) => [name, String(value)]),
      )
      site.get(request.url ?? '/', forwarded).then(
        ({ status, headers: answered, body }) => {
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answered
          // It knows the styles and scripts of the page by their text.
          delete rest['content-security-policy']
          if (!String(answered['content-type']).startsWith('text/html')) {
            response.writeHead(status, rest).end(body)
            return
          }
          // Compressed, as the edge sends it.
          response
            .writeHead(status, { ...rest, 'content-encoding': 'gzip' })
            .end(gzipSync(changed(body.toString('utf8'))))
        },
        () => response.writeHead(502).end(),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return server
  }
  const servers = [await serve((html) => html), await serve(change)] as const
  const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ours: origin(servers[0]),
    twin: origin(servers[1]),
    close: () => servers.forEach((server) => void server.close()),
  }
}
