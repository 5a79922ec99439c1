/* The canaries in the table `inquiry`: inquiries that the site sends itself (scheduled/canary.ts), which are in no list and no count. */

/** Whether a canary is on its way. */
export async function isCanaryWaiting(db: D1Database): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM inquiry WHERE canary = 1 AND state = 'queued'").first()) !== null
}

const LAST_CANARY = 'FROM inquiry WHERE canary = 1 AND delivered_at IS NOT NULL ORDER BY id DESC LIMIT 1'

/** When the last canary arrived, ISO 8601; null where none has. */
export const lastCanary = (db: D1Database): Promise<string | null> =>
  db.prepare(`SELECT delivered_at ${LAST_CANARY}`).first<string>('delivered_at')

/** Deletes the canaries that have ended, but for the last that arrived. */
export async function deleteEndedCanaries(db: D1Database): Promise<void> {
  await db
    .prepare(`DELETE FROM inquiry WHERE canary = 1 AND state <> 'queued' AND id IS NOT (SELECT id ${LAST_CANARY})`)
    .run()
}
