import PostalMime, { type Attachment, type Email, type Header, type PostalMimeOptions } from 'postal-mime'
import { MEGABYTE } from '../../contract/attachments.ts'
import { decodeText } from './charset.ts'
import { decodeWords } from './encoded-words.ts'
import { textOfHtml } from './html-lines.ts'
import { HEADER_BYTES_MAX, HTML_READ_MAX, NESTING_MAX, TEXT_SHOWN_MAX } from './mail-limits.ts'
import { parameterOf, type Structured } from './parameters.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }
/** Plain text as HTML. */
export const asHtml = (text: string): string => text.replace(/[&<>\n]/g, (sign) => ESCAPES[sign] ?? '')

interface Texts {
  plain?: { value: string }[]
  html?: { value: string }[]
}

const joined = (texts: Texts['plain'] = []) => texts.map(({ value }) => value).join('\n')

interface Decoder {
  update(line: Uint8Array): void
  finalize(): Promise<ArrayBuffer>
}

/** A part of a mail as the parser has it. */
interface Part {
  state: string
  headers: Header[]
  content: ArrayBuffer | null
  contentType: Structured
  contentDisposition: Structured
  contentTransferEncoding: { encoding: string }
  contentDecoder: Decoder | null
  getTextContent(): string
  decodeFlowedText(text: string, deleteSpace: boolean): string
}

/** What is overridden is no part of the parser's declared surface; a version without it fails the tests of real and of hostile mails. */
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => {
  root: Part
  currentNode: Part
  attachments: Attachment[]
  /** The texts of each part; those of one `multipart/alternative` together. */
  textMap: Map<unknown, Texts>
  textContent: { plain?: string; html?: string }
  parse(raw: ArrayBuffer): Promise<Email>
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  collectNode(part: Part, alternative: unknown, related: boolean): Promise<void>
  collectAttachment(part: Part, content: ArrayBuffer, related: boolean, isTooDeep: boolean): void
  renderTextContent(): void
  buildMessage(): Email
}

const isUtf8 = (bytes: Uint8Array) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Lines that need no decoding, in a few large pieces: the parser would keep each by itself. */
class PlainLines implements Decoder {
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #piece = new Uint8Array(1024)
  #used = 0

  update(line: Uint8Array): void {
    if (this.#used + line.length + 1 > this.#piece.length) {
      this.#pieces.push(this.#piece.subarray(0, this.#used))
      this.#piece = new Uint8Array(Math.max(line.length + 1, Math.min(this.#piece.length * 2, MEGABYTE)))
      this.#used = 0
    }
    this.#piece.set(line, this.#used)
    this.#piece[this.#used + line.length] = 0x0a
    this.#used += line.length + 1
  }

  async finalize(): Promise<ArrayBuffer> {
    const pieces = [...this.#pieces, this.#piece.subarray(0, this.#used)]
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of pieces.splice(0)) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole.buffer
  }
}

/** A name of a part: by its disposition, else by its type. */
function nameOf({ contentDisposition, contentType }: Part): string | null {
  const name = parameterOf(contentDisposition, 'filename') || parameterOf(contentType, 'name')
  return name ? decodeWords(name) : null
}

/** Text in the charset that its bytes have. */
function textOf(part: Part): string {
  if (!part.content) return ''
  const { charset = '', format = '', delsp = '' } = part.contentType.parsed.params
  const text = decodeText(new Uint8Array(part.content), charset)
  return /^flowed$/i.test(format) ? part.decodeFlowedText(text, /^yes$/i.test(delsp)) : text
}

/**
 * The parser, but for charsets and names, which it believes as they are labelled, and for what it makes of texts and of addresses: it converts
 * each HTML that has no text beside it, and reads addresses in the encoded words of addresses. Its work grows with the square of some, and
 * faster.
 */
class MailParser extends Parser {
  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    // A header has no charset of its own; the parser reads it as UTF-8 (RFC 6532).
    const isRaw = this.currentNode.state === 'header' && !isUtf8(line)
    await super.processLine(isRaw ? new TextEncoder().encode(decodeText(line, '')) : line, isFinal)
    const { state, contentDecoder, contentTransferEncoding } = this.currentNode
    if (state === 'body' && contentDecoder && !/base64|quoted-printable/.test(contentTransferEncoding.encoding))
      if (!(contentDecoder instanceof PlainLines)) this.currentNode.contentDecoder = new PlainLines()
  }

  override async collectNode(part: Part, alternative: unknown, related: boolean): Promise<void> {
    part.getTextContent = () => textOf(part)
    await super.collectNode(part, alternative, related)
  }

  override collectAttachment(part: Part, content: ArrayBuffer, related: boolean, isTooDeep: boolean): void {
    super.collectAttachment(part, content, related, isTooDeep)
    const attachment = this.attachments.at(-1)
    if (attachment) attachment.filename = nameOf(part)
  }

  override renderTextContent(): void {
    const parts = [...this.textMap.values()]
    let left = HTML_READ_MAX
    const textOfPart = ({ plain, html }: Texts) => {
      if (plain) return joined(plain)
      const read = joined(html).slice(0, left)
      left -= read.length
      return textOfHtml(read)
    }
    const htmlOf = ({ plain, html }: Texts) => (html ? joined(html) : asHtml(joined(plain).slice(0, TEXT_SHOWN_MAX)))
    this.textContent = { plain: parts.map(textOfPart).join('\n') }
    if (parts.some(({ html }) => html)) this.textContent.html = parts.map(htmlOf).join('\n')
  }

  override buildMessage(): Email {
    const { headers } = this.root
    const decoded = (name: string) => decodeWords(headers.find(({ key }) => key === name)?.value ?? '') || undefined
    const { plain, html } = this.textContent
    return {
      headers,
      headerLines: [],
      subject: decoded('subject'),
      messageId: decoded('message-id'),
      references: decoded('references'),
      text: plain || undefined,
      html: html || undefined,
      attachments: this.attachments,
    }
  }
}

/** A mail in its parts; of its headers only these are read. Its text is never missing where it has HTML. @throws Error above the limits */
export const parseMail = (raw: ArrayBuffer): Promise<Email> =>
  new MailParser({
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: NESTING_MAX,
    maxHeadersSize: HEADER_BYTES_MAX,
  }).parse(raw)
