import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves what is beside the site itself on one port of this machine. */
interface Beside {
  /** Port of the site. */
  sitePort: number
  /** The page at the address of the server itself. */
  page(port: number): string
}

/**
 * Serves a page that shows parts of a local site in frames, and the site on its local hosts in a way that allows it: everywhere else the
 * site forbids to be framed. Listens on this machine only.
 * @returns the port
 */
export async function serveBeside({ sitePort, page }: Beside): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo
    const [host] = (incoming.headers.host ?? '').split(':')
    if (host === '127.0.0.1') {
      const isPage = incoming.url === '/'
      outgoing
        .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
        .end(isPage ? page(port) : '')
    } else if (host === 'localhost' || host?.endsWith('.localhost')) passOn(sitePort, incoming, outgoing)
    else outgoing.writeHead(421).end()
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

function passOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const asked = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    const policy = answer.headers['content-security-policy']
    const own = { ...answer.headers }
    if (typeof policy === 'string')
      own['content-security-policy'] = policy.replace("frame-ancestors 'none'", 'frame-ancestors http://127.0.0.1:*')
    outgoing.writeHead(answer.statusCode ?? 502, own)
    answer.pipe(outgoing)
  })
  asked.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end())
  incoming.pipe(asked)
}
