import { v4 as uuid } from 'uuid'
import type { Env } from '../env.ts'
import { storedFile } from '../upstream/embedded/file.ts'
import { oneMonthAfter } from './periods.ts'

/** How many one run destroys at most; the next hour takes the rest. */
const AT_ONCE = 100

/** An inquiry whose time is up. */
interface Due {
  receipt: string
  processed_at: string
}
type Received = Due & { file_ref_id: string | null; file_ref_id_homepage: string | null }

/** One inquiry and its files are gone: the line that proves it (spec 9, destruction). Names no person. */
export interface Certificate {
  receipt: string
  processed_at: string
  destroyed_at: string
  files: number
}

/**
 * Destroys the inquiries of the embedded upstream that were marked processed a month ago, with their files (spec 9: retention).
 * @param certify called once each, after nothing of it is left
 */
export async function destroyProcessed(
  { DB, FILES }: Pick<Env, 'DB' | 'FILES'>,
  now: Date,
  certify: (certificate: Certificate) => void,
): Promise<void> {
  const due = await dueRows<Received>(
    DB,
    'SELECT receipt, processed_at, file_ref_id, file_ref_id_homepage FROM inquiry',
    now,
  )
  for (const { receipt, processed_at, file_ref_id, file_ref_id_homepage } of due) {
    const files = await destroyFiles(
      { DB, FILES },
      [file_ref_id, file_ref_id_homepage].filter((id) => id !== null),
    )
    await DB.prepare('DELETE FROM inquiry WHERE receipt = ?').bind(receipt).run()
    certify({ receipt, processed_at, destroyed_at: now.toISOString(), files })
  }
}

/**
 * The same for what could not be delivered and was seen to by hand.
 * @param forget takes it out of the outbox too, where it was laid aside
 */
export async function destroyUndelivered(
  { DB }: Pick<Env, 'DB'>,
  now: Date,
  forget: (receipt: string) => Promise<void>,
  certify: (certificate: Certificate) => void,
): Promise<void> {
  for (const { receipt, processed_at } of await dueRows<Due>(
    DB,
    'SELECT receipt, processed_at FROM undelivered_inquiry',
    now,
  )) {
    await forget(receipt)
    await DB.prepare('DELETE FROM undelivered_inquiry WHERE receipt = ?').bind(receipt).run()
    certify({ receipt, processed_at, destroyed_at: now.toISOString(), files: 0 })
  }
}

/** Deletes the files behind references, bytes first. Gives how many. */
export async function destroyFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>, references: string[]): Promise<number> {
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

/** Writes a certificate to the log. */
export function logCertificate(certificate: Certificate): void {
  console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...certificate }))
}

async function dueRows<T extends Due>(db: D1Database, select: string, now: Date): Promise<T[]> {
  const { results } = await db
    .prepare(`${select} WHERE processed_at <= ? ORDER BY processed_at LIMIT ${AT_ONCE}`)
    .bind(now.toISOString())
    .all<T & Record<string, string>>()
  return results.filter(({ processed_at }) => oneMonthAfter(new Date(processed_at)) <= now)
}
