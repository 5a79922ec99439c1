/* What operators are told of deliveries: what waits, and what has happened. */

/** What has happened to an inquiry, the oldest first. */
export async function eventsOf(
  db: D1Database,
  receipt: string,
): Promise<{ at: string; event: string; detail: string | null }[]> {
  const { results } = await db
    .prepare('SELECT at, event, detail FROM inquiry_event WHERE receipt = ? ORDER BY at, rowid')
    .bind(receipt)
    .all<{ at: string; event: string; detail: string | null }>()
  return results
}

/** The inquiries of a brand that wait for their delivery. */
export interface Backlog {
  brandId: string
  queued: number
  /** When the oldest was accepted, ISO 8601, and why it was not delivered last. */
  oldest: string
  lastFailure: string | null
}

/** What waits for its delivery, by brand; brands for which nothing waits are left out. */
export async function readBacklog(db: D1Database): Promise<Backlog[]> {
  const { results } = await db
    .prepare(
      `SELECT brand_id AS brandId, count(*) AS queued, min(accepted_at) AS oldest, last_failure AS lastFailure
         FROM inquiry INDEXED BY inquiry_brand_state WHERE canary = 0 AND state = 'queued' GROUP BY brand_id`,
    )
    .all<Backlog>()
  return results
}

/** When the upstream has last taken an inquiry; null where it never has. */
export const upstreamTookAt = (db: D1Database): Promise<number | null> =>
  db.prepare('SELECT taken_at AS at FROM upstream_state').first<number>('at')

/** When the oldest inquiry of a brand was accepted that waits and was accepted after a time; null where none does. @param after ISO 8601 */
export const oldestQueuedAfter = (db: D1Database, brandId: string, after: string): Promise<string | null> =>
  db
    .prepare(
      `SELECT min(accepted_at) AS at FROM inquiry INDEXED BY inquiry_brand_state
         WHERE canary = 0 AND state = 'queued' AND brand_id = ? AND accepted_at > ?`,
    )
    .bind(brandId, after)
    .first<string>('at')
