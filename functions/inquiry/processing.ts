import type { ReceiptState } from '../contract/inquiry.ts'
import { oneMonthAfter } from '../contract/retention.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'

/**
 * When staff have seen to an inquiry, and when it is destroyed after that. Known of inquiries of the embedded upstream, and of
 * undelivered ones that an operator has marked; empty while D1 fails, because the receipt's own state is in the outbox.
 */
export async function processingOf(
  { DB }: Pick<Env, 'DB'>,
  receipt: string,
  requestId: string,
): Promise<Pick<ReceiptState, 'processed_at' | 'destroy_at'>> {
  const row = await DB.prepare(
    `SELECT processed_at FROM inquiry WHERE receipt = ?1 AND processed_at IS NOT NULL
     UNION ALL SELECT processed_at FROM undelivered_inquiry WHERE receipt = ?1 AND processed_at IS NOT NULL`,
  )
    .bind(receipt)
    .first<{ processed_at: string }>()
    .catch((error: unknown) => {
      const path = '/api/board/inquiry/:receipt'
      logFailure('warn', { requestId, method: 'GET', path, code: 'processing' }, error)
      return null
    })
  if (!row) return {}
  return { processed_at: row.processed_at, destroy_at: oneMonthAfter(new Date(row.processed_at)).toISOString() }
}
