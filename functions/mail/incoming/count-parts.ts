/** Lines that begin like a delimiter. Above this no mail is read; what a person writes has far fewer. */
const LINES_MAX = 2000
const BOUNDARY = /boundary\*?(?:\d\*?)?=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi

/**
 * Counts the parts of a mail before it is parsed, because each costs memory. Only lines that begin like a delimiter are looked at closely.
 * @param max where there are more, the count is at least one above it
 */
export function countParts(mail: Uint8Array, max: number): number {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)
  let lines = bytes.subarray(0, 2).toString('latin1') === '--' ? 1 : 0
  for (let at = bytes.indexOf('\n--'); at >= 0; at = bytes.indexOf('\n--', at + 1))
    if (++lines > LINES_MAX) return lines
  if (lines <= max) return lines
  const text = bytes.toString('latin1')
  const boundaries = new Set([...text.matchAll(BOUNDARY)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
  if (boundaries.size > max) return boundaries.size
  let parts = 0
  for (const [, line = ''] of text.matchAll(/(?:^|\n)--([^\r\n]*)/g)) {
    if (boundaries.has(line.trimEnd())) parts++
    if (parts > max) return parts
  }
  return parts
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const EQUALS = 0x3d
/** Letters of Base64 but the one that ends it, by their codes. */
const IS_BASE64 = Array.from({ length: 256 }, (_, code) => /[A-Za-z0-9+/]/.test(String.fromCharCode(code)))
/** Bytes; lines of an encoded file have 76 (RFC 2045, 6.8). */
const FULL_LINE = 60

/**
 * Counts what the parser may keep one by one while it decodes a mail: each line, and each end of Base64 within one. Full lines of an
 * encoded file are left out, because they become a few large pieces.
 */
export function countPieces(mail: Uint8Array): number {
  let pieces = 0
  let equals = 0
  let length = 0
  let isEncoded = true
  for (let at = 0; at <= mail.length; at++) {
    const byte = mail[at] ?? LINE_FEED
    if (byte === LINE_FEED) {
      if (!isEncoded || length < FULL_LINE) pieces += 1 + equals
      equals = length = 0
      isEncoded = true
    } else if (byte !== CARRIAGE_RETURN) {
      length++
      if (!IS_BASE64[byte]) isEncoded = false
      if (byte === EQUALS) equals++
    }
  }
  return pieces
}
