/** What a document holds that may run when it is opened. */
export type ActiveContent = 'macros' | 'scripts'

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
/** Stream of a compound file, as its directory names it: UTF-16, little-endian (MS-CFB, 2.6.1; MS-OVBA, 2.2.1). */
const wide = (text: string) => latin([...text].map((sign) => `${sign}\0`).join(''))

const COMPOUND = latin('\xd0\xcf\x11\xe0')
const ARCHIVE = latin('PK\x03\x04')
const PDF = latin('%PDF-')

/** Streams of an object stream; its objects are compressed (ISO 32000-1, 7.5.7). */
const OBJECT_STREAM = /\/Type\s*\/ObjStm\b[^]*?stream\r?\n/g
/** Actions with scripts, also where a letter of the name is written as `#xx` (ISO 32000-1, 7.3.5). */
const SCRIPT_NAME = /\/(?:JavaScript|JS)(?![A-Za-z0-9])/
const INFLATED_MAX = 64 * 1_048_576

/**
 * Whether an Office document holds macros, or a PDF scripts. Reads names, not code: an Office archive names its macros in plain bytes
 * (`vbaProject.bin`), a compound file its stream `_VBA_PROJECT`, a PDF its scripts `/JavaScript`, perhaps within object streams. Says
 * nothing about a file that is encrypted or of another type.
 */
export async function activeContent(bytes: Uint8Array<ArrayBuffer>): Promise<ActiveContent | null> {
  if (startsWith(bytes, ARCHIVE)) return holds(bytes, latin('vbaProject.bin')) ? 'macros' : null
  if (startsWith(bytes, COMPOUND)) return holds(bytes, wide('_VBA_PROJECT')) ? 'macros' : null
  if (startsWith(bytes, PDF)) return (await holdsScripts(bytes)) ? 'scripts' : null
  return null
}

const startsWith = (bytes: Uint8Array, start: Uint8Array) => start.every((byte, at) => bytes[at] === byte)

function holds(bytes: Uint8Array, pattern: Uint8Array): boolean {
  const first = pattern[0] ?? 0
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (pattern.every((byte, offset) => bytes[at + offset] === byte)) return true
  return false
}

async function holdsScripts(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(bytes)
  if (SCRIPT_NAME.test(plainNames(text))) return true
  for (const found of text.matchAll(OBJECT_STREAM)) {
    const objects = await inflated(bytes.subarray(found.index + found[0].length))
    if (SCRIPT_NAME.test(plainNames(objects))) return true
  }
  return false
}

const plainNames = (text: string) =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The beginning of a compressed stream as text; what follows it, or is no such stream, ends it. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const decoder = new TextDecoder('latin1')
  let text = ''
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > INFLATED_MAX) break
    }
  } catch {
    // The end of the file follows the end of the stream.
  }
  return text
}
