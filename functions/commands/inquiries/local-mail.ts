import { z } from 'zod'
import { MAIL_EVENTS } from '../../contract/conversation.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { passMailEvents, readEvent } from '../../inquiry/mail-events.ts'
import { readInquiry } from '../../inquiry/read-inquiry.ts'
import { outboxOfInquiry } from '../../outbox/all-outboxes.ts'
import { command } from '../command.ts'
import { onInquiry } from '../scope.ts'
import type { InquiryCall } from './call.ts'

/** Only a local start has a token (functions/env.ts): nobody can say of a live site what became of its mails. */
function requireLocal({ env }: InquiryCall): void {
  if (env.ADMIN_TOKEN === '') throw new ConflictError('This is for a site that runs on this machine: npm start.')
}

/** For `npm run reply`: from and to which address a visitor's reply goes. */
export const replyAddress = command({
  input: z.object({ receipt: z.string() }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'show', subject: receipt }),
  async run(call: InquiryCall, { receipt }): Promise<{ from: string; to: string }> {
    requireLocal(call)
    const { brand, fields } = await readInquiry(call.env, receipt, call.requestId)
    const to = await (await outboxOfInquiry(call.env, brand, receipt)).replyAddress(receipt)
    if (to === null || fields === null) throw new ConflictError('Nobody can reply to this inquiry.')
    return { from: fields.inquiry_mail, to }
  },
})

/** For `npm run mail-event`: what became of the mail of the last answer, as the platform's queue would say it. */
export const mailEvent = command({
  input: z.object({ receipt: z.string(), event: z.enum(MAIL_EVENTS), detail: z.string().max(300).default('') }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'mail-event', subject: receipt }),
  async run(call: InquiryCall, { receipt, event, detail }): Promise<void> {
    requireLocal(call)
    const { brand } = await readInquiry(call.env, receipt, call.requestId)
    const messageId = await (await outboxOfInquiry(call.env, brand, receipt)).lastMail(receipt)
    if (messageId === null) throw new NotFoundError('No answer to this inquiry was handed over.')
    const body = {
      type: `cf.email.sending.message.${event}`,
      payload: { messageId, delivery: { smtpResponse: detail } },
    }
    await passMailEvents(call.env, [readEvent(body) ?? []].flat())
  },
})
