import type { Wire } from './wire.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { InquiryUpstream } from '../upstream.ts'

export function remoteInquiries(_wire: Wire): InquiryUpstream {
  return {
    async sendInquiry() {
      throw new UpstreamFailedError('Inquiries are not taken yet.')
    },
  }
}
