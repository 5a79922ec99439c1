import type { SqliteD1 } from '../sqlite-d1.ts'
import { payload } from '../outbox-under-test.ts'
import type { StoredEntry } from './past-entry.ts'
import type { UpstreamKind } from './start.ts'
import type { OldWrite } from './steps.ts'

/* What the release before this one writes: the old tables only. */

/** Both releases run for a while: the old one writes its tables, and destroys nothing without the outbox. @param entry in the outbox */
export function writeAsOldWorker(
  d1: SqliteD1,
  write: OldWrite,
  { receipt, subject, state }: Pick<StoredEntry, 'receipt' | 'subject' | 'state'>,
  { id, kind }: { id: string; kind: UpstreamKind },
): void {
  if (write === 'marks') markInOldTables(d1, receipt, true)
  else if (write === 'takes the mark back') markInOldTables(d1, receipt, false)
  else if (write === 'deletes the copy') deleteOldCopy(d1, receipt)
  else if (write === 'receives' && kind === 'embedded') receiveInOldTable(d1, id, receipt, subject)
  else if (write === 'copies' && (state === 'queued' || state === 'undelivered'))
    copyIntoOldTable(d1, id, receipt, subject)
}

/** Its embedded upstream has received an inquiry, again perhaps. */
export function receiveInOldTable(d1: SqliteD1, brandId: string, receipt: string, subject: string): void {
  d1.rows(
    `INSERT INTO inquiry (idempotency_key, receipt, received_at, white_label, brand_id, title, inquiry_mail, contents, recipient_type,
       inquiry_type, subject, content, phone_number_homepage, company_name, user_name, is_home_unite, is_home_inquiry)
       VALUES (?1, ?1, ?2, ?3, ?3, 'title', 'a@b.example', 'notification', 'vcp-x', 'quote', ?4, 'x', '+82-1', 'x', 'x', 0, 1)
     ON CONFLICT (receipt) DO UPDATE SET contents = excluded.contents`,
    receipt,
    new Date().toISOString(),
    brandId,
    subject,
  )
}

/** Its outbox has copied an inquiry that it has not delivered. */
function copyIntoOldTable(d1: SqliteD1, brandId: string, receipt: string, subject: string): void {
  d1.rows(
    `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state, attempts)
       VALUES (?1, ?2, ?3, ?4, ?3, 'queued', 1) ON CONFLICT (receipt) DO UPDATE SET attempts = attempts + 1`,
    receipt,
    new Date().toISOString(),
    brandId,
    JSON.stringify({ ...payload, inquiry: { ...payload.inquiry, subject } }),
  )
}

/** Its outbox deletes the copy of an inquiry that it has delivered. */
function deleteOldCopy(d1: SqliteD1, receipt: string): void {
  d1.rows('DELETE FROM undelivered_inquiry WHERE receipt = ?', receipt)
}

/** Its operator marks an inquiry as processed, or takes the mark back. */
function markInOldTables(d1: SqliteD1, receipt: string, isProcessed: boolean): void {
  const at = isProcessed ? new Date().toISOString() : null
  for (const table of ['inquiry', 'undelivered_inquiry'])
    d1.rows(`UPDATE ${table} SET processed_at = ? WHERE receipt = ?`, at, receipt)
}
