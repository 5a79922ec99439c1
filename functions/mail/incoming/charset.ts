/*
 * The text of bytes whose charset a mail program has not named, or has named wrongly. Korean mail programs and groupware send EUC-KR as
 * nothing, as US-ASCII or as UTF-8; decoding by the label alone destroys it.
 */

/** Bytes by which the charset is known, from the first one that is not ASCII. */
const SAMPLE_BYTES = 65_536
/** Bytes of HTML in which its charset is named. */
const META_BYTES = 8192
const META = /<meta\b[^<>]{0,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i

/** Labels that programs write whatever the charset is. */
const DEFAULT =
  /^(?:|utf-?8|(?:us-)?ascii|ansi[-_]x3[.]4-19\d\d|iso-?8859-1|latin-?1|windows-1252|unknown(?:-8bit)?|[78]bit|binary)$/
const WESTERN = /^(?:iso-?8859-1|latin-?1|windows-1252)$/
/** What Korean programs call EUC-KR beside the labels of the Encoding Standard. */
const KOREAN = /^(?:x-)?(?:euc_?kr|uhc|cp_?-?949|ms-?949|x-windows-949|ks_?x?c?_?-?5601(?:[-_]?19\d\d)?|ks_?x_?1001)$/
const WIDE = /^(?:utf-?16|ucs-?2|unicode)/

/** A decoder for a label other than the default ones; null where the runtime knows none. */
function decoderOf(label: string): TextDecoder | null {
  const name = label.trim().toLowerCase()
  if (DEFAULT.test(name)) return null
  try {
    return new TextDecoder(KOREAN.test(name) ? 'euc-kr' : name)
  } catch {
    return null
  }
}

/** ISO-2022-KR (RFC 1557) as EUC-KR: between shift out and shift in each byte gets its upper bit; the designator goes. */
function fromIso2022(bytes: Uint8Array): Uint8Array {
  const euc: number[] = []
  let upper = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x0e || byte === 0x0f) upper = byte === 0x0e ? 0x80 : 0
    else if (byte === 0x1b && bytes[at + 1] === 0x24) at += 3
    else euc.push(byte > 0x20 ? byte | upper : byte)
  }
  return Uint8Array.from(euc)
}

const count = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0

/**
 * Decodes bytes. A label is believed where it can decode them and does not hide Hangul of UTF-8. What is no valid UTF-8 under a default label
 * or none is what its HTML says of itself, else EUC-KR: the reading with the most Hangul and the least that cannot be decoded.
 * @param label as the mail has it; empty for none
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  if (/^iso-?2022-?kr$/i.test(label.trim())) return new TextDecoder('euc-kr').decode(fromIso2022(bytes))
  const own = decoderOf(label)
  const first = bytes.findIndex((byte) => byte >= 0x80)
  // What has seven bits alone is ASCII, or an encoding with escapes, which only the label tells.
  if (first < 0 || (own && WIDE.test(own.encoding))) return (own ?? new TextDecoder()).decode(bytes)
  const sample = bytes.subarray(first, first + SAMPLE_BYTES)
  const upper = sample.reduce((sum, byte) => sum + (byte >> 7), 0)
  const read = (decoder: TextDecoder) => {
    const text = new TextDecoder(decoder.encoding).decode(sample, { stream: true })
    const syllables = count(text, /[\uac00-\ud7a3]/g)
    // A letter with an accent and the one behind it look like a rare syllable; those of words have two upper bytes each.
    const hangul = syllables - Math.max(0, syllables * 2 - upper)
    const replaced = count(text, /\ufffd/g)
    return { decoder, hangul, replaced, worth: hangul * 2 - replaced * 3 }
  }
  const utf8 = read(new TextDecoder())
  const labelled = own && read(own)
  if (labelled?.replaced === 0 && !(utf8.replaced === 0 && utf8.hangul > labelled.hangul))
    return labelled.decoder.decode(bytes)
  if (utf8.replaced === 0) return utf8.decoder.decode(bytes)
  const western = new TextDecoder('windows-1252')
  const meta = decoderOf(META.exec(Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1'))?.[1] ?? '')
  const readings = [
    ...(WESTERN.test(label.trim().toLowerCase()) ? [western] : []),
    ...[own, meta].filter((decoder) => decoder !== null),
    new TextDecoder('euc-kr'),
    new TextDecoder(),
    western,
  ].map(read)
  return readings.reduce((best, next) => (next.worth > best.worth ? next : best)).decoder.decode(bytes)
}
