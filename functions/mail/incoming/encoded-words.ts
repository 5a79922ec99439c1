import { decodeText } from './charset.ts'

/** An encoded word (RFC 2047, 2); a language behind the charset (RFC 2231, 5) is left out. */
const WORD = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([bq])\?([^?]{0,10000})\?=/gi

const fromBase64 = (text: string) => Buffer.from(text.replace(/[^a-z\d+/]/gi, ''), 'base64')
const fromQ = (text: string) =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/[^\0-\xff]/g, '?'),
    'latin1',
  )

/**
 * The text of a header with encoded words. Neighbours in one charset are joined as bytes before they are decoded, because programs cut
 * letters of several bytes between words, each padded by itself.
 */
export function decodeWords(value: string): string {
  let text = ''
  let at = 0
  let charset = ''
  let pending: Uint8Array[] = []
  const flush = () => {
    if (pending.length > 0) text += decodeText(Buffer.concat(pending), charset)
    pending = []
  }
  for (const word of value.matchAll(WORD)) {
    const [whole, label = '', encoding = '', encoded = ''] = word
    const between = value.slice(at, word.index)
    // White space between two words belongs to the folding (RFC 2047, 6.2).
    if (at === 0 || between.trim() !== '') {
      flush()
      text += between
    } else if (label.toLowerCase() !== charset) flush()
    charset = label.toLowerCase()
    pending.push(encoding.toLowerCase() === 'b' ? fromBase64(encoded) : fromQ(encoded))
    at = word.index + whole.length
  }
  flush()
  return text + value.slice(at)
}
