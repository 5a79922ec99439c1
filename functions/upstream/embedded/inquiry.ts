import type { UpstreamInquiry } from '../../contract/inquiry.ts'
import type { Env } from '../../env.ts'
import type { InquiryUpstream } from '../upstream.ts'
import { storageCall } from './storage-call.ts'

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

/** Inquiries of the embedded upstream, in D1. An idempotency key is accepted once. */
export function embeddedInquiries({ DB }: Pick<Env, 'DB'>): InquiryUpstream {
  const columns = [
    'idempotency_key',
    'receipt',
    'received_at',
    'white_label',
    'brand_id',
    'accepted_at',
    'privacy_version',
    'spam_signals',
    ...FIELDS,
  ]
  const sql = `INSERT INTO inquiry (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT (idempotency_key) DO NOTHING`
  return {
    idempotentByKey: true,
    async sendInquiry(inquiry, { requestId, idempotencyKey = requestId, record, whiteLabel }) {
      const values = FIELDS.map((name) => (typeof inquiry[name] === 'boolean' ? Number(inquiry[name]) : inquiry[name]))
      const receivedAt = new Date().toISOString()
      await storageCall(() =>
        DB.prepare(sql)
          .bind(
            idempotencyKey,
            record?.receipt ?? idempotencyKey,
            receivedAt,
            whiteLabel,
            record?.brandId ?? null,
            record?.acceptedAt ?? null,
            record?.privacyVersion ?? null,
            record ? JSON.stringify(record.spamSignals) : null,
            ...values,
          )
          .run(),
      )
    },
  }
}
