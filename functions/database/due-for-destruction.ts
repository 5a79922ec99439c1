import { brandIdOf, type Scope } from '../contract/scope.ts'
import { DELIVERED } from './inquiry-search.ts'

/* Which inquiries of the table `inquiry` the clock ends. */

const DUE = 'FROM inquiry WHERE destroy_at IS NOT NULL AND destroyed_at IS NULL'

/** When the next inquiry is destroyed, ISO 8601; null where none will be. */
export const nextDestruction = (db: D1Database, scope: Scope): Promise<string | null> => {
  const brandId = brandIdOf(scope)
  const own = brandId === null ? '' : 'AND +brand_id = ?'
  return db
    .prepare(`SELECT destroy_at AS at ${DUE} ${own} ORDER BY destroy_at LIMIT 1`)
    .bind(...(brandId === null ? [] : [brandId]))
    .first<string>('at')
}

/** An inquiry that the clock ends. */
export interface DueInquiry {
  receipt: string
  /** Id of the brand, as its row names it. */
  brand: string
}
const ENDED = 'receipt, brand_id AS brand'

/** Inquiries whose day of destruction has come, the longest due first. */
export async function dueForDestruction(db: D1Database, now: Date, limit: number): Promise<DueInquiry[]> {
  const { results } = await db
    .prepare(`SELECT ${ENDED} ${DUE} AND destroy_at <= ? ORDER BY destroy_at LIMIT ?`)
    .bind(now.toISOString(), limit)
    .all<DueInquiry>()
  return results
}

/** When an inquiry was last answered or replied to; empty where it never was. */
const LAST_WORD = `coalesce((SELECT max(at) FROM message
  WHERE message.receipt = inquiry.receipt AND (message.kind = 'answer' OR message.state = 'received')), '')`
/**
 * Delivered inquiries that nobody has marked and whose contents, or files, are here, without a word since a time. Ids begin with the time of
 * acceptance.
 */
const UNMARKED = `FROM inquiry INDEXED BY inquiry_delivered
  WHERE canary = 0 AND ${DELIVERED} AND state <> 'processed' AND coalesce(subject, staged) IS NOT NULL AND id < (?1 << 20) AND ${LAST_WORD} < ?2`

/**
 * The condition that an inquiry is due: its day has come, or nobody has marked it for a year and there was no word since (decision 053).
 * ?6: now, ?7: the end of unmarked ones, both ISO 8601.
 */
export const IS_DUE = `destroy_at <= ?6 OR (${DELIVERED} AND state <> 'processed' AND max(accepted_at, ${LAST_WORD}) < ?7)`

/** Unmarked inquiries that were accepted before a time and neither answered nor replied to since, the oldest first. */
export async function unmarkedBefore(db: D1Database, before: Date, limit: number): Promise<DueInquiry[]> {
  const { results } = await db
    .prepare(`SELECT ${ENDED} ${UNMARKED} ORDER BY id LIMIT ?3`)
    .bind(before.getTime(), before.toISOString(), limit)
    .all<DueInquiry>()
  return results
}

/** How many there are of these, and since when the oldest waits, ISO 8601. */
export async function countUnmarked(
  db: D1Database,
  scope: Scope,
  before: Date,
): Promise<{ n: number; oldest: string | null }> {
  const brandId = brandIdOf(scope)
  const own = brandId === null ? '' : 'AND +brand_id = ?3'
  const counted = await db
    .prepare(`SELECT count(*) AS n, min(max(accepted_at, ${LAST_WORD})) AS oldest ${UNMARKED} ${own}`)
    .bind(before.getTime(), before.toISOString(), ...(brandId === null ? [] : [brandId]))
    .first<{ n: number; oldest: string | null }>()
  return counted ?? { n: 0, oldest: null }
}
