import { carryRecordsSince, keepDestroyedRecords } from '../../../functions/database/inquiry-record.ts'
import { beginPause } from '../../../functions/database/pause.ts'
import { CERTIFICATE_PREFIX } from '../../../functions/outbox/certificates.ts'
import { objects } from '../outbox-under-test.ts'
import type { SqliteD1 } from '../sqlite-d1.ts'

/**
 * D1 as a restore leaves it: the rows of the backup, but for what was destroyed since, and the pause.
 * @param since when the backup began, in milliseconds since epoch
 * @returns when each inquiry was destroyed, by receipt
 */
export async function restoreD1(d1: SqliteD1, bytes: Uint8Array, since: number): Promise<Map<string, number>> {
  const { state } = d1
  d1.state = 'works'
  d1.restore(bytes)
  const db = d1.binding as D1Database
  const certificates = [...objects.keys()].filter((key) => key.startsWith(CERTIFICATE_PREFIX))
  const destroyed = await keepDestroyedRecords(
    db,
    new Map(certificates.map((key) => [key.slice(CERTIFICATE_PREFIX.length), Date.now()])),
  )
  await carryRecordsSince(db, new Date(since).toISOString())
  await beginPause(db, new Date())
  d1.state = state
  return destroyed
}
