import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { contentObject } from '../../attachments/content-address.ts'
import { deleteMessageFiles, keepMessageFile } from '../../attachments/message-files.ts'
import { brandWithId } from '../../brand/hosts.ts'
import { type MessageFile, type ThreadEntry } from '../../contract/conversation.ts'
import {
  ANSWER_FILES_BYTES,
  ANSWER_FILES_MAX,
  ANSWER_TEXT_MAX,
  CC_FIELD_MAX,
} from '../../contract/conversation-limits.ts'
import { isSameAddress, normalAddress } from '../../contract/email-address.ts'
import { typedText } from '../../contract/typed-text.ts'
import { deleteSentDraft, saveAnswerDraft } from '../../database/answer-draft.ts'
import { keepClaim } from '../../database/colleague-claim.ts'
import { readContentFile } from '../../database/content-file.ts'
import { publicDownloads } from '../../database/download.ts'
import { messagesOf, type MessageRow } from '../../database/message-row.ts'
import { notesOf } from '../../database/note.ts'
import {
  ConflictError,
  InvalidBodyError,
  NotFoundError,
  OtherContentsError,
  TooLargeError,
  type ApiError,
} from '../../errors.ts'
import { type AnswerResult, isAnswerable, sendAnswerAgain, takeAnswer } from '../../conversation/answer.ts'
import { threadOf } from '../../conversation/read-thread.ts'
import { readInquiry, type Inquiry } from '../../inquiries/read-inquiry.ts'
import { answerLanguage, answerMessage } from '../../mail/answer-message.ts'
import { sentOnBehalf } from '../../mail/sender.ts'
import type { Message } from '../../mail/messages.ts'
import { sanitizeMailHtml } from '../../http/sanitize-html.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { onInquiry } from '../permissions.ts'
import { ccField, checkedCc, isOneMailable } from './cc.ts'
import { renderMarkdown } from '../../publishing/markdown.ts'

/* Answers to visitors. An answer and its mail are stored together, and refused where the state does not allow it. */

/** One address as it was typed. */
const address = z.string().refine(isOneMailable, 'This is no address.').transform(normalAddress)

const text = typedText.pipe(z.string().max(ANSWER_TEXT_MAX))

/** A file that the operator has chosen. */
const sentFile = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) })

/**
 * Answers an inquiry. What was typed is kept as a draft until it is stored, so that no refusal and no crash loses it.
 * @throws ConflictError where somebody else has answered since, or the state does not allow it; OtherContentsError where the id stands for an
 * answer with another text, other files or another Cc; CcError
 */
export const answerInquiry = command({
  input: z.object({
    receipt: z.string(),
    /** Chosen by the form, so that what is sent twice is one answer. */
    id: z.uuid().default(() => uuid()),
    text: text.refine((value) => value.trim() !== '', 'Write an answer.'),
    /** Addresses that get a copy, as they were typed. */
    cc: ccField.default([]),
    /** Id of the last entry of the conversation that the operator has seen. */
    seen: z.string().nullable().default(null),
    /** Whether the inquiry is marked as processed too. */
    processed: z.boolean().default(false),
    files: z.array(sentFile).default([]),
    /** Ids of documents of the data page. */
    documents: z.array(z.string()).default([]),
    /** When the draft with which the form began was saved. */
    draft: z.string().default(''),
  }),
  permit: onInquiry,
  log: ({ receipt, processed }) => [
    { action: 'answer', subject: receipt },
    // It begins the period after which the inquiry is destroyed.
    ...(processed ? [{ action: 'mark-processed' as const, subject: receipt }] : []),
  ],
  async run(call: InquiryCall, input): Promise<{ id: string; state: 'waiting' }> {
    const { env, actor, now } = call
    const { receipt, id, seen, processed } = input
    const draft = { receipt, author: actor, text: input.text, cc: input.cc.join(', '), answerId: id }
    const saved = { ...draft, savedAt: now.toISOString(), turn: 0, basis: input.draft }
    const isKept = await saveAnswerDraft(env.DB, saved)
    const inquiry = await readAnswerable(call, receipt)
    const recipient = inquiry.fields.inquiry_mail
    const cc = checkedCc(env, { brandId: inquiry.brand, recipient }, input.cc)
    const [messages, notes] = await Promise.all([messagesOf(env.DB, receipt), notesOf(env.DB, receipt)])
    if (input.files.length + input.documents.length > ANSWER_FILES_MAX)
      throw new InvalidBodyError([{ field: 'files', message: `An answer has at most ${ANSWER_FILES_MAX} files.` }])
    const sent = await filesToSend(call, inquiry, input)
    // Of this sending alone: the same answer may be on its way.
    const folder = uuid()
    const files = await keepFiles(env, { receipt, folder }, sent)
    const answer = {
      id,
      author: actor,
      recipient,
      cc,
      contents: { text: input.text, cleanHtml: null, files, leftOut: [], headerId: null, headerReferences: null },
      mail: writeMail(inquiry, messages, input.text, files),
      ...lastSeen(threadOf(inquiry, { messages, notes }), seen),
      processed,
    }
    const result = await takeAnswer(env, inquiry, answer, now)
    if (result !== 'done' && files.length > 0) await deleteMessageFiles(env, receipt, folder)
    if (result !== 'done' && result !== 'known') throw refusalOf(result, isKept)
    await deleteSentDraft(env.DB, draft)
    await keepClaim(env.DB, receipt, actor, now)
    return { id, state: 'waiting' }
  },
})

