import { addressParser, type Attachment, type Email } from 'postal-mime'
import { wireAddress } from '../../contract/email-address.ts'
import { REPLY_TEXT_MAX } from '../../contract/conversation-limits.ts'
import { cleaned } from '../../contract/visible-text.ts'
import { countParts } from './count-parts.ts'
import {
  FROM_MAX,
  HEADER_ID_MAX,
  HTML_MAX,
  MAIL_BYTES_MAX,
  PARTS_MAX,
  REFERENCES_MAX,
  TAGS_MAX,
} from './mail-limits.ts'
import { bytesOfLines } from './mail-memory.ts'
import { parseMail } from './parse-mail.ts'
import { openMail, type MailPart } from './parts.ts'
import type { Header } from './proven-sender.ts'

/** A mail that is not taken. The message says why, for the log. */
export class UnreadableMailError extends Error {}

/** A mail as it is read. Nothing in it is trusted. */
export interface ReceivedMail {
  headers: readonly Header[]
  /** The only address in `From`, lower-case, its domain in ASCII. */
  from: string
  subject: string
  messageId: string | null
  references: string | null
  text: string
  /** As it came; within limits that bound the work of cleaning it. */
  html: string | null
  /** Without those that say nothing, such as a signature of the mail. */
  parts: MailPart[]
  /** Its header says that a machine has sent it (RFC 3834, 5), or it is a mail of ours that has come back. */
  isAutomatic: boolean
  /** It says of itself that it reports of an answer which did not arrive (RFC 3464). */
  isReport: boolean
}

/** Printable and without what could end a header or an address list. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/iu

/**
 * Reads a mail within limits of size, parts and nesting.
 * @param takeMore takes memory for its lines beside `heldBytes` (mail-memory.ts)
 * @throws UnreadableMailError; what `takeMore` throws
 */
export async function readMail(raw: ArrayBuffer, takeMore: (bytes: number) => Promise<void>): Promise<ReceivedMail> {
  const bytes = new Uint8Array(raw)
  if (bytes.length > MAIL_BYTES_MAX) throw new UnreadableMailError('The mail is too large.')
  if (countParts(bytes, PARTS_MAX) > PARTS_MAX) throw new UnreadableMailError('The mail has too many parts.')
  const ofLines = bytesOfLines(bytes)
  if (ofLines === null) throw new UnreadableMailError('The mail has too many lines.')
  await takeMore(ofLines)
  const email = await parseMail(raw).catch((cause: unknown) => {
    throw new UnreadableMailError('The mail cannot be parsed.', { cause })
  })
  if (email.attachments.length > PARTS_MAX) throw new UnreadableMailError('The mail has too many parts.')
  const opened = isReport(email) ? { text: '', html: null, parts: [] } : await openMail(email, PARTS_MAX)
  return {
    headers: email.headers,
    from: senderOf(email),
    subject: email.subject ?? '',
    messageId: lastIds(headerText(email.messageId), HEADER_ID_MAX),
    references: lastIds(headerText(email.references), REFERENCES_MAX),
    text: textOf(opened.text),
    html: htmlOf(opened.html),
    parts: opened.parts.filter(({ kind }) => kind !== 'signature'),
    isAutomatic: isAutomatic(email),
    isReport: isReport(email),
  }
}

/** The value of the first header with a name; empty without one. */
const headerOf = (headers: readonly Header[], name: string): string =>
  headers.find(({ key }) => key === name)?.value.trim() ?? ''

/** @throws UnreadableMailError unless exactly one address stands in exactly one `From` (RFC 5322, 3.6.2, and RFC 7489, 6.6.1) */
function senderOf({ headers }: Email): string {
  const [line, another] = headers.filter(({ key }) => key === 'from')
  // The parser's work grows faster than the length of what it reads.
  const isOne = line !== undefined && another === undefined && line.value.length <= FROM_MAX
  const addresses = isOne ? addressParser(line.value, { flatten: true }) : []
  const [only] = addresses
  const address = wireAddress(only && 'address' in only ? (only.address ?? '') : '')
  if (addresses.length !== 1 || !ADDRESS.test(address))
    throw new UnreadableMailError('The mail has not exactly one sender.')
  return address.toLowerCase()
}

/** The value of a header in one line. */
const headerText = (value = ''): string =>
  value
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()

/** As many Message-IDs from the end as fit; null where none does. A mail program finds a thread by its last ones. */
function lastIds(ids: string, max: number): string | null {
  const start = ids.length <= max ? 0 : ids.indexOf(' ', ids.length - max - 1) + 1
  return ids === '' || (start === 0 && ids.length > max) ? null : ids.slice(start)
}

function textOf(text: string): string {
  const whole = cleaned(text).trim()
  return whole.length <= REPLY_TEXT_MAX ? whole : `${whole.slice(0, REPLY_TEXT_MAX).toWellFormed()}\n[…]`
}

const htmlOf = (html: string | null): string | null =>
  html === null || html.length > HTML_MAX || html.split('<', TAGS_MAX + 2).length > TAGS_MAX + 1
    ? null
    : html.toWellFormed()

/** A person who answers by a list, or whose company marks its mails, is no machine: nothing but these is. */
function isAutomatic({ headers }: Email): boolean {
  const says = (name: string) => headerOf(headers, name).toLowerCase()
  const submitted = says('auto-submitted')
  return (
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    says('x-event') !== '' ||
    says('return-path') === '<>' ||
    /^multipart\/report\b/.test(says('content-type'))
  )
}

const X_EVENT = /^x-event:\s*\S+\.answer-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/im

function isReport({ headers, attachments }: Email): boolean {
  if (!/^multipart\/report\b/i.test(headerOf(headers, 'content-type'))) return false
  const textIn = (types: RegExp) =>
    attachments.filter(({ mimeType }) => types.test(mimeType)).map(({ content }) => decoded(content))
  return (
    textIn(/^message\/(?:global-)?delivery-status$/).some((text) => /^action:\s*failed\b/im.test(text)) &&
    textIn(/^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?)$/).some((text) => X_EVENT.test(text))
  )
}

const decoded = (content: Attachment['content']): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
