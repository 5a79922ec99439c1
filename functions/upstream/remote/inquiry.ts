import type { InquiryUpstream } from '../upstream.ts'
import { exchange, type Wire } from './http-client.ts'

/** Inquiries to a remote upstream. Any 2xx means that it has taken the inquiry, whatever it says (contract). No breaker: each has its own schedule. */
export function remoteInquiries(wire: Wire): InquiryUpstream {
  return {
    async sendInquiry(inquiry, call) {
      const init = {
        method: 'POST',
        body: JSON.stringify(inquiry),
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(wire.timeoutMs),
      }
      const answer = await exchange(wire, 'board/inquiry', init, call)
      await answer.body?.cancel()
    },
  }
}
