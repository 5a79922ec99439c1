import { z } from 'zod'
import { UNDO_MS } from '../../contract/possible-commands.ts'
import type { LoggedAction } from '../../database/admin-log.ts'
import { ConflictError, TooLateError } from '../../errors.ts'
import { destroy, isDue } from '../../inquiries/destroy.ts'
import { markProcessed as mark, sendAgain as resend, undoProcessed as undo } from '../../inquiries/mark.ts'
import { readInquiry, type Inquiry } from '../../inquiries/read-inquiry.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'

/*
 * What is done with one inquiry. Each is refused where the state of the inquiry does not allow it, as when two operators act at once.
 */

/** When what shows an inquiry was read, ISO 8601: whoever ends it has seen no reply of its visitor that came later. */
export const shownAt = z.iso.datetime().optional()

interface OneInquiry {
  action: Extract<LoggedAction, 'send-again' | 'mark-processed' | 'mark-spam' | 'undo-processed' | 'destroy'>
  /** @returns false where the state does not allow it */
  act(call: InquiryCall, inquiry: Inquiry, asked: { shownAt: string | null; due: boolean }): Promise<boolean>
}

const onOneInquiry = ({ action, act }: OneInquiry) =>
  command({
    input: z.object({
      receipt: z.string(),
      shownAt,
      /** Only where its day has come: the clock asks. */
      due: z.boolean().default(false),
    }),
    permit: onInquiry,
    log: ({ receipt }) => ({ action, subject: receipt }),
    async run(call: InquiryCall, { receipt, shownAt, due }) {
      const inquiry = await readInquiry(call.env, receipt)
      if (!(await act(call, inquiry, { shownAt: shownAt ?? null, due }))) throw refusalOf(action, inquiry)
    },
  })

/** @param inquiry as it was before */
function refusalOf(action: OneInquiry['action'], { state }: Inquiry): ConflictError {
  return action === 'undo-processed' && state === 'processed'
    ? new TooLateError(`The mark can be undone for ${UNDO_MS / 60_000} minutes. That time has passed.`)
    : new ConflictError('The state of the inquiry does not allow this.')
}

/** Has a queued or undelivered inquiry sent again, with all its tries. */
export const sendAgain = onOneInquiry({
  action: 'send-again',
  act: resend,
})

/** Marks an inquiry as processed: it is destroyed when the period of its consent has passed. */
export const markProcessed = onOneInquiry({
  action: 'mark-processed',
  act: ({ env, now }, inquiry, { shownAt }) => mark(env, inquiry, { now, isSpam: false, shownAt }),
})

/** Calls an inquiry spam, which counts as processed. */
export const markSpam = onOneInquiry({
  action: 'mark-spam',
  act: ({ env, now }, inquiry, { shownAt }) => mark(env, inquiry, { now, isSpam: true, shownAt }),
})

/** Takes the mark back. */
export const undoProcessed = onOneInquiry({
  action: 'undo-processed',
  act: ({ env, now }, inquiry) => undo(env, inquiry, now),
})

/** Destroys contents and files at once (docs/specification.md#9), unless the visitor has replied since the page was read. */
export const destroyInquiry = onOneInquiry({
  action: 'destroy',
  act: ({ env, now }, { receipt, brand }, { shownAt, due }) =>
    destroy(env, { receipt, brandId: brand }, { now, shownAt, ...(due && { condition: isDue(now) }) }),
})
