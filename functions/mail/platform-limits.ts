import type { OutgoingMail } from './transport.ts'

/*
 * Limits of Cloudflare Email Service (developers.cloudflare.com/email-service, "Limits" and "Email headers"). The binding of a local site has
 * none of them.
 */

/** Of the value of one header, in bytes. */
export const HEADER_VALUE_BYTES_MAX = 2048
const HEADER_NAME_BYTES_MAX = 100
const HEADERS_BYTES_MAX = 16_384
/** Without those that begin with `X-`. */
const HEADERS_MAX = 20
/** Of a mail and its copies together. */
const RECIPIENTS_MAX = 50
/** In UTF-16 units. */
const SUBJECT_MAX = 998
const MESSAGE_BYTES_MAX = 5 * 1_048_576
/** Headers that may be set, of those that this site has a use for, beside `X-…`. */
const ALLOWED = new Set(['in-reply-to', 'references', 'auto-submitted', 'precedence', 'importance', 'list-id'])

const bytesOf = (text: string) => Buffer.byteLength(text)
/** Bytes in Base64 with its line ends. */
const encoded = (bytes: number) => Math.ceil(bytes / 57) * 78

/** The code by which the platform refuses a mail; null where it takes it. */
export function platformRefusal({
  subject,
  to,
  cc = [],
  text,
  html,
  headers,
  attachments = [],
}: OutgoingMail): string | null {
  if (to.length === 0 || subject === '') return 'E_FIELD_MISSING'
  if (to.length + cc.length > RECIPIENTS_MAX) return 'E_TOO_MANY_RECIPIENTS'
  if (subject.length > SUBJECT_MAX) return 'E_VALIDATION_ERROR'
  const fields = Object.entries(headers)
  if (fields.some(([name]) => !/^x-/i.test(name) && !ALLOWED.has(name.toLowerCase()))) return 'E_HEADER_NOT_ALLOWED'
  if (fields.some(([name]) => bytesOf(name) > HEADER_NAME_BYTES_MAX)) return 'E_HEADER_NAME_INVALID'
  if (fields.some(([, value]) => value === '' || /[\r\n]/.test(value))) return 'E_HEADER_VALUE_INVALID'
  if (fields.some(([, value]) => bytesOf(value) > HEADER_VALUE_BYTES_MAX)) return 'E_HEADER_VALUE_TOO_LONG'
  if (fields.filter(([name]) => !/^x-/i.test(name)).length > HEADERS_MAX) return 'E_HEADERS_TOO_MANY'
  if (fields.reduce((sum, field) => sum + bytesOf(field.join(': ')), 0) > HEADERS_BYTES_MAX)
    return 'E_HEADERS_TOO_LARGE'
  const files = attachments.map(({ content }) => (typeof content === 'string' ? content.length : content.byteLength))
  const size = [bytesOf(text), bytesOf(html), ...files].reduce((sum, bytes) => sum + encoded(bytes), 0)
  return size > MESSAGE_BYTES_MAX ? 'E_CONTENT_TOO_LARGE' : null
}