/** Sends an answer that did not arrive again, to the address of the inquiry or to a corrected one, with the same copies or with others. @throws CcError */
export const answerAgain = command({
  input: z.object({ receipt: z.string(), id: z.uuid(), to: address.optional(), cc: ccField.optional() }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'answer-again', subject: receipt }),
  async run(call: InquiryCall, { receipt, id, to, cc }): Promise<void> {
    const { env, now } = call
    const inquiry = await readAnswerable(call, receipt)
    const rows = await messagesOf(env.DB, receipt)
    const row = rows.find((one) => one.id === id && one.kind === 'answer')
    if (!row) throw new NotFoundError('There is no such answer.')
    const before = rows.slice(0, rows.indexOf(row))
    const recipient = to ?? inquiry.fields.inquiry_mail
    const again = {
      id,
      recipient,
      cc: checkedCc(env, { brandId: inquiry.brand, recipient }, cc ?? (JSON.parse(row.cc) as string[])),
      mail: writeMail(inquiry, before, row.text, JSON.parse(row.files) as MessageFile[]),
      // Pressed twice, it is one sending: each follows from the mail that did not arrive.
      attempt: row.mail_id ?? row.mail_event ?? '',
    }
    const result = await sendAnswerAgain(env, inquiry, again, now)
    if (result !== 'done' && result !== 'known') throw refusalOf(result)
  },
})

/**
 * Keeps what an operator types, without sending it. An empty text deletes it.
 * @throws ConflictError where the inquiry is destroyed, the answer is sent, or the operator writes in another window; NotFoundError
 */
export const saveDraft = command({
  input: z.object({
    receipt: z.string(),
    text,
    /** As it stands in its field. */
    cc: typedText.pipe(z.string().max(CC_FIELD_MAX)).default(''),
    /** Of the form, as the fields of `answerInquiry`. */
    id: z.string().default(''),
    draft: z.string().default(''),
    /** Grows with each saving of the form. */
    turn: z.int().min(0).default(0),
  }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'save-answer-draft', subject: receipt, once: 3_600_000 }),
  async run({ env, actor, now }: InquiryCall, input): Promise<void> {
    const { receipt, text: typed, cc, id: answerId, draft: basis, turn } = input
    const draft = { receipt, author: actor, text: typed, cc, savedAt: now.toISOString(), answerId, turn, basis }
    if (!(await saveAnswerDraft(env.DB, draft))) {
      await readInquiry(env, receipt)
      throw refusalOf('refused')
    }
    await keepClaim(env.DB, input.receipt, actor, now)
  },
})

type Answerable = Inquiry & { fields: NonNullable<Inquiry['fields']> }

/** An answer as HTML, cleaned. */
export const answerHtml = (markdown: string): string => sanitizeMailHtml(renderMarkdown(markdown))

