/** How long a receipt is kept after its inquiry has ended. */
const RECEIPT_KEPT_MS = 365 * 24 * 3_600_000
const CANARY_KEPT_MS = 24 * 3_600_000
/** Receipts purged per run at most, so that nobody waits for it; the next hour takes the rest. */
const PURGE_BATCH = 1000

/**
 * Receipts of inquiries that ended a year ago here and in their row: destroyed, or delivered to a remote upstream and not marked, so that
 * nobody keeps anything of them. Old canaries too. Every part uses an index (functions/outbox/schema.ts).
 */
export function endedReceipts(sql: SqlStorage, now: number): string[] {
  const before = now - RECEIPT_KEPT_MS
  // Three disjoint parts: UNION would sort, and read the whole table for it.
  const ended = `
    SELECT receipt FROM inquiry WHERE delivered_at <= ? AND payload IS NULL AND destroyed_at IS NULL AND processed_at IS NULL
      AND received_here = 0 AND version > 1 AND version = copied_version
    UNION ALL SELECT receipt FROM inquiry WHERE destroyed_at <= ? AND (version = copied_version OR canary = 1)
    UNION ALL SELECT receipt FROM inquiry WHERE canary = 1 AND state = 'destroyed' AND destroyed_at > ? AND destroyed_at <= ?
    LIMIT ${PURGE_BATCH}`
  return sql
    .exec<{ receipt: string }>(ended, before, before, before, now - CANARY_KEPT_MS)
    .toArray()
    .map(({ receipt }) => receipt)
}

/** Deletes receipts. Counters go on counting them. */
export function purgeReceipts(sql: SqlStorage, receipts: readonly string[]): void {
  for (const receipt of receipts) {
    sql.exec('DELETE FROM event WHERE receipt = ?', receipt)
    sql.exec('DELETE FROM inquiry WHERE receipt = ?', receipt)
  }
}
