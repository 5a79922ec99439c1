import { eachField } from '../../functions/contract/form-fields.ts'
import { insertInquiry, type NewInquiry } from '../../functions/database/new-inquiry.ts'
import { type InquiryRow, readInquiryRows } from '../../functions/database/inquiry-row.ts'
import { type ListedInquiry, listRows } from '../../functions/inquiries/export.ts'
import type { Site } from './site.ts'
import { SALES } from './visitor-calls.ts'

/** A new inquiry, unless a test says otherwise. */
export const NEW_INQUIRY: NewInquiry = {
  receipt: '0d9e4a1c-0000-4000-8000-00000000000a',
  brandId: 'vcp-x',
  whiteLabel: 'default',
  kind: 'sales',
  canary: false,
  locale: 'ko',
  privacyVersion: '20250701',
  telephone: null,
  processedMonths: 1,
  spamSignals: [],
  key: 'key',
  keyEndsAt: 0,
  contentsHash: '',
  namesHash: '',
  acceptedAt: Date.UTC(2026, 10, 22),
  texts: { ...eachField(() => ''), ...SALES },
  fileRefId: null,
  fileRefIdHomepage: null,
  staged: [],
  uploads: [],
  delivery: null,
  attemptUntil: null,
}

/** What an inquiry has that waits for a remote upstream. */
export const WAITING: NewInquiry['delivery'] = { requestId: 'r', held: [], missing: [], waitedMs: 0, answeredAt: null }

/**
 * Stores an inquiry, for states that would take days to come about.
 * @param columns what its row says then
 */
export async function addInquiry(
  db: D1Database,
  inquiry: Partial<NewInquiry> & Pick<NewInquiry, 'receipt'>,
  columns: Partial<Record<keyof InquiryRow | 'delete_files_at' | 'next_at' | 'delivery', string | number | null>> = {},
): Promise<void> {
  await db.batch(insertInquiry(db, { ...NEW_INQUIRY, acceptedAt: Date.now(), key: inquiry.receipt, ...inquiry }))
  const names = Object.keys(columns)
  if (names.length === 0) return
  await db
    .prepare(`UPDATE inquiry SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE receipt = ?`)
    .bind(...Object.values(columns), inquiry.receipt)
    .run()
}

/** Marks an inquiry as if it had been processed at that time, so that it is destroyed at the other one. ISO 8601. */
export async function processedAt(site: Site, receipt: string, processed: string, destroy: string): Promise<void> {
  await site.sql(
    "UPDATE inquiry SET state = 'processed', processed_at = ?, destroy_at = ? WHERE receipt = ?",
    processed,
    destroy,
    receipt,
  )
}

/** An inquiry as it is exported, without what was said later. */
export const listedInquiry = async (DB: D1Database, receipt: string): Promise<ListedInquiry | undefined> =>
  (await listRows({ DB }, await readInquiryRows(DB, [receipt]), false))[0]
