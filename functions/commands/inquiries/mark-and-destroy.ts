import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { deleteMessageFiles } from '../../attachments/message-files.ts'
import { stagedFiles } from '../../attachments/staged-files.ts'
import { UNDO_MS, type DeedResult } from '../../contract/possible-deeds.ts'
import type { LoggedAction } from '../../database/admin-log.ts'
import { countMessages } from '../../database/message.ts'
import { ConflictError, TooLateError } from '../../errors.ts'
import { readInquiry, type Inquiry } from '../../inquiry/read-inquiry.ts'
import type { outboxOf } from '../../outbox/brand-outbox.ts'
import { outboxOfInquiry } from '../../outbox/all-outboxes.ts'
import type { FilesInUse } from '../../outbox/files-in-use.ts'
import { destroyFiles, embeddedReference } from '../../upstream/embedded/file.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'

/*
 * What is done with one inquiry. Each asks the outbox of its brand, which decides, and is refused where the state of the inquiry does not
 * allow it, as when two operators act at once.
 */

type BrandOutbox = ReturnType<typeof outboxOf>

interface Deed {
  action: Extract<LoggedAction, 'send-again' | 'mark-processed' | 'mark-spam' | 'undo-processed' | 'destroy'>
  /** Asks the outbox. @param shownAt see `shownAt` */
  ask(outbox: BrandOutbox, receipt: string, shownAt?: number): Promise<DeedResult>
  /** Done before it is asked; gives what is done after it. */
  prepare?(call: InquiryCall, inquiry: Inquiry, outbox: BrandOutbox): Promise<() => void>
}

/** When what shows an inquiry was read, ISO 8601: whoever marks it as processed has seen no reply of its visitor that came later. */
export const shownAt = z.iso.datetime().optional()

const deed = ({ action, ask, prepare }: Deed) =>
  command({
    input: z.object({ receipt: z.string(), shownAt }),
    permit: onInquiry,
    log: ({ receipt }) => ({ action, subject: receipt }),
    async run(call: InquiryCall, { receipt, shownAt }) {
      const inquiry = await readInquiry(call.env, receipt, call.requestId)
      const outbox = await outboxOfInquiry(call.env, inquiry.brand, receipt)
      const finish = await prepare?.(call, inquiry, outbox)
      if ((await ask(outbox, receipt, shownAt === undefined ? undefined : Date.parse(shownAt))) !== 'done')
        throw refusalOf(action, inquiry)
      finish?.()
    },
  })

/** @param inquiry as it was before */
function refusalOf(action: Deed['action'], { state }: Inquiry): ConflictError {
  return action === 'undo-processed' && state === 'processed'
    ? new TooLateError(`The mark can be undone for ${UNDO_MS / 60_000} minutes. That time has passed.`)
    : new ConflictError('The state of the inquiry does not allow this.')
}

/** Has a queued or undelivered inquiry sent again, with all its tries. */
export const sendAgain = deed({ action: 'send-again', ask: (outbox, receipt) => outbox.retry(receipt) })

/** Marks an inquiry as processed: it is destroyed when the period of its consent has passed. */
export const markProcessed = deed({
  action: 'mark-processed',
  ask: (outbox, receipt, shownAt) => outbox.markProcessed(receipt, false, shownAt),
})

/** Calls an inquiry spam, which counts as processed. */
export const markSpam = deed({
  action: 'mark-spam',
  ask: (outbox, receipt, shownAt) => outbox.markProcessed(receipt, true, shownAt),
})

/** Takes the mark back. */
export const undoProcessed = deed({ action: 'undo-processed', ask: (outbox, receipt) => outbox.undo(receipt) })

/**
 * Destroys contents and files at once, and logs a certificate without personal data (docs/specification.md#9). Files go first: what fails
 * half way can be done again.
 */
export const destroyInquiry = deed({
  action: 'destroy',
  ask: (outbox, receipt) => outbox.destroy(receipt),
  async prepare({ env, now }, { receipt, processedAt, files: { references, uploads } }, outbox) {
    // Another inquiry may name the same files, and D1 need not know of it yet.
    const hasFiles = references.length + uploads.length > 0
    const others: FilesInUse = hasFiles ? await outbox.filesInUse(receipt) : { references: [], uploads: [] }
    const staged = await Promise.all(
      uploads.filter((id) => !others.uploads.includes(id)).map((id) => stagedFiles(env, id)),
    )
    const named = new Set([...others.references, ...others.uploads.map(embeddedReference)])
    const own = references.filter((reference) => !named.has(reference))
    const files = (await destroyFiles(env, own)) + staged.flat().length + (await deleteMessageFiles(env, receipt))
    const messages = await countMessages(env.DB, receipt)
    return () => {
      const certificate = { receipt, processed_at: processedAt, files, messages, destroyed_at: now.toISOString() }
      console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...certificate }))
    }
  },
})
