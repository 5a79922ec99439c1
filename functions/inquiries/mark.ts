import type { Call } from '../calls/operator-call.ts'
import { monthsAfter } from '../contract/retention.ts'
import { UNDO_MS } from '../contract/possible-commands.ts'
import { sendAgain as sendRowAgain } from '../database/delivery.ts'
import { markProcessed as markRow, unmark } from '../database/inquiry-state.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { toldOfProcessed } from '../webhooks/tell-webhooks.ts'
import { deliverDue } from './run-due.ts'
import type { Inquiry } from './read-inquiry.ts'

/* What operators do with one inquiry. Each is one conditional update: where somebody was quicker nothing changes, and false says so. */

/** How long deliveries run at once after an operator has had one sent again. */
const DELIVERY_MS = 20_000

/**
 * Marks an inquiry as processed: it is destroyed when the period of its consent has passed.
 * @param shownAt when the page was read on which it is marked, ISO 8601: what the visitor has replied since is still to be seen to
 */
export const markProcessed = (
  { DB }: Pick<Env, 'DB'>,
  inquiry: Inquiry,
  { now, isSpam, shownAt }: { now: Date; isSpam: boolean; shownAt: string | null },
): Promise<boolean> => {
  const name = { receipt: inquiry.receipt, brandId: inquiry.brand }
  const mark = { processedAt: now, destroyAt: monthsAfter(now, inquiry.processedMonths), isSpam, shownAt }
  return markRow(DB, name, mark, toldOfProcessed(DB, name, now.getTime()))
}

/** Takes the mark back, for ten minutes. */
export const undoProcessed = ({ DB }: Pick<Env, 'DB'>, { receipt, brand }: Inquiry, now: Date): Promise<boolean> =>
  unmark(DB, { receipt, brandId: brand }, new Date(now.getTime() - UNDO_MS).toISOString())

/** Has a queued or undelivered inquiry sent again with all its tries: at once where `waitUntil` keeps the work going, else by the next minute. */
export async function sendAgain(
  { env, now, waitUntil }: Pick<Call, 'now' | 'waitUntil'> & { env: Env },
  { receipt, brand }: Inquiry,
): Promise<boolean> {
  if (!(await sendRowAgain(env.DB, { receipt, brandId: brand }, now.getTime()))) return false
  waitUntil?.(
    deliverDue(env, Date.now() + DELIVERY_MS).catch((error: unknown) =>
      logFailure('warn', { requestId: null, method: 'DELIVERY', path: '/admin', code: 'delivery' }, error),
    ),
  )
  return true
}
