import type { Attachment, Email } from 'postal-mime'
import { FORWARDED_BYTES_MAX, FORWARDED_DEPTH_MAX, FORWARDED_HEAD_MAX } from './mail-limits.ts'
import { asHtml, parseMail } from './parse-mail.ts'

/**
 * What a part of a mail is. `in-text`: a picture that the HTML shows. `sealed`: encrypted or signed with its contents (S/MIME, RFC 8551, 3.2; PGP, RFC
 * 3156). `winmail`: TNEF, which only Outlook opens. `signature`: proves the mail and says nothing.
 */
export type PartKind = 'file' | 'in-text' | 'sealed' | 'winmail' | 'signature'

/** A part of a mail that is no text of it. */
export interface MailPart {
  /** Empty where it has none. */
  name: string
  kind: PartKind
  content: Attachment['content']
}

/** What a person has written and attached, that of forwarded mails included. */
export interface OpenedMail {
  text: string
  html: string | null
  parts: MailPart[]
}

const CID = /\bcid:([^\s"'<>()&]{1,300})/gi
const percentDecoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The content ids that HTML shows (RFC 2392). */
const shownIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(CID)].map(([, id = '']) => percentDecoded(id)))

/** With it the part of an encrypted mail that has nothing but a version (RFC 3156, 4). */
const SIGNATURE = /^application\/(?:(?:x-)?(?:pkcs7|pgp)-signature|pgp-encrypted)$/
const SEALED = /^application\/(?:x-)?pkcs7-mime$/
const WINMAIL = /^application\/(?:vnd\.)?ms-tnef$/

function kindOf({ mimeType, filename, contentId }: Attachment, shown: ReadonlySet<string>): PartKind {
  const name = filename?.toLowerCase() ?? ''
  if (SIGNATURE.test(mimeType) || /^smime\.p7s$|^signature\.asc$/.test(name)) return 'signature'
  if (SEALED.test(mimeType) || /^smime\.p7m$|^encrypted\.asc$/.test(name)) return 'sealed'
  if (WINMAIL.test(mimeType) || name === 'winmail.dat') return 'winmail'
  const isPicture = mimeType.startsWith('image/') || /\.(?:png|jpe?g|gif|bmp|webp|svg)$/.test(name)
  return isPicture && shown.has(contentId?.replace(/^\s*<|>\s*$/g, '') ?? '') ? 'in-text' : 'file'
}

const isMail = ({ mimeType, filename }: Attachment) =>
  /^message\/(?:rfc822|global)$/.test(mimeType) || /\.eml$/i.test(filename ?? '')

/** One line about a forwarded mail, the same in each language. */
function headOf({ headers, subject }: Email): string {
  const said = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  return `✉ ${[subject ?? '', said('from'), said('date')].filter(Boolean).join(' · ').slice(0, FORWARDED_HEAD_MAX)}`.toWellFormed()
}

/**
 * Opens a parsed mail: reads the mails that are forwarded in it, and says of each other part what it is.
 * @param partsMax where there are more, the others are left unopened
 */
export async function openMail(email: Email, partsMax: number, depth = 0): Promise<OpenedMail> {
  const shown = shownIn(email.html ?? '')
  const opened: OpenedMail = { text: email.text ?? '', html: email.html ?? null, parts: [] }
  for (const attachment of email.attachments) {
    const inner =
      isMail(attachment) && depth < FORWARDED_DEPTH_MAX ? await forwarded(attachment.content, partsMax, depth) : null
    if (inner === null || opened.parts.length + inner.parts.length > partsMax) {
      opened.parts.push({
        name: attachment.filename ?? '',
        kind: kindOf(attachment, shown),
        content: attachment.content,
      })
      continue
    }
    opened.text = `${opened.text.trimEnd()}\n\n${inner.head}\n${inner.text}`
    if (opened.html !== null)
      opened.html += `<hr><p>${asHtml(inner.head)}</p>${inner.html ?? `<p>${asHtml(inner.text)}</p>`}`
    opened.parts.push(...inner.parts)
  }
  return opened
}

async function forwarded(content: Attachment['content'], partsMax: number, depth: number) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content).buffer : content
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength > FORWARDED_BYTES_MAX) return null
  // What no parser reads remains a file.
  const email = await parseMail(bytes).catch(() => null)
  return email && { ...(await openMail(email, partsMax, depth + 1)), head: headOf(email) }
}
