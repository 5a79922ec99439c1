import type { InquiryUpstream } from '../upstream.ts'
import type { HttpClient } from './http-client.ts'

/**
 * Inquiries to a remote upstream. Any 2xx means that it has taken the inquiry, whatever the body says (docs/contract.md#5).
 * Without a circuit breaker, because the outbox has its own schedule.
 */
export function remoteInquiries(client: HttpClient): InquiryUpstream {
  return {
    async sendInquiry(inquiry, call) {
      const init = {
        method: 'POST',
        body: JSON.stringify(inquiry),
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(client.timeoutMs),
      }
      const response = await client.request('board/inquiry', init, call)
      await response.body?.cancel()
    },
  }
}
