import type { Env } from '../../env.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { InquiryUpstream } from '../upstream.ts'

export function embeddedInquiries(_env: Env): InquiryUpstream {
  return {
    async sendInquiry() {
      throw new UpstreamFailedError('Inquiries are not taken yet.')
    },
  }
}
