import type { Env } from '../env.ts'
import { stagedFiles } from '../attachments/staged-files.ts'
import { certifyDestruction, destroyFiles } from '../retention/destroy-processed-inquiries.ts'
import { possibleFor, readInquiry, type Inquiry } from './inquiry.ts'
import { writeLog, type LoggedAction } from '../database/admin-log.ts'
import { destroyInOutbox, retryNow } from './outboxes.ts'

/** What an operator can do with one inquiry, as the forms and the JSON API name it. */
export const INQUIRY_ACTIONS = ['send-again', 'mark-processed', 'undo-processed', 'destroy'] as const
export type InquiryAction = (typeof INQUIRY_ACTIONS)[number]

/** `done`, or `impossible` where the state of the inquiry no longer allows it, as when two operators act at once. */
export type ActionResult = 'done' | 'impossible'

/** On whose behalf and of which request. */
export interface Operator {
  actor: string
  requestId: string
}

/**
 * Does something with an inquiry, after a row in the log.
 * @throws NotFoundError where there is no such inquiry
 */
export async function actOn(
  env: Env,
  receipt: string,
  action: InquiryAction,
  { actor, requestId }: Operator,
  now = new Date(),
): Promise<ActionResult> {
  const inquiry = await readInquiry(env, receipt, requestId)
  const possible = possibleFor(inquiry, now.getTime())
  const log = () => writeLog(env, { actor, action: action satisfies LoggedAction, subject: receipt })
  switch (action) {
    case 'send-again':
      if (!possible.sendAgain) return 'impossible'
      await log()
      return (await retryNow(env, inquiry.outbox, receipt)) ? 'done' : 'impossible'
    case 'mark-processed':
      if (!possible.markProcessed) return 'impossible'
      await log()
      await setProcessed(env, receipt, now.toISOString())
      return 'done'
    case 'undo-processed':
      if (!possible.undo) return 'impossible'
      await log()
      await setProcessed(env, receipt, null)
      return 'done'
    case 'destroy':
      await log()
      await destroyInquiry(env, inquiry, now)
      return 'done'
  }
}

async function setProcessed({ DB }: Pick<Env, 'DB'>, receipt: string, at: string | null): Promise<void> {
  await DB.batch(
    ['inquiry', 'undelivered_inquiry'].map((table) =>
      DB.prepare(`UPDATE ${table} SET processed_at = ? WHERE receipt = ?`).bind(at, receipt),
    ),
  )
}

/**
 * Destroys contents and files at once and certifies it, as the retention does it a month after processing. First the files and the
 * outbox, then the rows that lead to them: what fails half way can be done again.
 */
async function destroyInquiry(env: Env, inquiry: Inquiry, now: Date): Promise<void> {
  const { receipt, files: source, outbox, processedAt } = inquiry
  let files = await destroyFiles(env, source.references)
  for (const uploadId of source.uploads) files += (await stagedFiles(env, uploadId)).length
  await destroyInOutbox(env, outbox, receipt)
  await env.DB.batch(
    ['inquiry', 'undelivered_inquiry'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE receipt = ?`).bind(receipt),
    ),
  )
  certifyDestruction({ receipt, processed_at: processedAt, files }, now)
}
