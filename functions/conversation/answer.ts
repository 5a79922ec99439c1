import { haveSameBytes } from '../attachments/message-files.ts'
import { brandWithId } from '../brand/hosts.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { monthsAfter } from '../contract/retention.ts'
import { noteAnswered } from '../database/inquiry-state.ts'
import { insertMail } from '../database/mail.ts'
import { ifMessage, ifWaitsForThisMail } from '../database/mail-conditions.ts'
import { insertAnswer, type MessageContents, waitAgain } from '../database/message.ts'
import { type MessageRow, readMessage } from '../database/message-row.ts'
import type { Env } from '../env.ts'
import { markProcessed } from '../inquiries/mark.ts'
import { type Inquiry, readInquiry } from '../inquiries/read-inquiry.ts'
import type { Message } from '../mail/messages.ts'
import { missingForMail } from '../mail/select-transport.ts'
import { sendMailsSoon } from '../mail/send-mails.ts'
import { toldOfAnswered, toldOfProcessed } from '../webhooks/tell-webhooks.ts'
import { addressForReplies } from './reply-address.ts'

/** An answer as an operator sends it. */
export interface AnswerToSend {
  /** Chosen by the form, so that a form which is sent twice is one answer. */
  id: string
  author: string
  recipient: string
  /** Of `checkedCc`. */
  cc: readonly string[]
  contents: MessageContents
  mail: Message
  /** Id of the last answer, and of the last reply, that its author has seen; null for none. */
  seen: string | null
  seenReply: string | null
  /** Whether the inquiry is marked as processed with it. */
  processed: boolean
}

/**
 * `known`: it was taken before. `other-contents`: its id stands for another one. `conflict`: another answer was sent since, or the visitor has
 * replied where the inquiry is to be marked as processed. `off`: no mail is sent. `refused`: the state of the inquiry does not allow it.
 */
export type AnswerResult = 'done' | 'known' | 'other-contents' | 'conflict' | 'off' | 'refused'

/** Whether an inquiry can be answered here: with a remote upstream the answers are given there. */
export const isAnswerable = (inquiry: Inquiry): inquiry is Inquiry & { fields: NonNullable<Inquiry['fields']> } =>
  inquiry.fields !== null && inquiry.receivedHere

/**
 * Takes an answer and its mail in one batch, once. What its author must have seen is a condition of the statements, and the rest of the batch
 * depends on the first: where another answer was sent since, or a reply came that the mark as processed would hide, `insertAnswer`
 * (database/message.ts) stores nothing. Any other answer that has not seen the last reply goes out, and `noteAnswered`
 * (database/inquiry-state.ts) leaves the inquiry new.
 */
export async function takeAnswer(env: Env, inquiry: Inquiry, answer: AnswerToSend, now: Date): Promise<AnswerResult> {
  if (missingForMail(env) !== null) return 'off'
  const { DB } = env
  const { receipt, brand: brandId } = inquiry
  const { id, author, recipient, cc, contents, processed, seen, seenReply } = answer
  const at = now.toISOString()
  const event = `answer-${id}`
  const message = { ...answer.mail, replyTo: await replyTo(env, inquiry) }
  const [stored] = await DB.batch([
    insertAnswer(
      DB,
      { id, receipt, brandId, at, author, contents },
      { mailEvent: event, recipient, cc, seen, seenReply, processed },
    ),
    noteAnswered(DB, receipt, {
      id,
      at,
      seenReply,
      destroyAt: processed ? monthsAfter(now, inquiry.processedMonths).toISOString() : null,
    }),
    insertMail(
      DB,
      { brandId, receipt, event, kind: 'answer', recipients: [recipient], message },
      now.getTime(),
      ifMessage(id, 'waiting'),
    ),
    ...toldOfAnswered(DB, { brandId, receipt }, id, now.getTime()),
    ...(processed ? toldOfProcessed(DB, { brandId, receipt }, now.getTime()) : []),
  ])
  if ((stored?.results.length ?? 0) === 0) return notStored(env, inquiry, answer, now)
  sendMailsSoon(env)
  return 'done'
}

/** Why an answer was not stored. */
async function notStored(env: Env, inquiry: Inquiry, answer: AnswerToSend, now: Date): Promise<AnswerResult> {
  const known = await readMessage(env.DB, answer.id)
  if (known && known.receipt !== inquiry.receipt) return 'refused'
  if (known) {
    if (!(await isSame(env, known, answer))) return 'other-contents'
    // As after Back: the mark is asked for only now. A reply has to be seen first.
    if (answer.processed) await markProcessed(env, inquiry, { now, isSpam: false, shownAt: NO_REPLY })
    return 'known'
  }
  const { state } = await readInquiry(env, inquiry.receipt)
  return ['new', 'answered', 'processed'].includes(state) ? 'conflict' : 'refused'
}
/** Before any reply: whoever was shown nothing has seen none. */
const NO_REPLY = ''

/** Whether an answer that was stored says the same to the same, in text, names and bytes. */
async function isSame(
  env: Env,
  { text, files, cc }: MessageRow,
  { contents, cc: copied }: Pick<AnswerToSend, 'contents' | 'cc'>,
): Promise<boolean> {
  const stored = JSON.parse(files) as MessageFile[]
  const wordOf = (said: string, of: readonly MessageFile[], to: readonly string[]) =>
    JSON.stringify([said, of.map(({ name, size }) => [name, size]), to])
  return (
    wordOf(text, stored, JSON.parse(cc) as string[]) === wordOf(contents.text, contents.files, copied) &&
    haveSameBytes(env, stored, contents.files)
  )
}

/** Sends an answer that did not arrive again. @param attempt tells this sending from the ones before */
export async function sendAnswerAgain(
  env: Env,
  inquiry: Inquiry,
  { id, recipient, cc, mail, attempt }: Pick<AnswerToSend, 'id' | 'recipient' | 'cc' | 'mail'> & { attempt: string },
  now: Date,
): Promise<AnswerResult> {
  if (missingForMail(env) !== null) return 'off'
  const { DB } = env
  const { receipt, brand: brandId } = inquiry
  const event = `answer-${id}-${attempt}`
  const message = { ...mail, replyTo: await replyTo(env, inquiry) }
  const [waits] = await DB.batch([
    waitAgain(DB, { id, receipt, recipient, cc, mailEvent: event }),
    insertMail(
      DB,
      { brandId, receipt, event, kind: 'answer', recipients: [recipient], message },
      now.getTime(),
      ifWaitsForThisMail(id),
    ),
  ])
  if ((waits?.results.length ?? 0) === 0) {
    // Pressed twice, it is one sending.
    const row = await readMessage(DB, id)
    const isKnown = row?.mail_event === event && row.recipient === recipient && row.cc === JSON.stringify(cc)
    return isKnown ? 'known' : 'refused'
  }
  sendMailsSoon(env)
  return 'done'
}

/** Whatever the visitor's mail program does, a reply has an address. */
const replyTo = async (env: Env, { receipt, brand }: Inquiry): Promise<string> =>
  (await addressForReplies(env, receipt)) ?? brandWithId(brand).company.email
