import { waitUntil } from 'cloudflare:workers'
import { brandWithId } from '../brand/hosts.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { MAIL_KINDS } from '../contract/mail-kinds.ts'
import { afterFailure, type Failure } from '../contract/retry-schedule.ts'
import { noteAnswerSent } from '../database/inquiry-state.ts'
import {
  type ClaimedMail,
  claimMail,
  isHeld,
  lostMailClaims,
  writeHandedOver,
  writeMailFailed,
} from '../database/mail.ts'
import { noteHandedOver, noteMailFailed } from '../database/message.ts'
import type { Env } from '../env.ts'
import { within } from '../deadlines/deadline.ts'
import { logFailure } from '../log.ts'
import type { Message } from './messages.ts'
import { maskAddresses } from './mask-addresses.ts'
import { mailTransportOf } from './select-transport.ts'
import { senderOf } from './sender.ts'
import { type MailTransport, RefusedMailError, UnknownOutcomeError } from './transport.ts'

/** How long R2 may take for the files of a mail, how long the platform may take to answer, and how long an attempt has a mail for itself. */
const DEADLINE_MS = 10_000
const CLAIM_MS = 3 * DEADLINE_MS
/** How long mails are sent at once by the request that has stored one; what is left is for the next run. */
const SOON_MS = 20_000
/** A run ends its mails, or its confirmations, after so many attempts in a row that had no answer: the next one goes on. */
const UNANSWERED_MAX = 10
/** Mails whose claim has run out that a run looks at. */
const LOST_MAX = 100
const ANSWER_CHARACTERS_MAX = 300

/** What became of an attempt. */
type Outcome = 'handed-over' | 'failed' | 'unanswered'

/**
 * Sends the mails that are due, one after the other, until none is or the time is over, and then the confirmations: strangers choose how many
 * of these there are. Safe to run several times at once: a mail is claimed.
 * @param until milliseconds since epoch
 */
export async function sendDueMails(env: Env, until: number): Promise<void> {
  const transport = mailTransportOf(env)
  if (!transport) return
  await settleLostMails(env)
  // However long the others take, confirmations have a third of the time.
  const mailsUntil = until - (until - Date.now()) / 3
  for (const areConfirmations of [false, true]) {
    let unanswered = 0
    while (Date.now() < (areConfirmations ? until : mailsUntil) && unanswered < UNANSWERED_MAX) {
      const now = Date.now()
      const mail = await claimMail<Message>(env.DB, { areConfirmations, now, until: now + CLAIM_MS })
      if (!mail) break
      unanswered = (await send(env, transport, mail)) === 'unanswered' ? unanswered + 1 : 0
    }
  }
}

/** Sends them after the answer of a request. @param requestId of the log */
export function sendMailsSoon(env: Env, requestId: string | null = null): void {
  const sent = sendDueMails(env, Date.now() + SOON_MS).catch((error: unknown) =>
    logFailure('warn', { requestId, method: 'MAIL', path: '', code: 'mail' }, error),
  )
  waitUntil(sent)
}

/** A claim that ran out is an unknown outcome. */
async function settleLostMails({ DB }: Env): Promise<void> {
  const now = Date.now()
  for (const mail of await lostMailClaims(DB, false, now, LOST_MAX))
    await DB.batch(failedStatements(DB, mail, 'unknown', 'The attempt was interrupted.', now))
}

/** One attempt. An answer after the deadline still counts, so that the mail is not handed over again. */
async function send(env: Env, transport: MailTransport, mail: ClaimedMail<Message>): Promise<Outcome> {
  const { DB } = env
  const { receipt, event, kind, recipients, cc, message, brandId } = mail
  const { fromName, files = [], sender: _sender, ...text } = message
  const isToVisitor = MAIL_KINDS[kind].to === 'visitor'
  const { address, name, replyTo } = senderOf(brandWithId(brandId), env.MAIL_FROM)
  const shown = fromName ?? name
  const handOver = async (attachments: EmailAttachment[]) => {
    const answer = await transport.send({
      ...text,
      ...(isToVisitor && replyTo !== undefined && text.replyTo === undefined && { replyTo }),
      headers: { ...text.headers, 'X-Event': [receipt, event].filter(Boolean).join('.') },
      from: shown === undefined ? address : { name: shown, email: address },
      to: [...recipients],
      ...(cc.length > 0 && { cc: [...cc] }),
      ...(attachments.length > 0 && { attachments }),
    })
    const now = Date.now()
    const at = new Date(now).toISOString()
    await DB.batch([
      writeHandedOver(DB, mail, answer, now),
      ...(kind === 'answer' ? [noteHandedOver(DB, mail, answer), noteAnswerSent(DB, receipt, at)] : []),
    ]).catch((cause: unknown) => {
      // The platform has it. Another attempt would be a second mail.
      throw new UnknownOutcomeError('D1 has not stored that it was handed over.', { cause })
    })
  }
  try {
    const attachments = await within(DEADLINE_MS, attachmentsOf(env, files), (): never => {
      throw new Error('The files of the message were not read in time.')
    })
    // Its inquiry may have been destroyed while they were read, or another attempt have begun.
    if (files.length > 0 && !(await isHeld(DB, mail, Date.now() + DEADLINE_MS))) return 'failed'
    await within(DEADLINE_MS, handOver(attachments), () => {
      throw new UnknownOutcomeError(`There was no answer within ${DEADLINE_MS / 1000} seconds.`)
    })
    return 'handed-over'
  } catch (error) {
    const failure = failureOf(error, isToVisitor)
    await DB.batch(
      failedStatements(DB, mail, failure, answerOf(error, isToVisitor ? [...recipients, ...cc] : []), Date.now()),
    )
    return failure === 'rejected' ? 'failed' : 'unanswered'
  }
}

function failedStatements(
  db: D1Database,
  mail: ClaimedMail<unknown>,
  failure: Failure,
  answer: string,
  now: number,
): D1PreparedStatement[] {
  const { receipt, event, kind } = mail
  const next = afterFailure(failure, { ...mail, since: mail.createdAt }, now)
  return [
    writeMailFailed(db, mail, { ...next, answer }, now),
    ...(kind === 'answer' ? [noteMailFailed(db, { receipt, event }, answer, next.nextAt === null)] : []),
  ]
}

/** @throws Error where R2 does not have a file */
async function attachmentsOf({ FILES }: Env, files: readonly MessageFile[]): Promise<EmailAttachment[]> {
  const attachments: EmailAttachment[] = []
  for (const { key, name, type } of files) {
    const object = await FILES.get(key)
    if (!object) throw new Error('A file of the message is not there.')
    attachments.push({ disposition: 'attachment', filename: name, type, content: await object.arrayBuffer() })
  }
  return attachments
}

/** An operator's address that is refused can be put right for as long as mails are tried. */
function failureOf(error: unknown, isToVisitor: boolean): Failure {
  if (error instanceof UnknownOutcomeError) return 'unknown'
  return isToVisitor && error instanceof RefusedMailError ? 'rejected' : 'unavailable'
}

/** What the platform has said, but for a visitor's address, which it may have written in other letters. */
function answerOf(error: unknown, addresses: readonly string[]): string {
  const { message } = error instanceof Error ? error : new Error('unknown')
  return maskAddresses(message, addresses).slice(0, ANSWER_CHARACTERS_MAX)
}
