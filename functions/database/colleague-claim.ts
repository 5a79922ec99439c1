/** A claim ends after so long without a command of whoever has it. */
const CLAIM_MS = 24 * 3_600_000

/** Who sees to an inquiry. Times are ISO 8601. */
export interface Claim {
  author: string
  since: string
}

const CURRENT = 'active_at > ?'
const current = (now: Date) => new Date(now.getTime() - CLAIM_MS).toISOString()

/** The claim of an inquiry; null where nobody has one, or it has ended by itself. */
export const claimOf = (db: D1Database, receipt: string, now: Date): Promise<Claim | null> =>
  db
    .prepare(`SELECT author, since FROM claim WHERE receipt = ? AND ${CURRENT}`)
    .bind(receipt, current(now))
    .first<Claim>()

/** Claims an inquiry for somebody, whoever had it before, unless it is destroyed. Who has it already keeps it since then. */
export async function insertClaim(db: D1Database, receipt: string, author: string, now: Date): Promise<void> {
  await db
    .prepare(
      `INSERT INTO claim (receipt, author, since, active_at) SELECT ?1, ?2, ?3, ?3
         WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1 AND state <> 'destroyed')
       ON CONFLICT (receipt) DO UPDATE SET
         since = iif(author = excluded.author AND active_at > ?4, since, excluded.since), author = excluded.author, active_at = excluded.active_at`,
    )
    .bind(receipt, author, now.toISOString(), current(now))
    .run()
}

/** Somebody has done something: his claim lasts for another day. */
export async function keepClaim(db: D1Database, receipt: string, author: string, now: Date): Promise<void> {
  await db
    .prepare(`UPDATE claim SET active_at = ? WHERE receipt = ? AND author = ? AND ${CURRENT}`)
    .bind(now.toISOString(), receipt, author, current(now))
    .run()
}

export async function deleteClaim(db: D1Database, receipt: string): Promise<void> {
  await db.prepare('DELETE FROM claim WHERE receipt = ?').bind(receipt).run()
}
