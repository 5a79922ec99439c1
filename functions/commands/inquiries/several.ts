import { z } from 'zod'
import type { LoggedAction } from '../../database/admin-log.ts'
import { inquiriesOf, PAGE_SIZE, type ListRow } from '../../database/inquiry-search.ts'
import { ApiError } from '../../errors.ts'
import type { Call } from '../../calls/operator-call.ts'
import { logFailure } from '../../log.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { narrowed } from '../permissions.ts'
import { destroyInquiry, markProcessed, markSpam } from './mark-and-destroy.ts'

/* What is done with inquiries that were chosen from a list. */

/** Receipts that are chosen at once. */
export const chosenReceipts = z.array(z.uuid()).min(1).max(PAGE_SIZE)

/** Those of the chosen receipts that whoever acts has: about what is another brand's nothing is done, and nothing is logged. */
export async function ownReceipts({ env, scope }: Call, receipts: readonly string[]): Promise<string[]> {
  const own = new Set((await inquiriesOf(env.DB, scope, receipts)).map(({ receipt }) => receipt))
  return receipts.filter((receipt) => own.has(receipt))
}

/** The row of the log about chosen inquiries; none where there are none. */
export const chosenLine = (action: LoggedAction, receipts: readonly string[]) =>
  receipts.length === 0 ? [] : { action, subject: receipts.join(' ') }

/** The chosen inquiries as the list shows them, in its order, for the question before they are destroyed. */
export const listChosen = command({
  input: z.object({ receipts: chosenReceipts }),
  permit: narrowed,
  log: async ({ receipts }, call) => chosenLine('list', await ownReceipts(call, receipts)),
  run: ({ env, scope }, { receipts }): Promise<ListRow[]> => inquiriesOf(env.DB, scope, receipts),
})

export const SEVERAL_COMMANDS = ['processed', 'spam', 'destroy'] as const
export type SeveralCommand = (typeof SEVERAL_COMMANDS)[number]
const COMMANDS = { processed: markProcessed, spam: markSpam, destroy: destroyInquiry }

/** What became of each. */
export interface SeveralOutcome {
  done: string[]
  /** Their state does not allow it, their visitor has replied since, or they are not there any more. */
  refused: string[]
  /** A store has failed: whether it was done is not known, and it can be done again. */
  failed: string[]
}

/** Does the same with several inquiries, one after the other, each with its own row of the log. @param shownAt when their list was read */
export async function doWithSeveral(
  call: InquiryCall,
  command: SeveralCommand,
  receipts: readonly string[],
  shownAt: string | undefined,
): Promise<SeveralOutcome> {
  const outcome: SeveralOutcome = { done: [], refused: [], failed: [] }
  for (const receipt of new Set(receipts))
    try {
      await COMMANDS[command].perform(call, { receipt, shownAt })
      outcome.done.push(receipt)
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500
      outcome[isRefusal ? 'refused' : 'failed'].push(receipt)
      if (!isRefusal)
        logFailure('error', { requestId: call.requestId, path: '/admin/inquiries', code: command, receipt }, error)
    }
  return outcome
}
