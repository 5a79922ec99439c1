import { cleaned } from '../contract/inquiry.ts'

const NAME_MAX = 200

/** A file name that is safe to store and show: without folders, control and bidi characters, normalised, shortened before the extension. */
export function fileName(sent: string): string {
  const name = cleaned(sent.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  if (name.length <= NAME_MAX) return name || 'file'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return name.slice(0, NAME_MAX - extension.length).toWellFormed() + extension
}

/** `Content-Disposition: attachment` with an ASCII and a UTF-8 name (RFC 6266, RFC 8187). */
export function attachmentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The file name in a `Content-Disposition`, or null. */
export function nameInDisposition(header: string | null): string | null {
  const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (extended && /^(?:[^%]|%[0-9A-Fa-f]{2})*$/.test(extended)) return decoded(extended)
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(header ?? '')
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null
}

/** Percent-decoding that never throws: invalid UTF-8 becomes U+FFFD. */
function decoded(text: string): string {
  const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))
}
