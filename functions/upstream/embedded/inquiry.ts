import { readRecord, writeRecord, type InquiryRecord } from '../../database/inquiry-record.ts'
import type { Env } from '../../env.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { InquiryUpstream } from '../upstream.ts'
import { storageCall } from './storage-call.ts'

/** Inquiries of the embedded upstream: the contents of their rows in D1 (decision 045). An inquiry of the site itself is not stored. */
export function embeddedInquiries({ DB }: Pick<Env, 'DB'>): InquiryUpstream {
  return {
    idempotent: true,
    writesRecord: true,
    sendInquiry: (inquiry, { receipt, record }) =>
      storageCall(async () => {
        if (!record) return
        const write = (carried?: InquiryRecord) =>
          writeRecord(DB, record.facts, { ...inquiry, staged: record.staged }, carried).first()
        if (await write()) return
        const row = await readRecord(DB, receipt)
        // The release before this one has changed the row; what it says of a queued inquiry is over now.
        if (row?.carried && (await write(row))) return
        throw new UpstreamFailedError('The row of this receipt is newer or belongs to another brand.')
      }),
  }
}
