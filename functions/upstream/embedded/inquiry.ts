import type { InquiryUpstream } from '../upstream.ts'

/** Inquiries of the embedded upstream: their rows (decision 009). Whatever is accepted has arrived. */
export const embeddedInquiries: InquiryUpstream = {
  keepsRows: true,
  sendInquiry: async () => undefined,
}
