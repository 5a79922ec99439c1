import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { stagedFiles } from '../../attachments/staged-files.ts'
import type { DeedResult } from '../../contract/inquiry-deeds.ts'
import type { LoggedAction } from '../../database/admin-log.ts'
import { InvalidBodyError } from '../../errors.ts'
import { readInquiry, type Inquiry } from '../../inquiry/read-inquiry.ts'
import type { outboxOf } from '../../outbox/brand-outbox.ts'
import { outboxOfInquiry } from '../../outbox/all-outboxes.ts'
import { destroyFiles } from '../../upstream/embedded/file.ts'
import { command } from '../command.ts'
import type { InquiryCall } from './call.ts'

/*
 * What is done with one inquiry. Each asks the outbox of its brand, which decides, and is refused where the state of the inquiry does not
 * allow it, as when two operators act at once.
 */

type BrandOutbox = ReturnType<typeof outboxOf>

interface Deed {
  action: Extract<LoggedAction, 'send-again' | 'mark-processed' | 'undo-processed' | 'destroy'>
  /** Asks the outbox. */
  ask(outbox: BrandOutbox, receipt: string): Promise<DeedResult>
  /** Done before it is asked; gives what is done after it. */
  prepare?(call: InquiryCall, inquiry: Inquiry): Promise<() => void>
}

const deed = ({ action, ask, prepare }: Deed) =>
  command({
    input: z.object({ receipt: z.string() }),
    log: ({ receipt }) => ({ action, subject: receipt }),
    async run(call: InquiryCall, { receipt }) {
      const inquiry = await readInquiry(call.env, receipt, call.requestId)
      const outbox = await outboxOfInquiry(call.env, inquiry.brand, receipt)
      const finish = await prepare?.(call, inquiry)
      if ((await ask(outbox, receipt)) !== 'done')
        throw new InvalidBodyError([{ field: 'action', message: 'The state of the inquiry does not allow this.' }])
      finish?.()
    },
  })

/** Has a queued or undelivered inquiry sent again, with all its tries. */
export const sendAgain = deed({ action: 'send-again', ask: (outbox, receipt) => outbox.retry(receipt) })

/** Marks an inquiry as processed: it is destroyed when the period of its consent has passed. */
export const markProcessed = deed({ action: 'mark-processed', ask: (outbox, receipt) => outbox.markProcessed(receipt) })

/** Takes the mark back. */
export const undoProcessed = deed({ action: 'undo-processed', ask: (outbox, receipt) => outbox.undo(receipt) })

/**
 * Destroys contents and files at once, and logs a certificate without personal data (docs/specification.md#9). Files go first: what fails
 * half way can be done again.
 */
export const destroyInquiry = deed({
  action: 'destroy',
  ask: (outbox, receipt) => outbox.destroy(receipt),
  async prepare({ env, now }, { receipt, processedAt, files: { references, uploads } }) {
    const staged = await Promise.all(uploads.map((uploadId) => stagedFiles(env, uploadId)))
    const files = (await destroyFiles(env, references)) + staged.flat().length
    return () => {
      const certificate = { receipt, processed_at: processedAt, files, destroyed_at: now.toISOString() }
      console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...certificate }))
    }
  },
})
