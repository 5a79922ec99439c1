import { decodeText } from './charset.ts'

/** A header with parameters, as the parser has it. */
export interface Structured {
  /** As the mail has it. */
  value: string
  parsed: { params: Record<string, string | undefined> }
}

const percentDecoded = (text: string): Uint8Array => {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** Sections of a value that is percent-encoded (RFC 2231, 4.1), each with its number, `*` where it is encoded, and its text. */
const sectionsOf = (header: string, name: string) =>
  header.matchAll(
    new RegExp(`;\\s*${name}\\*(?:(\\d{1,3})(\\*)?)?\\s*=\\s*(?:"([^"]{0,2000})"|([^\\s;]{0,2000}))`, 'gi'),
  )

/**
 * A parameter of a header as text. The parser decodes it by its label, or as UTF-8; where that fails it is read again from its bytes. Some
 * mail services percent-encode a name as if it were an address.
 */
export function parameterOf({ value, parsed }: Structured, name: string): string {
  const given = parsed.params[name] ?? ''
  if (given.includes('\ufffd')) return extended(value, name) || given
  if (!/%[\da-f]{2}/i.test(given) || /[^\x20-\x7e]/.test(given)) return given
  const decoded = decodeText(percentDecoded(given), '')
  return /[\uac00-\ud7a3]/.test(decoded) && !decoded.includes('\ufffd') ? decoded : given
}

function extended(value: string, name: string): string {
  let charset = ''
  const sections = [...sectionsOf(value, name)]
    .map(([, nr = '0', , quoted, plain]) => ({ nr: Number(nr), text: quoted ?? plain ?? '' }))
    .toSorted((one, other) => one.nr - other.nr)
    .map(({ nr, text }) => {
      const [, label = '', rest = text] = nr === 0 ? (/^([^']{0,60})'[^']{0,60}'(.*)$/.exec(text) ?? []) : []
      charset ||= label
      return rest
    })
  return decodeText(percentDecoded(sections.join('')), charset)
}
