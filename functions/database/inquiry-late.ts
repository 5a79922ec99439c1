/* Which inquiries of the table `inquiry` wait for a first answer. */

/** A new inquiry that nobody has answered. */
export interface Unanswered {
  receipt: string
  /** ISO 8601. */
  accepted_at: string
}

/**
 * New inquiries of a brand that were accepted before a time and never answered, the oldest first. Times are milliseconds since epoch.
 * @param untold only those of which no mail has told that they are late, accepted from a time on
 */
export async function neverAnswered(
  db: D1Database,
  brandId: string,
  { before, untold, limit }: { before: number; untold?: { from: number }; limit: number },
): Promise<Unanswered[]> {
  const isUntold = `AND id >= (?4 << 20) AND NOT EXISTS (SELECT 1 FROM mail WHERE mail.brand_id = ?1 AND mail.receipt = inquiry.receipt AND event = 'late')`
  const { results } = await db
    .prepare(
      `SELECT receipt, accepted_at FROM inquiry INDEXED BY inquiry_brand_state
         WHERE canary = 0 AND brand_id = ?1 AND state = 'new' AND id < (?2 << 20) AND answered_at IS NULL ${untold ? isUntold : ''} ORDER BY id LIMIT ?3`,
    )
    .bind(brandId, before, limit, ...(untold ? [untold.from] : []))
    .all<Unanswered>()
  return results
}
