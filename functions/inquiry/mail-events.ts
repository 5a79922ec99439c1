import { z } from 'zod'
import { MAIL_EVENTS } from '../contract/conversation.ts'
import { parseEnv, type Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { maskAddresses } from '../mail/mask-addresses.ts'
import type { MailEvent } from '../outbox/conversation.ts'
import { everyOutbox, isRestoring } from '../outbox/all-outboxes.ts'
import { listOutboxes, outboxOf } from '../outbox/brand-outbox.ts'

const DETAIL_MAX = 300
const PREFIX = 'cf.email.sending.message.'

const said = z.object({ reason: z.string().optional(), detail: z.string().optional() }).optional().catch(undefined)
/** An event of the platform's e-mail sending, schema version 1; what else it has is not read. */
const event = z.object({
  type: z
    .string()
    .startsWith(PREFIX)
    .transform((type) => type.slice(PREFIX.length))
    .pipe(z.enum(MAIL_EVENTS)),
  payload: z.object({
    messageId: z.string().min(1).max(1000),
    recipient: z.string().optional().catch(undefined),
    delivery: z.object({ smtpResponse: z.string().optional() }).optional().catch(undefined),
    bounce: said,
    failure: said,
    rejection: said,
  }),
})

/**
 * Takes what became of mails from the platform's queue, at least once and in any order (decision 062). Each outbox knows its own mails,
 * and ignores the others; what is no event of a mail is dropped.
 * @param raw the Worker's env as the runtime gives it
 */
export async function receiveMailEvents(
  raw: object,
  batch: Pick<MessageBatch, 'messages' | 'retryAll'>,
): Promise<void> {
  const events = batch.messages.flatMap(({ body }) => readEvent(body) ?? [])
  if (events.length === 0) return
  try {
    const env = parseEnv(raw)
    if (await isRestoring(env, await everyOutbox(env))) throw new Error('The site is being restored.')
    await passMailEvents(env, events)
  } catch (error) {
    logFailure('warn', { requestId: null, method: 'QUEUE', path: '', code: 'mail-events' }, error)
    batch.retryAll()
  }
}

/** Gives events to all outboxes. @throws where D1 or an outbox fails */
export async function passMailEvents(env: Env, events: readonly MailEvent[]): Promise<void> {
  await Promise.all((await listOutboxes(env)).map((id) => outboxOf(env, id).mailEvents(events)))
}

/** An event of a mail; null for anything else. */
export function readEvent(body: unknown): MailEvent | null {
  const { data } = event.safeParse(body)
  if (!data) return null
  const { messageId, recipient, delivery, bounce, failure, rejection } = data.payload
  const reasons = [delivery?.smtpResponse, bounce?.reason, failure?.reason, rejection?.detail, rejection?.reason]
  const reason = reasons.find((text) => text !== undefined && text !== '') ?? null
  // The address of the visitor stays out of what is kept of a mail.
  const detail = reason && maskAddresses(reason, [recipient ?? '']).slice(0, DETAIL_MAX)
  const complaint = data.type === 'complained' ? 'The recipient has called it spam.' : null
  return { mailId: messageId, event: data.type, detail: complaint ?? detail ?? null }
}
