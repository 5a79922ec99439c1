import { inflateRawSync } from 'node:zlib'
import type { Content } from './file-bytes.ts'

/** Bytes of the end record without its comment, and of the longest comment (APPNOTE 4.3.16). */
const END_BYTES = 22
const COMMENT_MAX = 65_535
const LOCATOR_BYTES = 20
const END_64_BYTES = 56
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** Of a document with tens of thousands of parts; a longer one is not read. */
const DIRECTORY_MAX = 4 * 1_048_576
/** Of `[Content_Types].xml`, as it is stored and as it is read. */
const TYPES_STORED_MAX = 262_144
const TYPES_MAX = 2_097_152
const STORED = 0
const DEFLATED = 8
const FULL_32 = 0xffff_ffff
const FULL_16 = 0xffff

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Content type of the main part (ECMA-376 part 1, 11 to 13), by the extension of the document. */
const MAIN_PARTS = {
  docx: 'wordprocessingml.document.main+xml',
  xlsx: 'spreadsheetml.sheet.main+xml',
  pptx: 'presentationml.presentation.main+xml',
} as const

type OfficeExtension = keyof typeof MAIN_PARTS
const EXTENSIONS = Object.keys(MAIN_PARTS) as OfficeExtension[]
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'
const CONTENT_TYPE = /ContentType\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Which Office document a ZIP archive is, by its central directory and the part `[Content_Types].xml` (ECMA-376 part 2, 10.1.2). The order
 * of the parts, sizes that stand behind them (bit 3) and ZIP64 make no difference. Reads the end, the directory and that part: about 4.5 MB
 * at most.
 * @returns null for any other archive, one with macros or a template included, and for one that cannot be read
 */
export async function officeDocument(content: Content): Promise<OfficeExtension | null> {
  const types = await contentTypes(content)
  if (types === null || /macroEnabled/i.test(types)) return null
  const named = new Set([...types.matchAll(CONTENT_TYPE)].map(([, double, single]) => (double ?? single ?? '').trim()))
  return EXTENSIONS.find((extension) => named.has(`${OPEN_XML}${MAIN_PARTS[extension]}`)) ?? null
}

/** The text of `[Content_Types].xml`; null where it cannot be read. */
async function contentTypes(content: Content): Promise<string | null> {
  const directory = await centralDirectory(content)
  const entry = directory && entryOfTypes(directory)
  if (!entry || entry.stored > TYPES_STORED_MAX) return null
  const local = await content.read(entry.offset, LOCAL_BYTES)
  if (local.length < LOCAL_BYTES || viewOf(local).getUint32(0, true) !== 0x04034b50) return null
  const begins = entry.offset + LOCAL_BYTES + viewOf(local).getUint16(26, true) + viewOf(local).getUint16(28, true)
  const bytes = await content.read(begins, entry.stored)
  const xml = entry.method === STORED ? bytes : entry.method === DEFLATED ? inflated(bytes) : null
  return xml && decoded(xml)
}

/** XML says by its first bytes that it is UTF-16; anything else is UTF-8 here (XML 1.0, F.1). */
function decoded(xml: Uint8Array): string {
  const [first, second] = xml
  const is16 = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  return new TextDecoder(is16 ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8').decode(xml)
}

function inflated(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(bytes, { maxOutputLength: TYPES_MAX })
  } catch {
    return null
  }
}

interface Directory {
  bytes: Uint8Array
  /** Of whatever stands before the archive: offsets count from its own beginning. */
  shift: number
}

async function centralDirectory(content: Content): Promise<Directory | null> {
  const tailAt = Math.max(0, content.size - END_BYTES - COMMENT_MAX - LOCATOR_BYTES - END_64_BYTES)
  const tail = await content.read(tailAt, content.size - tailAt)
  const view = viewOf(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (view.getUint16(at + 20, true) > tail.length - at - END_BYTES) continue
    let size = view.getUint32(at + 12, true)
    let offset = view.getUint32(at + 16, true)
    let end = tailAt + at
    if (view.getUint16(at + 10, true) === FULL_16 || size === FULL_32 || offset === FULL_32) {
      const wide = await end64(content, view, at)
      if (!wide) return null
      ;({ size, offset, end } = wide)
    }
    if (size > DIRECTORY_MAX || size > end) return null
    return { bytes: await content.read(end - size, size), shift: end - size - offset }
  }
  return null
}

/** The ZIP64 end record (APPNOTE 4.3.14), which stands before its locator. */
async function end64(content: Content, tail: DataView, endAt: number) {
  const locator = endAt - LOCATOR_BYTES
  if (locator < 0 || tail.getUint32(locator, true) !== 0x07064b50) return null
  const at = content.size - tail.byteLength + locator - END_64_BYTES
  const record = at < 0 ? null : await content.read(at, END_64_BYTES)
  if (!record || record.length < END_64_BYTES || viewOf(record).getUint32(0, true) !== 0x06064b50) return null
  return {
    size: Number(viewOf(record).getBigUint64(40, true)),
    offset: Number(viewOf(record).getBigUint64(48, true)),
    end: at,
  }
}

interface Entry {
  method: number
  /** Bytes. */
  stored: number
  offset: number
}

const isTypes = (name: Uint8Array) =>
  new TextDecoder().decode(name).replaceAll('\\', '/').replace(/^\//, '').toLowerCase() === '[content_types].xml'

function entryOfTypes({ bytes, shift }: Directory): Entry | null {
  const view = viewOf(bytes)
  for (let at = 0; at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === 0x02014b50;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const next = at + ENTRY_BYTES + name + extra + comment
    if (isTypes(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name))) {
      const wide = wideFields(view, at, { from: at + ENTRY_BYTES + name, to: Math.min(next - comment, bytes.length) })
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
      return isEncrypted
        ? null
        : { method: view.getUint16(at + 10, true), stored: wide.stored, offset: wide.offset + shift }
    }
    at = next
  }
  return null
}

/** Size and offset of an entry; those that are too large for their fields stand in the ZIP64 extra field, in this order (APPNOTE 4.5.3). */
function wideFields(view: DataView, at: number, extra: { from: number; to: number }) {
  let [whole, stored, offset] = [24, 20, 42].map((field) => view.getUint32(at + field, true)) as [
    number,
    number,
    number,
  ]
  for (let field = extra.from; field + 4 <= extra.to;) {
    const end = Math.min(field + 4 + view.getUint16(field + 2, true), extra.to)
    if (view.getUint16(field, true) === 1) {
      let value = field + 4
      const next = (small: number) => {
        if (small !== FULL_32 || value + 8 > end) return small
        value += 8
        return Number(view.getBigUint64(value - 8, true))
      }
      whole = next(whole)
      stored = next(stored)
      offset = next(offset)
    }
    field = end
  }
  return { stored, offset }
}
