import { v4 } from 'uuid'
import { z } from 'zod'
import { openNames } from '../attachments/signed-reference.ts'
import type { VisitorCall } from '../calls/visitor-call.ts'
import type { InquiryState, ReceiptState } from '../contract/inquiry-body.ts'
import { type PublicRow, readPublicRow } from '../database/inquiry-row.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import { storageCall } from '../http/storage-call.ts'

/** The receipt of a new inquiry: a UUID, which nobody guesses. */
export const newReceipt = (): string => v4()

/** What a visitor is told of a state that operators see. */
export const publicState = ({ state, delivered_at }: Pick<PublicRow, 'state' | 'delivered_at'>): InquiryState =>
  state === 'queued' || state === 'undelivered' || state === 'destroyed'
    ? state
    : delivered_at === null
      ? 'undelivered'
      : 'delivered'

/**
 * What a visitor may know of an inquiry by its receipt.
 * @param signed names of staged files as the address has them; the answer has those that are valid, in clear text
 * @throws NotFoundError where the brand has no such receipt; UpstreamError where the storage fails
 */
export async function readReceipt(
  { env, visitor }: VisitorCall,
  asked: string,
  signed?: string,
): Promise<ReceiptState> {
  const receipt = z.uuid().safeParse(asked)
  if (!receipt.success) throw new NotFoundError('There is no such receipt.')
  const state = await storageCall(() => readReceiptState(env, visitor.brandId, receipt.data))
  if (!state) throw new NotFoundError('There is no such receipt.')
  const held = signed ? await openNames(env, receipt.data, signed) : []
  return { ...state, ...(held.length > 0 && { held }) }
}

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
