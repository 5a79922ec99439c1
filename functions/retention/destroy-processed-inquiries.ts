import { v4 as uuid } from 'uuid'
import { fileReferences } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { storedFile } from '../upstream/embedded/file.ts'

type Storage = Pick<Env, 'DB' | 'FILES'>

/** Inquiries destroyed per run at most; the next hour takes the rest. */
const BATCH = 100

interface Processed {
  receipt: string
  processed_at: string
}

/**
 * Destroys the inquiries of the embedded upstream one month after processing, with their files (docs/specification.md#9).
 * @param destroy deletes what the outbox still has of an inquiry, and makes its receipt say that it is destroyed
 */
export async function destroyProcessed(
  { DB, FILES }: Storage,
  now: Date,
  destroy: (receipt: string) => Promise<unknown>,
): Promise<void> {
  type Received = Processed & { file_ref_id: string | null; file_ref_id_homepage: string | null }
  await destroyDue<Received>(DB, 'inquiry', now, async (row) => {
    const files = await destroyFiles({ DB, FILES }, fileReferences(row))
    await destroy(row.receipt)
    return files
  })
}

/**
 * Destroys the undelivered inquiries one month after an operator has marked them as processed.
 * @param destroy deletes the contents and files from the outbox
 */
export async function destroyUndelivered(
  DB: D1Database,
  now: Date,
  destroy: (receipt: string) => Promise<unknown>,
): Promise<void> {
  await destroyDue<Processed>(DB, 'undelivered_inquiry', now, async ({ receipt }) => {
    await destroy(receipt)
    return 0
  })
}

const CLAIMS = `SELECT (SELECT count(*) FROM inquiry WHERE file_ref_id = ?1)
  + (SELECT count(*) FROM inquiry WHERE file_ref_id_homepage = ?1) AS claims`

/** Deletes the files behind references, first the bytes, then the rows, unless a second inquiry names them. Gives the number of files. */
export async function destroyFiles({ DB, FILES }: Storage, references: string[]): Promise<number> {
  let count = 0
  for (const reference of references) {
    const claims = await DB.prepare(CLAIMS).bind(reference).first<number>('claims')
    if ((claims ?? 0) > 1) continue
    const { results } = await DB.prepare('SELECT file_key FROM file WHERE file_ref_id = ?')
      .bind(reference)
      .all<{ file_key: string }>()
    if (results.length > 0) await FILES.delete(results.map(({ file_key }) => storedFile(file_key)))
    await DB.prepare('DELETE FROM file WHERE file_ref_id = ?').bind(reference).run()
    count += results.length
  }
  return count
}

/**
 * Destroys the due rows of a table and logs a certificate without personal data for each (docs/specification.md#9).
 * @param destroyFilesOf deletes the files of a row before the row itself, and gives their number
 */
async function destroyDue<Row extends Processed>(
  db: D1Database,
  table: string,
  now: Date,
  destroyFilesOf: (row: Row) => Promise<number>,
): Promise<void> {
  const { results } = await db
    .prepare(`SELECT * FROM ${table} WHERE processed_at <= ? ORDER BY processed_at LIMIT ${BATCH}`)
    .bind(now.toISOString())
    .all<Row>()
  for (const row of results.filter(({ processed_at }) => oneMonthAfter(new Date(processed_at)) <= now)) {
    const { receipt, processed_at } = row
    const files = await destroyFilesOf(row)
    await db.prepare(`DELETE FROM ${table} WHERE receipt = ?`).bind(receipt).run()
    certifyDestruction({ receipt, processed_at, files }, now)
  }
}

/** Logs the certificate of a destruction, without personal data. `processed_at` is null where an operator destroyed it unprocessed. */
export function certifyDestruction(
  destroyed: { receipt: string; processed_at: string | null; files: number },
  now: Date,
): void {
  const certificate = { ...destroyed, destroyed_at: now.toISOString() }
  console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...certificate }))
}

/** The same day and time of the next month, or its last day where it is shorter. */
export function oneMonthAfter(date: Date): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + 1)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}
