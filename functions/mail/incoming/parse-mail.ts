import PostalMime, { decodeWords, type Attachment, type Email, type Header } from 'postal-mime'
import { MEGABYTE } from '../../contract/limits.ts'
import { textOfHtml } from './text-of-html.ts'

const NESTING_MAX = 10
const HEADER_BYTES_MAX = 256 * 1024
/** In UTF-16 units: what is read of HTML that has no text beside it. */
const HTML_READ_MAX = 2_000_000
/** In UTF-16 units: what is shown among HTML of a text that has none beside it. */
const TEXT_SHOWN_MAX = MEGABYTE

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }

interface Texts {
  plain?: { value: string }[]
  html?: { value: string }[]
}

const joined = (texts: Texts['plain'] = []) => texts.map(({ value }) => value).join('\n')

/**
 * The parser, but for what it makes of texts and of addresses: it converts each HTML that has no text beside it, and reads addresses in the
 * encoded words of addresses. Its work grows with the square of some, and faster. What is overridden is no part of its declared surface; a
 * version without it fails the test of hostile mails.
 */
class MailParser extends PostalMime {
  declare root: { headers: Header[] }
  declare attachments: Attachment[]
  /** The texts of each part; those of one `multipart/alternative` together. */
  declare textMap: Map<unknown, Texts>
  declare textContent: { plain?: string; html?: string }

  renderTextContent(): void {
    const parts = [...this.textMap.values()]
    let left = HTML_READ_MAX
    const textOf = ({ plain, html }: Texts) => {
      if (plain) return joined(plain)
      const read = joined(html).slice(0, left)
      left -= read.length
      return textOfHtml(read)
    }
    const htmlOf = ({ plain, html }: Texts) =>
      html
        ? joined(html)
        : joined(plain)
            .slice(0, TEXT_SHOWN_MAX)
            .replace(/[&<>\n]/g, (sign) => ESCAPES[sign] ?? '')
    this.textContent = { plain: parts.map(textOf).join('\n') }
    if (parts.some(({ html }) => html)) this.textContent.html = parts.map(htmlOf).join('\n')
  }

  buildMessage(): Email {
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
