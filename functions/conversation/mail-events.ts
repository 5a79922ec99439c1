import { z } from 'zod'
import { ANSWER_STATES, type AnswerState, MAIL_EVENTS, type MailEventName } from '../contract/conversation.ts'
import { isHandingOver } from '../database/mail.ts'
import { writeMailEvent } from '../database/message.ts'
import { readPause } from '../database/restore-pause.ts'
import { parseEnv, type Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { maskAddresses } from '../mail/mask-addresses.ts'

/** What became of a mail, as the platform's queue says. */
export interface MailEvent {
  mailId: string
  event: MailEventName
  detail: string | null
  /** About whom: a mail with copies has several. Not there where it is not said. */
  recipient?: string | undefined
}

/** What an event of the platform makes of an answer. A complaint is of a mail that has arrived. */
const STATE_OF: Record<MailEventName, AnswerState> = {
  deferred: 'delayed',
  delivered: 'delivered',
  complained: 'delivered',
  bounced: 'bounced',
  failed: 'refused',
  rejected: 'refused',
}

/**
 * The states that an event may change. Events come in any order, and more than once: a state is only followed by one behind it. A complaint is
 * told of a mail that is known to have arrived, too.
 */
const changedBy = (event: MailEventName): AnswerState[] => [
  ...ANSWER_STATES.slice(0, ANSWER_STATES.indexOf(STATE_OF[event])),
  ...(event === 'complained' ? [STATE_OF[event]] : []),
]

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
 * Takes what became of mails from the platform's queue, at least once and in any order (decision 062). An event of a mail whose handing over
 * is not noted yet comes again; what is about no answer of ours is dropped.
 * @param raw the Worker's env as the runtime gives it
 */
export async function receiveMailEvents(raw: object, batch: { messages: readonly QueuedEvent[] }): Promise<void> {
  for (const message of batch.messages) {
    const event = readEvent(message.body)
    try {
      if (event && !(await takeMailEvent(parseEnv(raw), event))) message.retry()
    } catch (error) {
      logFailure('warn', { requestId: null, method: 'QUEUE', path: '', code: 'mail-events' }, error)
      message.retry()
    }
  }
}
type QueuedEvent = Pick<Message, 'body' | 'retry'>

/** @returns false where it may be about a mail that is being handed over, or that a restore has yet to bring. @throws where D1 fails */
export async function takeMailEvent(
  { DB }: Pick<Env, 'DB'>,
  { mailId, event, detail, recipient }: MailEvent,
): Promise<boolean> {
  const change = { state: STATE_OF[event], detail, from: changedBy(event), recipient: recipient ?? null }
  if (await writeMailEvent(DB, mailId, change)) return true
  return !((await isHandingOver(DB)) || (await readPause(DB)) !== null)
}

/** An event of a mail; null for anything else. */
export function readEvent(body: unknown): MailEvent | null {
  const { data } = event.safeParse(body)
  if (!data) return null
  const { messageId, recipient, delivery, bounce, failure, rejection } = data.payload
  const reasons = [delivery?.smtpResponse, bounce?.reason, failure?.reason, rejection?.detail, rejection?.reason]
  const reason = reasons.find((text) => text !== undefined && text !== '') ?? null
  // The address stays out of what is kept of a mail.
  const detail = reason && maskAddresses(reason, [recipient ?? '']).slice(0, DETAIL_MAX)
  const complaint = data.type === 'complained' ? 'The recipient has called it spam.' : null
  return { mailId: messageId, event: data.type, detail: complaint ?? detail ?? null, recipient }
}
