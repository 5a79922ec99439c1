import type { Entry, Payload } from './store.ts'

/** Lays an inquiry that could not be delivered where `npm run inquiries` finds it. Doing it twice changes nothing. */
export async function park(db: D1Database, { receipt, acceptedAt }: Entry, payload: Payload): Promise<void> {
  await db
    .prepare(
      'INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload) VALUES (?, ?, ?, ?) ON CONFLICT (receipt) DO NOTHING',
    )
    .bind(receipt, new Date(acceptedAt).toISOString(), payload.whiteLabel, JSON.stringify(payload))
    .run()
}
