import { connect } from 'cloudflare:sockets'
import { UpstreamFailedError, UpstreamTimeoutError } from '../../errors.ts'
import { within } from '../../http/deadline.ts'
import type { InquiryUpstream } from '../upstream.ts'
import type { HttpClient } from './http-client.ts'

/** A connection that takes longer is taken for one that was made. */
const CONNECT_MS = 3000

/**
 * Inquiries to a remote upstream. Any 2xx means that it has taken the inquiry, whatever the body says (docs/contract.md#5).
 * Without a circuit breaker, because the outbox has its own schedule.
 */
export function remoteInquiries(client: HttpClient): InquiryUpstream {
  return {
    // The specification knows no key, so each repetition may be a second e-mail.
    idempotent: false,
    async sendInquiry(inquiry, call) {
      const connects = await canConnect(client.origin)
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
        else if (error instanceof UpstreamFailedError) error.maybeTaken = error.upstreamStatus === undefined && connects
        throw error
      }
    },
  }
}

/**
 * Whether the upstream takes connections. `fetch` fails in the same way for a refused connection, where nothing was sent, and for one
 * that is lost after the whole request was sent.
 */
async function canConnect(origin: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(origin)
  const socket = connect({ hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  socket.closed.catch(() => {})
  const opened = socket.opened.then(
    () => true,
    () => false,
  )
  const connects = await within(CONNECT_MS, opened, () => true)
  void socket.close().catch(() => {})
  return connects
}
