import { v4 as uuid } from 'uuid'
import { fileReferences } from '../contract/inquiry.ts'
import { oneMonthAfter } from '../contract/retention.ts'
import type { Env } from '../env.ts'
import { storedFile } from '../upstream/embedded/file.ts'

type Storage = Pick<Env, 'DB' | 'FILES'>

/** Inquiries destroyed per run at most; the next hour takes the rest. */
const BATCH = 100

interface Processed {
  receipt: string
  processed_at: string
}

/** Destroys the inquiries of the embedded upstream one month after processing, with their files (docs/specification.md#9). */
export async function destroyProcessed({ DB, FILES }: Storage, now: Date): Promise<void> {
  type Received = Processed & { file_ref_id: string | null; file_ref_id_homepage: string | null }
  await destroyDue<Received>(DB, 'inquiry', now, (row) => destroyFiles({ DB, FILES }, fileReferences(row)))
}

/**
 * Destroys the undelivered inquiries one month after an operator has marked them as processed.
 * @param erase deletes the contents and files from the outbox
 */
export async function destroyUndelivered(
  DB: D1Database,
  now: Date,
  erase: (receipt: string) => Promise<unknown>,
): Promise<void> {
  await destroyDue<Processed>(DB, 'undelivered_inquiry', now, async ({ receipt }) => {
    await erase(receipt)
    return 0
  })
}

/** Deletes the files behind references, first the bytes, then the rows. Gives the number of files. */
export async function destroyFiles({ DB, FILES }: Storage, references: string[]): Promise<number> {
  let count = 0
  for (const reference of references) {
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
    const certificate = { receipt, processed_at, destroyed_at: now.toISOString(), files }
    console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...certificate }))
  }
}