/** The mail as the visitor gets it. Pure, for the preview too. @param rows messages before the answer */
export function writeMail(
  { receipt, kind, brand, locale, fields, acceptedAt }: Answerable,
  rows: readonly MessageRow[],
  markdown: string,
  files: readonly MessageFile[],
): Message {
  const of = brandWithId(brand)
  // What a colleague has written is not the visitor's to read, unless the operator quotes it; nor is what came without a proof and says
  // that it is the visitor's.
  const visitors = [fields.inquiry_mail, ...rows.map(({ recipient }) => recipient ?? '')]
  const reply = rows.findLast(
    ({ kind, state, author, came_at }) =>
      kind === 'reply' &&
      state === 'received' &&
      came_at === null &&
      visitors.some((address) => isSameAddress(address, author)),
  )
  return answerMessage({
    language: answerLanguage({ locale, brand }),
    brand: of,
    onBehalf: sentOnBehalf(of),
    receipt,
    kind,
    subject: fields.subject,
    text: markdown,
    html: answerHtml(markdown),
    files,
    question: reply ? { text: reply.text, at: reply.at } : { text: fields.content, at: acceptedAt },
    thread: { id: reply?.header_id ?? null, references: reply?.header_references ?? null },
  })
}

async function readAnswerable({ env }: InquiryCall, receipt: string): Promise<Answerable> {
  const inquiry = await readInquiry(env, receipt)
  if (!isAnswerable(inquiry)) throw refusalOf('refused')
  return inquiry
}

/** The last answer, and the last reply, among what somebody has seen. Of an entry that is not known nothing was seen. */
function lastSeen(thread: readonly ThreadEntry[], seen: string | null) {
  const known = thread.slice(0, thread.findIndex(({ id }) => id === seen) + 1)
  return {
    seen: known.findLast(({ kind }) => kind === 'answer')?.id ?? null,
    seenReply: known.findLast(({ kind, state }) => kind === 'reply' && state === 'received')?.id ?? null,
  }
}

type SentFile = z.output<typeof sentFile>

/** The files of an answer: those that were sent, and documents of the data page. @throws InvalidBodyError, TooLargeError */
async function filesToSend(
  { env }: InquiryCall,
  { whiteLabel }: Inquiry,
  { files, documents }: { files: SentFile[]; documents: string[] },
): Promise<SentFile[]> {
  const sent = [...files]
  const offered = documents.length > 0 ? await publicDownloads(env.DB, whiteLabel) : []
  for (const document of documents) {
    const key = offered.find(({ download_id }) => download_id === document)?.file_key
    const row = key === undefined ? null : await readContentFile(env.DB, key)
    const object = row && row.size <= ANSWER_FILES_BYTES ? await env.FILES.get(contentObject(row.file_key)) : null
    if (!row || !object) throw new InvalidBodyError([{ field: 'documents', message: 'This document is not offered.' }])
    sent.push({ name: row.file_name, bytes: new Uint8Array(await object.arrayBuffer()) })
  }
  if (sent.reduce((sum, { bytes }) => sum + bytes.length, 0) > ANSWER_FILES_BYTES)
    throw new TooLargeError(`The files of an answer have at most ${ANSWER_FILES_BYTES} bytes together.`)
  return sent
}

/** Keeps the files of an answer under the receipt. @throws FileTypeError */
async function keepFiles(
  env: InquiryCall['env'],
  place: { receipt: string; folder: string },
  sent: readonly SentFile[],
): Promise<MessageFile[]> {
  const kept: MessageFile[] = []
  try {
    for (const [position, file] of sent.entries())
      kept.push(await keepMessageFile(env, { ...place, position }, file, ANSWER_FILES_BYTES))
  } catch (error) {
    await deleteMessageFiles(env, place.receipt, place.folder)
    throw error
  }
  return kept
}

/** @param isKept whether the text is kept as a draft: that of another window is not written over */
function refusalOf(result: Exclude<AnswerResult, 'done' | 'known'>, isKept = true): ApiError {
  const kept = isKept ? 'Your text is kept as a draft.' : 'Your text is not kept, because you have another draft.'
  switch (result) {
    case 'other-contents':
      return new OtherContentsError(`An answer with other contents was sent under this id. ${kept}`)
    case 'conflict':
      return new AnsweredError(`There is a newer answer or reply. Nothing was sent. ${kept}`)
    case 'off':
      return new ConflictError('Mail is off: set MAIL_FROM.')
    default:
      return new ConflictError('The state of the inquiry does not allow this.')
  }
}

/** Another answer was sent since, or a reply came that forbids the mark as processed. */
export class AnsweredError extends ConflictError {}
