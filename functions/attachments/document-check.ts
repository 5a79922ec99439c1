import { inflateSync } from 'node:zlib'
type ActiveContent = 'macros' | 'scripts'
type Found = ActiveContent | 'unchecked' | null
import { chunksOf } from '../http/byte-chunks.ts'

/** What a check may cost, whatever the file is made of. Beyond it the file is not checked. */
const STREAMS_MAX = 50
const INFLATED_MAX = 2 * 1_048_576
/** Bytes between the type of an object stream and its data. */
const DICTIONARY_MAX = 16_384
/** Bytes between the beginning of an object stream and its type. */
const HEAD_MAX = 1024
/** Counted from the first bytes, at each chunk: within one the clock of the platform stands still. */
const MS_MAX = 200

/** Texts are bytes as Latin-1. */
const COMPOUND = '\xd0\xcf\x11\xe0'
const ARCHIVE = 'PK\x03\x04'
const PDF = '%PDF-'
/** Parts of an Office archive. Names are found in any case. */
const ARCHIVE_MACROS = /vbaProject\.bin|\/macrosheets\//i
/** Stream of a compound file, as its directory names it: UTF-16, little-endian (MS-CFB, 2.6.1; MS-OVBA, 2.2.1; MS-OFFCRYPTO, 2.3.4.1). */
const wide = (text: string) => text.replace(/./g, '$&\0')
/** A stream, in any case, or the beginning of a macro sheet of Excel 4.0 (MS-XLS, 2.4.21). */
const COMPOUND_MACROS = new RegExp(`${wide('_VBA_PROJECT')}|\\x09\\x08[\\x08\\x10]\\0\\0[\\x05\\x06]\\x40\\0`, 'i')
const COMPOUND_ENCRYPTED = new RegExp(wide('EncryptedPackage'), 'i')

