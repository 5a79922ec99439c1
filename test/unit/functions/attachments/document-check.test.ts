import { deflateRawSync, deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkDocument } from '../../../../functions/attachments/document-check.ts'
import { BOMB_PDF, NAMES_PDF, objectStream, PLAIN_PDF, SCRIPTED_PDF } from '../../../support/pdf-files.ts'
import { DOCX, ENCRYPTED, JPG, MSI, PNG } from '../../../support/sample-files.ts'

const bytes = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const pdf = (...parts: (string | Uint8Array)[]) => bytes('%PDF-1.7\n', ...parts, '\n%%EOF')
const compound = (stream: string) => bytes(ENCRYPTED, Buffer.from(stream, 'utf16le'))
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const PAGE = '<< /Type /Page >>'
/** An object stream of so many bytes once it is inflated. */
const large = (size: number, objects = PAGE) => objectStream([objects.padEnd(size)])
/** A script, compressed, behind the word that ends a stream, uncompressed (RFC 1951, 3.2.4). */
const CUT = bytes(
  Uint8Array.of(0x78, 0x01, 0x00, 9, 0, 246, 255),
  'endstream',
  deflateRawSync(SCRIPT),
  deflateSync(`endstream${SCRIPT}`).subarray(-4),
)
const streamOf = (data: string | Uint8Array, filter = '/Filter /FlateDecode') =>
  bytes(`<< /Type /ObjStm ${filter} /N 1 /First 4 >>\nstream\n`, data, '\nendstream')

/** The file in chunks of these sizes, again and again. */
function streamed(file: Uint8Array, sizes = [65_536]): ReadableStream<Uint8Array> {
  let at = 0
  let turn = 0
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const chunk = Uint8Array.from(file.subarray(at, at + (sizes[turn++ % sizes.length] ?? 1)))
      at += chunk.length
      if (chunk.length > 0) controller.enqueue(chunk)
      else {
        controller.close()
        controller.byobRequest?.respond(0)
      }
    },
  })
}

const FILES: [what: string, file: Uint8Array, found: Awaited<ReturnType<typeof checkDocument>>][] = [
  ['an Office archive with macros', bytes(DOCX, 'word/vbaProject.bin'), 'macros'],
  ['an Office archive', bytes(DOCX), null],
  ['an old Office document with macros', compound('_VBA_PROJECT'), 'macros'],
  ['an old Office document', bytes(MSI), null],
  ['an encrypted Office document', compound('EncryptedPackage'), 'unchecked'],
  ['a PDF with a script', pdf(SCRIPT), 'scripts'],
  ['a PDF with a script in a short form', pdf('<</JS(app.alert(1))/S/JavaScript>>'), 'scripts'],
  ['a PDF with a disguised name', pdf('<< /S /J#61vaScrip#74 >>'), 'scripts'],
  ['a PDF that ends with the name', bytes('%PDF-1.7\n/JS'), 'scripts'],
  ['a PDF with a script in an object stream', SCRIPTED_PDF, 'scripts'],
  ['a PDF with a disguised script in an object stream', pdf(objectStream(['<< /S /#4aavaScript >>'])), 'scripts'],
  [
    'a PDF with an object stream under a disguised name',
    pdf(bytes('<< /Obj#53tm >>stream\r\n', deflateSync(SCRIPT), '\r\nendstream')),
    'scripts',
  ],
  [
    'a PDF with a script in the last of its object streams',
    pdf(objectStream([PAGE]), objectStream([PAGE]), objectStream([SCRIPT])),
    'scripts',
  ],
  ['a PDF with an object stream', PLAIN_PDF, null],
  ['a PDF with a word that only begins so', pdf('<< /JSON 1 /JavaScriptless 2 /JS#6fn 3 >>'), null],
  ['a PDF with the word in its text', pdf('(JavaScript)'), null],
  ['a PDF with a broken object stream', pdf(streamOf('broken')), 'unchecked'],
  [
    'a PDF with an object stream in another encoding',
    pdf(streamOf(Buffer.from(deflateSync(PAGE)).toString('hex'), '/Filter [/ASCIIHexDecode /FlateDecode]')),
    'unchecked',
  ],
  ['a PDF whose object stream is cut by its own bytes', pdf(streamOf(CUT)), 'unchecked'],
  [
    'a PDF whose object stream does not end',
    bytes('%PDF-1.7\n', streamOf(deflateSync(PAGE)).subarray(0, -12)),
    'unchecked',
  ],
  ['a PDF with a broken object stream and a plain script', pdf(streamOf('broken'), SCRIPT), 'scripts'],
  ['a PDF with one object stream of 1.9 MB', pdf(large(1_900_000)), null],
  ['a PDF with object streams of more than 2 MB in all', pdf(large(1_100_000), large(1_100_000)), 'unchecked'],
  ['a PDF with 50 object streams', pdf(...Array.from({ length: 50 }, () => objectStream([PAGE]))), null],
  ['a PDF with 51 object streams', pdf(...Array.from({ length: 51 }, () => objectStream([PAGE]))), 'unchecked'],
  ['a PDF with a script behind the limits', pdf(large(1_100_000), large(1_100_000), SCRIPT), 'scripts'],
  ['64 KB that inflate to 63 MB', BOMB_PDF, 'unchecked'],
  ['1.5 MB of beginnings of object streams', NAMES_PDF, 'unchecked'],
  ['a picture', bytes(PNG), null],
  ['another picture', bytes(JPG), null],
  ['an empty file', bytes(), null],
  ['three bytes', bytes('%PD'), null],
]

test('the sample is one stream to a reader that knows its length', () => {
  expect(inflateSync(CUT).toString()).toBe(`endstream${SCRIPT}`)
})

describe('a check', () => {
  // The time stands still: a busy machine changes no answer.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())

  test.each(FILES)('of %s', async (_, file, found) => {
    expect(await checkDocument(streamed(file))).toBe(found)
  })

  test('finds the same, however the file is cut into chunks', async () => {
    const small = FILES.filter(([, file]) => file.length < 10_000)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...small),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
        async ([what, file, found], sizes) => {
          expect([what, await checkDocument(streamed(file, sizes))]).toEqual([what, found])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('ends after 200 ms, and reads no further', async () => {
    const file = pdf(' '.repeat(300_000), SCRIPT)
    let read = 0
    const body = new ReadableStream<Uint8Array>({
      type: 'bytes',
      pull(controller) {
        vi.setSystemTime(Date.now() + 150)
        controller.enqueue(Uint8Array.from(file.subarray(read, (read += 65_536))))
      },
    })
    expect(await checkDocument(body)).toBe('unchecked')
    expect(read).toBeLessThan(file.length)
  })
})
