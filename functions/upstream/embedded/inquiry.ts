import { writeRecord } from '../../database/inquiry-record.ts'
import type { Env } from '../../env.ts'
import { UpstreamFailedError } from '../../errors.ts'
import type { InquiryUpstream } from '../upstream.ts'
import { storageCall } from '../../http/storage-call.ts'

/** How often a row is written that something else writes at the same time. */
const WRITES = 3

/** Inquiries of the embedded upstream: the contents of their rows in D1 (decision 045). An inquiry of the site itself is not stored. */
export function embeddedInquiries({ DB }: Pick<Env, 'DB'>): InquiryUpstream {
  return {
    idempotent: true,
    writesRecord: true,
    sendInquiry: (inquiry, { record }) =>
      storageCall(async () => {
        if (!record) return
        // Again where the outbox has written the row meanwhile, or has to take over first what the release before or a restore has left.
        for (let write = 0; write < WRITES; write++) {
          if (await writeRecord(DB, record.facts(), { ...inquiry, staged: record.staged }).first()) return
          await record.takeOver()
        }
        throw new UpstreamFailedError('The row of this receipt is newer or belongs to another brand.')
      }),
  }
}
