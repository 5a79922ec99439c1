import { DELIMITER_LINES_MAX } from './mail-limits.ts'

const BOUNDARY = /boundary\*?(?:\d\*?)?=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi

/**
 * Counts the parts of a mail before it is parsed, because each costs memory. Only lines that begin like a delimiter are looked at closely.
 * @param max where there are more, the count is at least one above it
 */
export function countParts(mail: Uint8Array, max: number): number {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)
  let lines = bytes.subarray(0, 2).toString('latin1') === '--' ? 1 : 0
  for (let at = bytes.indexOf('\n--'); at >= 0; at = bytes.indexOf('\n--', at + 1))
    if (++lines > DELIMITER_LINES_MAX) return lines
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
