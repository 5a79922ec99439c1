import type { UpstreamInquiry } from '../../contract/inquiry.ts'
import type { Env } from '../../env.ts'
import { UpstreamFailedError } from '../../errors.ts'
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

const COLUMNS = [
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

/**
 * A receipt is stored once. Sent again, its row gets the files that may have come since (functions/outbox/late-files.ts) and is given
 * back. No row is given back where the receipt is another brand's. The primary key holds the receipt; in older rows a client's key.
 */
const INSERT = `INSERT INTO inquiry (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (receipt) DO UPDATE SET contents = excluded.contents, file_ref_id = excluded.file_ref_id,
    file_ref_id_homepage = excluded.file_ref_id_homepage
    WHERE coalesce(brand_id, excluded.brand_id) = excluded.brand_id
  RETURNING receipt`

/** Inquiries of the embedded upstream, in D1. */
export function embeddedInquiries({ DB }: Pick<Env, 'DB'>): InquiryUpstream {
  return {
    idempotent: true,
    async sendInquiry(inquiry, call) {
      const { receipt, whiteLabel, brandId, acceptedAt, privacyVersion, spamSignals } = call
      const fields = FIELDS.map((name) => (typeof inquiry[name] === 'boolean' ? Number(inquiry[name]) : inquiry[name]))
      const stored = await storageCall(() =>
        DB.prepare(INSERT)
          .bind(
            receipt,
            receipt,
            new Date().toISOString(),
            whiteLabel,
            brandId,
            acceptedAt,
            privacyVersion,
            JSON.stringify(spamSignals),
            ...fields,
          )
          .first(),
      )
      if (stored === null) throw new UpstreamFailedError('The row of this receipt belongs to another brand.')
    },
  }
}
