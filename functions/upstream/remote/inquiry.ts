import { UpstreamFailedError, UpstreamTimeoutError } from '../../errors.ts'
import { within } from '../../deadlines/deadline.ts'
import type { InquiryUpstream } from '../upstream.ts'
import type { HttpClient } from './http-client.ts'

/** A connection that takes longer is taken for one that was made. */
const CONNECT_MS = 3000

/**
 * Inquiries to a remote upstream. Any 2xx means that it has taken the inquiry, whatever the body says (docs/contract.md#5). What any other
 * status means is read in inquiries/delivery-outcome.ts; here only whether a request without an answer was sent.
 */
export function remoteInquiries(client: HttpClient): InquiryUpstream {
  return {
    keepsRows: false,
    async sendInquiry(inquiry, call) {
      const nothingSent = await refusesConnections(client.origin)
      const init = {
        method: 'POST',
        body: JSON.stringify(inquiry),
        // Never the key of a client: brands share the upstream, and clients may use one key for several.
        headers: { 'content-type': 'application/json', 'idempotency-key': call.receipt },
        signal: AbortSignal.timeout(client.timeoutMs),
      }
      try {
        const response = await client.request('board/inquiry', init, call)
        await response.body?.cancel().catch(() => {})
      } catch (error) {
        if (error instanceof UpstreamTimeoutError) error.maybeTaken = true
        else if (error instanceof UpstreamFailedError && error.upstreamStatus === undefined)
          error.maybeTaken = !nothingSent
        throw error
      }
    },
  }
}

/** Origins that have taken a connection from this isolate. */
const connected = new Set<string>()
/** A site that runs on the machine of its upstream. */
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/**
 * Whether the upstream itself refuses connections, so that nothing can be sent. `fetch` fails in the same way for a refused connection
 * and for one that is lost after the whole request was sent. The platform refuses every `connect()` to an address of its own, such as
 * that of an upstream behind Cloudflare, and says so in the same words: a refusal counts where a connection was made before.
 */
async function refusesConnections(origin: string): Promise<boolean> {
  // Imported on first use: unit tests of pages load this module outside workerd.
  const { connect } = await import('cloudflare:sockets')
  const { hostname, port, protocol } = new URL(origin)
  const socket = connect({ hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  socket.closed.catch(() => {})
  const opened = socket.opened.then(
    () => 'made' as const,
    () => 'refused' as const,
  )
  const connection = await within(CONNECT_MS, opened, () => 'late' as const)
  void socket.close().catch(() => {})
  if (connection === 'made') connected.add(origin)
  return connection === 'refused' && (connected.has(origin) || LOOPBACK.test(hostname))
}
