import { FILE_EXTENSIONS } from '../contract/attachments.ts'

export type Extension = (typeof FILE_EXTENSIONS)[number]

/** Media types by allowed extension. */
export const MEDIA_TYPES: Record<Extension, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** The extension of an allowed file name, or null. */
export function extensionOf(name: string): Extension | null {
  const extension = /[^.]\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
  return FILE_EXTENSIONS.find((allowed) => allowed === extension) ?? null
}

/** The media type of an allowed file name, or null. */
export function typeOfName(name: string): string | null {
  const extension = extensionOf(name)
  return extension && MEDIA_TYPES[extension]
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

/**
 * `Content-Disposition` of a published file: a picture is shown inline, every other file is an attachment, so that no browser renders it in
 * the site's origin. Two places always attach, pictures too: files of an inquiry (`fileResponse` of inquiries/files.ts), and those behind a
 * signed key (`readFile` of routes/file.ts).
 */
export const publishedDisposition = (mediaType: string, name: string): string =>
  mediaType.startsWith('image/') ? 'inline' : attachmentDisposition(name)

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
