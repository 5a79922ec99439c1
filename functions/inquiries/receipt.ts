import type { ReceiptState } from '../contract/inquiry-body.ts'
import { readPublicRow } from '../database/inquiry.ts'
import type { Env } from '../env.ts'
import { publicState } from './accept.ts'

/** The state of an inquiry, without personal data; null where the brand has none with the receipt. */
export async function readReceiptState(
  { DB }: Pick<Env, 'DB'>,
  brandId: string,
  receipt: string,
): Promise<ReceiptState | null> {
  const row = await readPublicRow(DB, brandId, receipt)
  if (!row) return null
  return {
    state: publicState(row),
    kind: row.kind,
    accepted_at: row.accepted_at,
    delivered_at: row.delivered_at,
    ...(row.answer_sent_at !== null && { answered_at: row.answer_sent_at }),
    ...(row.processed_at !== null && { processed_at: row.processed_at }),
    ...(row.processed_at !== null &&
      row.destroy_at !== null &&
      row.destroyed_at === null && { destroy_at: row.destroy_at }),
    ...(row.destroyed_at !== null && { destroyed_at: row.destroyed_at }),
  }
}
