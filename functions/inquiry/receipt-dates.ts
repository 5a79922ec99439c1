import type { ReceiptState } from '../contract/inquiry-body.ts'
import { readRecord } from '../database/inquiry-record.ts'
import type { Env } from '../env.ts'
import { storageCallWithin } from '../http/storage-call.ts'
import { logFailure } from '../log.ts'

/**
 * When staff have seen to an inquiry, and when it will be destroyed after that, until it is. Empty while D1 fails or is slow, because the
 * receipt's own state is in the outbox.
 */
export async function receiptDates(
  { DB, UPSTREAM_TIMEOUT_MS }: Pick<Env, 'DB' | 'UPSTREAM_TIMEOUT_MS'>,
  receipt: string,
  requestId: string,
): Promise<Pick<ReceiptState, 'processed_at' | 'destroy_at'>> {
  const row = await storageCallWithin(UPSTREAM_TIMEOUT_MS, () => readRecord(DB, receipt)).catch((error: unknown) => {
    const path = '/api/board/inquiry/:receipt'
    logFailure('warn', { requestId, method: 'GET', path, code: 'processing' }, error)
    return null
  })
  if (!row?.processed_at || !row.destroy_at) return {}
  return { processed_at: row.processed_at, ...(!row.destroyed_at && { destroy_at: row.destroy_at }) }
}