/** A name of a PDF before what ends it, also where letters are written as `#xx` (ISO 32000-1, 7.2.2 and 7.3.5). */
function nameOf(...names: string[]): RegExp {
  const hex = (letter: string) =>
    `#${letter.charCodeAt(0).toString(16)}`.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const spelled = names.map((name) => name.replace(/./g, (letter) => `(?:${letter}|${hex(letter)})`))
  return new RegExp(`/(?:${spelled.join('|')})(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%])`)
}
const SCRIPT = nameOf('JavaScript', 'JS')
/** A form with scripts of its own in compressed XML (XFA 3.3, 21), and an action that opens a program (ISO 32000-1, 12.6.4.5): neither is looked into. */
const NOT_READ = nameOf('XFA', 'Launch')
/** Type of a stream that holds compressed objects (ISO 32000-1, 7.5.7). */
const OBJECT_STREAM = nameOf('ObjStm')
/** A dictionary without what could disguise a name: a string, a comment, an escaped letter, another dictionary. */
const PLAIN_HEAD = /[\r\n]\d+ \d+ obj\s*<<[^()<>%#]*$/
const PLAIN_TAIL = /^[^()<>%#]*>>\s*$/
const FLATE = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?=[\s/>])/
/** Anything else that says how the data is encoded, or where it is (ISO 32000-1, 7.3.8.2). */
const OTHER_ENCODING = /\/(?:Filter|DecodeParms|DP|FFilter|FDecodeParms|F)(?![A-Za-z])/
/** Longer than whatever is looked for may be at the end of one chunk and the beginning of the next. */
const OVERLAP = 64

/**
 * Whether an Office document holds macros, or a PDF scripts. Reads names, not code: an Office archive names its macros in plain bytes
 * (`vbaProject.bin`), a compound file its stream `_VBA_PROJECT` and its macro sheets, a PDF its scripts `/JavaScript`, perhaps within object
 * streams. What is encrypted, is encoded by more than plain Flate, has an XFA form or opens a program counts as not checked. Holds a few
 * megabytes at most, and gives way to other work between chunks.
 * @param body a byte stream; it is cancelled where the answer is known before its end
 */
export async function checkDocument(body: ReadableStream<Uint8Array>): Promise<Found> {
  let check: Check | null = null
  let head = ''
  let until = 0
  for await (const chunk of chunksOf(body)) {
    let text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    if (!check) {
      text = head += text
      if (head.length < PDF.length) continue
      check = checkFor(head)
      if (!check) return null
      until = Date.now() + MS_MAX
    }
    const found = check.read(text)
    if (found) return found
    if (Date.now() > until) return 'unchecked'
  }
  return check && check.end()
}

interface Check {
  read(text: string): ActiveContent | null
  end(): Found
}

function checkFor(head: string): Check | null {
  if (head.startsWith(ARCHIVE)) return new OfficeCheck(ARCHIVE_MACROS)
  if (head.startsWith(COMPOUND)) return new OfficeCheck(COMPOUND_MACROS, COMPOUND_ENCRYPTED)
  return head.startsWith(PDF) ? new PdfCheck() : null
}

class OfficeCheck implements Check {
  readonly #macros: RegExp
  readonly #encrypted: RegExp | null
  #isEncrypted = false
  #before = ''

  constructor(macros: RegExp, encrypted: RegExp | null = null) {
    this.#macros = macros
    this.#encrypted = encrypted
  }

  read(text: string): ActiveContent | null {
    const window = this.#before + text
    this.#before = window.slice(-OVERLAP)
    if (this.#encrypted?.test(window)) this.#isEncrypted = true
    return this.#macros.test(window) ? 'macros' : null
  }

  end(): Found {
    return this.#isEncrypted ? 'unchecked' : null
  }
}

type Part = 'before' | 'dictionary' | 'stream'

class PdfCheck implements Check {
  #before = ''
  /** What is read of the object stream that is being read, or the end of what stands before the next one. */
  #pending = ''
  #part: Part = 'before'
  /** The dictionary of that object stream, as far as its type. */
  #head = ''
  #streams = 0
  #inflated = 0
  /** An object stream could not be read, or there are too many. */
  #isIncomplete = false
  /** There is something that may run, in which no script is looked for. */
  #isNotRead = false
  /** An object stream may be encoded by more than what is undone here. */
  #isEncoded = false

  read(text: string): ActiveContent | null {
    const window = this.#before + text
    if (this.#hasScript(window)) return 'scripts'
    this.#before = window.slice(-OVERLAP)
    if (this.#isIncomplete) return null
    this.#pending += text
    for (let data = this.#nextStream(); data !== null; data = this.#nextStream())
      if (this.#hasScript(this.#inflate(data))) return 'scripts'
    return null
  }

  end(): Found {
    if (this.#hasScript(`${this.#before}\n`)) return 'scripts'
    return this.#isIncomplete || this.#isEncoded || this.#isNotRead || this.#part !== 'before' ? 'unchecked' : null
  }

  #hasScript(text: string): boolean {
    if (NOT_READ.test(text)) this.#isNotRead = true
    return SCRIPT.test(text)
  }

  /** The compressed bytes of the next object stream, cut where it ends; null where more has to be read. */
  #nextStream(): string | null {
    if (this.#isIncomplete) return null
    if (this.#part === 'before') {
      const name = OBJECT_STREAM.exec(this.#pending)
      if (!name) this.#pending = this.#pending.slice(-HEAD_MAX - OVERLAP)
      else {
        this.#head = this.#pending.slice(Math.max(0, name.index - HEAD_MAX), name.index)
        this.#enter('dictionary', name.index + name[0].length)
      }
    }
    if (this.#part === 'dictionary') {
      const start = /stream\r?\n/.exec(this.#pending.slice(0, DICTIONARY_MAX))
      if (start) {
        if (!isPlainFlate(this.#head, this.#pending.slice(0, start.index))) this.#isEncoded = true
        this.#enter('stream', start.index + start[0].length)
      } else this.#isIncomplete = this.#pending.length > DICTIONARY_MAX
    }
    if (this.#part === 'stream') {
      const end = this.#pending.indexOf('endstream')
      if (end !== -1) {
        const data = this.#pending.slice(0, end)
        this.#enter('before', end)
        return data
      }
      this.#isIncomplete = this.#pending.length > INFLATED_MAX
    }
    return null
  }

  #enter(part: Part, at: number): void {
    this.#pending = this.#pending.slice(at)
    this.#part = part
  }

  #inflate(data: string): string {
    try {
      if (++this.#streams > STREAMS_MAX) throw new RangeError('Too many object streams.')
      // A reader that goes by the addresses of objects finds one there.
      if (OBJECT_STREAM.test(data)) throw new TypeError('There is an object stream within another one.')
      const objects = inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: INFLATED_MAX - this.#inflated })
      this.#inflated += objects.length
      return `${objects.toString('latin1')}\n`
    } catch {
      this.#isIncomplete = true
      return ''
    }
  }
}

/** Whether a dictionary says that its data is inflated, and nothing more. @param head before its type @param tail after it */
function isPlainFlate(head: string, tail: string): boolean {
  const start = PLAIN_HEAD.exec(head)?.[0]
  if (start === undefined || !PLAIN_TAIL.test(tail)) return false
  const dictionary = start + tail
  return FLATE.test(dictionary) && !OTHER_ENCODING.test(dictionary.replace(FLATE, ''))
}
