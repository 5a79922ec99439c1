import { v4, v5 } from 'uuid'
import { brandWithId } from '../brand/hosts.ts'
import { keepMailParts, notOpened } from './mail-parts.ts'
import { deleteMessageFiles, keepOriginal } from '../attachments/message-files.ts'
import { PROVEN, REPORT, type LeftOutFile, type ReplyState } from '../contract/conversation.ts'
import { REPLY_HTML_BYTES_MAX } from '../contract/conversation-limits.ts'
import { PARTNERSHIP_FILE_BYTES_MAX, SALES_FILE_BYTES_MAX } from '../contract/attachments.ts'
import { comparedAddress } from '../contract/email-address.ts'
import { rowOfReplyToken, type InquiryRow } from '../database/inquiry-row.ts'
import { readPause } from '../database/restore-pause.ts'
import type { MessageContents } from '../database/message.ts'
import { hasMessage } from '../database/message-row.ts'
import { parseEnv, partOf, SettingsError, type Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { answerLanguage, type MailThread } from '../mail/answer-message.ts'
import type { Message } from '../mail/messages.ts'
import { leftOutMessage } from '../mail/left-out-message.ts'
import { heldBytes, MailMemory } from '../mail/incoming/mail-memory.ts'
import { MAIL_BYTES_MAX } from '../mail/incoming/mail-limits.ts'
import { readMail, UnreadableMailError, type ReceivedMail } from '../mail/incoming/read-mail.ts'
import { isProven } from '../mail/incoming/proven-sender.ts'
import { sentOnBehalf } from '../mail/sender.ts'
import { inTime } from '../deadlines/deadline.ts'
import { sanitizeMailHtml } from '../http/sanitize-html.ts'
import { admittedId, isFull } from './quarantine.ts'
import { type ReplySender, replyState } from './reply-state.ts'
import { tokenOfAddress } from './reply-address.ts'
import { type IncomingReply, takeReply } from './take-reply.ts'

/** What the mail server of the sender is told, in the languages of the site. */
const REFUSALS: Record<'unknown' | 'unreadable' | 'too-many' | 'full', string> = {
  unknown:
    'This address no longer accepts replies. Please send a new inquiry. / 더 이상 회신을 받지 않는 주소입니다. 새 문의를 남겨 주세요.',
  unreadable: 'This message cannot be read. / 읽을 수 없는 메일입니다.',
  'too-many': 'Too many replies. Please try again later. / 회신이 너무 많습니다. 나중에 다시 시도해 주세요.',
  full: 'No more replies can be received for this inquiry. Please send a new inquiry. / 이 문의에는 더 이상 회신을 받을 수 없습니다. 새 문의를 남겨 주세요.',
}

/**
 * How long all of it takes at most, and then deleting what was kept of it. The platform ends a handler after half a minute or a little more, and
 * what it ends may be refused for good (cloudflare-docs, issue 11723 and pull request 12591); what fails by itself comes again.
 */
const MAIL_MS = 22_000
const CLEAN_UP_MS = 3000
/** How long it waits for memory that others use, and how long it may have it: an upload waits for twenty seconds. */
const WAIT_MS = 12_000
const HELD_MS = 14_000
/** How long one of many lines waits for more, while it holds what it has already. */
const LINES_WAIT_MS = 5000

/** Until when there is time for a mail, or for a part of what is done with it. */
class Deadline {
  readonly #at: number

  constructor(ms: number) {
    this.#at = Date.now() + ms
  }

  get leftMs(): number {
    return this.#at - Date.now()
  }

  /** One that is no later. */
  within(ms: number): Deadline {
    return new Deadline(Math.min(ms, this.leftMs))
  }

  /** Waits for a call as long as there is time. @throws StoreTimeoutError */
  soon<T>(call: Promise<T>): Promise<T> {
    return inTime(call, this.leftMs)
  }
}

/** A mail as the platform gives it; what a Worker needs of `ForwardableEmailMessage`. */
export type IncomingMail = Pick<ForwardableEmailMessage, 'from' | 'to' | 'raw' | 'rawSize' | 'setReject'>

/** What became of a mail: taken, or why it was refused. */
export type MailOutcome = ReplyState | 'known' | keyof typeof REFUSALS

/**
 * Takes a reply into its inquiry (decision 062). What cannot be taken is refused towards the sender's mail server, and nothing of it is
 * stored.
 * @param raw the Worker's env as the runtime gives it
 * @throws where D1 or R2 fails, the domain is faulty, or the site is being restored; BusyError where larger mails or uploads have had the isolate's
 * memory for too long: the platform answers with a failure then, and the mail comes again
 */
export async function receiveMail(raw: object, mail: IncomingMail): Promise<MailOutcome> {
  if (!partOf(raw, 'incoming mail')) throw new SettingsError('REPLY_DOMAIN is faulty.')
  const outcome = await take(parseEnv(raw), mail, new Deadline(MAIL_MS))
  if (outcome in REFUSALS) mail.setReject(REFUSALS[outcome as keyof typeof REFUSALS])
  return outcome
}

async function take(env: Env, mail: IncomingMail, deadline: Deadline): Promise<MailOutcome> {
  const token = tokenOfAddress(mail.to, env.REPLY_DOMAIN)
  if (token === null) return 'unknown'
  // Before anything of the mail is read.
  const row = await deadline.soon(rowOfReplyToken(env.DB, token))
  if (!row) return deadline.soon(unknown(env))
  if (mail.rawSize > MAIL_BYTES_MAX) return 'unreadable'
  const memory = new MailMemory()
  const reply = await memory
    .take(heldBytes(mail.rawSize), Math.min(WAIT_MS, deadline.leftMs))
    .then(() => readReply(env, mail, row, { memory, deadline: deadline.within(HELD_MS) }))
    .finally(() => memory.giveBack())
  if (typeof reply === 'string') return reply
  const of = { receipt: row.receipt, brandId: row.brand_id }
  const result = await deadline.soon(takeReply(env, of, reply.message, new Date()))
  if (result === 'taken') return reply.message.state
  await inTime(deleteMessageFiles(env, row.receipt, reply.folder), CLEAN_UP_MS)
  return result
}

/** @throws where the site was restored and is not resumed: the inquiry may come yet */
async function unknown({ DB }: Env): Promise<'unknown'> {
  if ((await readPause(DB)) !== null) throw new Error('The site is being restored.')
  return 'unknown'
}

/** Reads a mail and keeps its files, or says why it is refused. Frees the mail at once: until the collector came for it, the next one would find it in its way. */
async function readReply(
  env: Env,
  mail: IncomingMail,
  row: InquiryRow,
  { memory, deadline }: { memory: MailMemory; deadline: Deadline },
): Promise<{ message: IncomingReply; folder: string } | 'unreadable' | 'full'> {
  const raw = await deadline.soon(new Response(mail.raw).arrayBuffer())
  return readRaw(env, mail, raw, row, { memory, deadline }).finally(() => {
    if (!raw.detached) raw.transfer(0)
  })
}

async function readRaw(
  env: Env,
  mail: IncomingMail,
  raw: ArrayBuffer,
  row: InquiryRow,
  { memory, deadline }: { memory: MailMemory; deadline: Deadline },
): Promise<{ message: IncomingReply; folder: string } | 'unreadable' | 'full'> {
  const takeMore = (bytes: number) => memory.take(bytes, Math.min(LINES_WAIT_MS, deadline.leftMs))
  const read = await readMail(raw, takeMore).catch((error: unknown) => {
    if (!(error instanceof UnreadableMailError)) throw error
    logFailure('warn', { requestId: null, method: 'MAIL', path: '', code: 'unreadable-mail' }, error)
    return null
  })
  if (!read) return 'unreadable'
  const sender = senderIn(env, mail, read)
  const state = await deadline.soon(replyState(env, row, sender))
  const id = await replyId(row.receipt, sender, read)
  // One that comes again was taken, however much there is by now.
  if (
    (await deadline.soon(isFull(env, row.receipt, state))) &&
    !(await deadline.soon(hasMessage(env.DB, row.receipt, [id, admittedId(row.receipt, id)])))
  )
    return 'full'
  // Of this mail alone: another one under the same Message-ID must not replace files that were checked.
  const folder = v4()
  const kept = await keepFiles(env, { folder, row, deadline }, read, state, raw).catch(async (error: unknown) => {
    // The mail comes again, with a folder of its own.
    await inTime(deleteMessageFiles(env, row.receipt, folder), CLEAN_UP_MS).catch(() => 0)
    throw error
  })
  // Of what is quarantined only the text is shown.
  const cleanHtml = state === 'quarantined' || read.html === null ? null : fitting(sanitizeMailHtml(read.html))
  const { isReport, messageId: headerId, references: headerReferences } = read
  const contents = { text: isReport ? '' : read.text, cleanHtml, ...kept, headerId, headerReferences }
  const leftOutMail =
    state === 'received' ? mailOfLeftOut(row, kept.leftOut, { id: headerId, references: headerReferences }) : null
  const detail = isReport ? REPORT : state === 'quarantined' && sender.isProven ? PROVEN : null
  return { message: { id, author: read.from, state, detail, contents, leftOutMail }, folder }
}

function mailOfLeftOut(row: InquiryRow, leftOut: readonly LeftOutFile[], thread: MailThread): Message | null {
  const brand = brandWithId(row.brand_id)
  return leftOutMessage({
    language: answerLanguage({ locale: row.locale, brand: row.brand_id }),
    brand,
    onBehalf: sentOnBehalf(brand),
    subject: row.subject ?? '',
    leftOut,
    bytesMax: bytesMaxOf(row),
    thread,
  })
}

/** Bytes of each file of a reply, as of the form. */
const bytesMaxOf = ({ kind }: InquiryRow) =>
  kind === 'partnership' ? PARTNERSHIP_FILE_BYTES_MAX : SALES_FILE_BYTES_MAX

/** What a mail says of its sender, and what the platform has proven of that. */
function senderIn(env: Env, mail: IncomingMail, { from, headers, isReport, isAutomatic }: ReceivedMail): ReplySender {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  // Only a local start has a token (functions/env.ts).
  const isLocal = env.ADMIN_TOKEN !== ''
  // Whatever a report says: what becomes of our mails the platform's queue says.
  return {
    from,
    isProven: !isReport && isProven(headers, domain, isLocal),
    isMachine: isAutomatic || mail.from === '',
  }
}

/** Cleaned HTML, which may be longer than it came; null where it does not fit into a row with the text, which remains. */
const fitting = (html: string): string | null =>
  new TextEncoder().encode(JSON.stringify(html)).length > REPLY_HTML_BYTES_MAX ? null : html

/**
 * The id of a reply: the same for each copy of its mail, also where its sender is admitted between two of them. One of another sender, or one
 * that nothing proves, such as a forwarded one, must not stand in the way of the visitor's own.
 */
async function replyId(receipt: string, { from, isProven }: ReplySender, read: ReceivedMail): Promise<string> {
  return v5(`${isProven ? comparedAddress(from) : 'quarantined'} ${await fingerprint(read)}`, receipt)
}

/** The same for each copy of a mail: by its Message-ID, else by what it says. */
async function fingerprint({ messageId, from, text, html }: ReceivedMail): Promise<string> {
  if (messageId !== null) return messageId
  const said = new TextEncoder().encode(JSON.stringify([from, text, html]))
  return Buffer.from(await crypto.subtle.digest('SHA-256', said)).toString('hex')
}

/** Keeps the files of a reply and the mail itself; in quarantine they are closed and only their names are told, of a report not even these. */
async function keepFiles(
  env: Env,
  { folder, row, deadline }: { folder: string; row: InquiryRow; deadline: Deadline },
  { parts, subject, isReport }: ReceivedMail,
  state: ReplyState,
  raw: ArrayBuffer,
): Promise<Pick<MessageContents, 'files' | 'leftOut' | 'quarantine'>> {
  if (isReport) return { files: [], leftOut: [] }
  const where = { receipt: row.receipt, folder, position: 0 }
  const original = await deadline.soon(keepOriginal(env, where, { subject, bytes: raw }))
  // Before its files take memory of their own.
  raw.transfer(0)
  const kept = await keepMailParts(env, parts, { ...where, bytesMax: bytesMaxOf(row) }, (call) => deadline.soon(call))
  const whole = { files: [...kept.files, original], leftOut: kept.leftOut }
  return state === 'quarantined' ? { files: [], leftOut: notOpened(parts), quarantine: whole } : whole
}
