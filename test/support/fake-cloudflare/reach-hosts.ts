/*
 * Loaded into a command under test (`--import`): requests to a host of a brand go to the fake, as DNS would lead them to Cloudflare. Calls
 * of the API and of this machine are left alone.
 */
const edge = process.env.FAKE_EDGE
const real = globalThis.fetch
if (edge !== undefined)
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const { protocol, hostname, pathname, search } = new URL(request.url)
    if (hostname === '127.0.0.1') return real(request)
    const headers = new Headers(request.headers)
    headers.set('x-fake-host', hostname)
    headers.set('x-fake-scheme', protocol.slice(0, -1))
    return real(edge + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal,
    })
  }
