import type { UpstreamInquiry } from '../../contract/inquiry.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { InquiryUpstream } from '../upstream.ts'

const FIELDS = [
  'title',
  'inquiry_mail',
  'contents',
  'recipient_type',
  'inquiry_type',
  'subject',
  'content',
  'file_ref_id',
  'file_ref_id_homepage',
  'phone_number_homepage',
  'company_name',
  'user_name',
  'is_home_unite',
  'is_home_inquiry',
] as const satisfies (keyof UpstreamInquiry)[]

/** Inquiries of the embedded upstream, over D1. The same idempotency key is taken once. */
export function embeddedInquiries({ DB }: { DB: D1Database }): InquiryUpstream {
  const columns = ['idempotency_key', 'receipt', 'received_at', 'white_label', ...FIELDS]
  const sql = `INSERT INTO inquiry (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT (idempotency_key) DO NOTHING`
  return {
    async sendInquiry(inquiry, { requestId, idempotencyKey = requestId, receipt = idempotencyKey, whiteLabel }) {
      const values = FIELDS.map((name) => (typeof inquiry[name] === 'boolean' ? Number(inquiry[name]) : inquiry[name]))
      try {
        await DB.prepare(sql)
          .bind(idempotencyKey, receipt, new Date().toISOString(), whiteLabel, ...values)
          .run()
      } catch (cause) {
        throw new UpstreamFailedError('The inquiry could not be stored.', { cause })
      }
    },
  }
}
