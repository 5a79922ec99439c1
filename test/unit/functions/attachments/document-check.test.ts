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
/** The beginning of a part of a workbook (MS-XLS, 2.4.21). */
const sheet = (type: number, version = 0x06) =>
  Uint8Array.of(0x09, 0x08, version === 0x06 ? 16 : 8, 0, 0, version, type, 0, 0xbb, 0x0d, 0xcc, 0x07)
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const PAGE = '<< /Type /Page >>'
const stored = (...parts: (string | Uint8Array)[]) => bytes('1 0 obj\n', ...parts, '\nendobj\n')
const packed = (...objects: string[]) => stored(objectStream(objects))
/** An object stream of so many bytes once it is inflated. */
const large = (size: number, objects = PAGE) => packed(objects.padEnd(size))
/** A script, compressed, behind the word that ends a stream, uncompressed (RFC 1951, 3.2.4). */
const CUT = bytes(
  Uint8Array.of(0x78, 0x01, 0x00, 9, 0, 246, 255),
  'endstream',
  deflateRawSync(SCRIPT),
  deflateSync(`endstream${SCRIPT}`).subarray(-4),
)
const streamOf = (data: string | Uint8Array, filter = '/Filter /FlateDecode') =>
  stored(`<< /Type /ObjStm ${filter} /N 1 /First 4 >>\nstream\n`, data, '\nendstream')
/** The same data under another dictionary. */
const under = (dictionary: string, data: Uint8Array = deflateSync(PAGE)) =>
  pdf(stored(`${dictionary}stream\n`, data, '\nendstream'))
/** Rows of four bytes, each the difference to the one above (RFC 2083, 6.4). */
function predicted(text: string): Uint8Array {
  const rows = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4), 'latin1')
  const tagged = Array.from({ length: rows.length / 4 }, (_, row) => [
    2,
    ...Array.from({ length: 4 }, (__, column) => (rows[row * 4 + column] ?? 0) - (rows[row * 4 + column - 4] ?? 0)),
  ])
  return deflateSync(Uint8Array.from(tagged.flat()))
}
const PREDICTED = '<< /Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >> >>'
const PREDICTED_FIRST = '<< /DecodeParms << /Predictor 12 /Columns 4 >> /Filter /FlateDecode /Type /ObjStm >>'
const TWICE = '<< /Type /ObjStm /Filter [/FlateDecode /FlateDecode] >>'

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
  ['an Office archive with macros in other letters', bytes(DOCX, 'word/VBAproject.bin'), 'macros'],
  ['an Office archive with a macro sheet', bytes(DOCX, 'xl/macrosheets/sheet1.xml'), 'macros'],
  ['an old Office document with macros in other letters', compound('_vba_Project'), 'macros'],
  ['an old workbook with a macro sheet', bytes(ENCRYPTED, sheet(0x40)), 'macros'],
  ['an old workbook with a macro sheet of Excel 5', bytes(ENCRYPTED, sheet(0x40, 0x05)), 'macros'],
  ['an old workbook', bytes(ENCRYPTED, sheet(0x05), sheet(0x10), sheet(0x20)), null],
  ['an encrypted Office document', compound('EncryptedPackage'), 'unchecked'],
  ['a PDF with a script', pdf(SCRIPT), 'scripts'],
  ['a PDF with a script in a short form', pdf('<</JS(app.alert(1))/S/JavaScript>>'), 'scripts'],
  ['a PDF with a disguised name', pdf('<< /S /J#61vaScrip#74 >>'), 'scripts'],
  ['a PDF that ends with the name', bytes('%PDF-1.7\n/JS'), 'scripts'],
  ['a PDF with a script in an object stream', SCRIPTED_PDF, 'scripts'],
  ['a PDF with a disguised script in an object stream', pdf(packed('<< /S /#4aavaScript >>')), 'scripts'],
  [
    'a PDF with an object stream under a disguised name',
    pdf(bytes('<< /Obj#53tm >>stream\r\n', deflateSync(SCRIPT), '\r\nendstream')),
    'scripts',
  ],
  ['a PDF with a script in the last of its object streams', pdf(packed(PAGE), packed(PAGE), packed(SCRIPT)), 'scripts'],
  ['a PDF with an object stream', PLAIN_PDF, null],
  ['a PDF with a word that only begins so', pdf('<< /JSON 1 /JavaScriptless 2 /JS#6fn 3 >>'), null],
  ['a PDF with the word in its text', pdf('(JavaScript)'), null],
  ['a PDF with a broken object stream', pdf(streamOf('broken')), 'unchecked'],
  [
    'a PDF with an object stream in another encoding',
    pdf(streamOf(Buffer.from(deflateSync(PAGE)).toString('hex'), '/Filter [/ASCIIHexDecode /FlateDecode]')),
    'unchecked',
  ],
  ['a PDF with an object stream behind a predictor', under(PREDICTED, predicted(SCRIPT)), 'unchecked'],
  ['a PDF with a predictor named before the type', under(PREDICTED_FIRST, predicted(SCRIPT)), 'unchecked'],
  ['a PDF with an object stream that is encoded twice', under(TWICE, deflateSync(deflateSync(SCRIPT))), 'unchecked'],
  ...[
    '<< /Type /ObjStm /Filter /FlateDecode /Filter 9 0 R >>',
    '<< /Type /ObjStm /Filter /FlateDecode /DecodeParms 9 0 R >>',
    '<< /DecodeParms 9 0 R %<<\n /Type /ObjStm /Filter /FlateDecode >>',
    '<< /#44ecodeParms 9 0 R /Type /ObjStm /Filter /FlateDecode >>',
    '<< /DecodeParms 9 0 R /X (\n1 0 obj<<) /Type /ObjStm /Filter /FlateDecode >>',
    '<< /Type /ObjStm >>',
  ].map((dictionary): (typeof FILES)[number] => [`a PDF with ${dictionary}`, under(dictionary), 'unchecked']),
  ...[
    '<</Filter/FlateDecode/First 4/Length 35/N 1/Type/ObjStm>>',
    '<< /Type /ObjStm /Extends 3 0 R /N 1 /First 4 /Filter [ /FlateDecode ] /Length 8 0 R >>\r\n',
  ].map((dictionary): (typeof FILES)[number] => [`a PDF with ${dictionary}`, under(dictionary), null]),
  [
    'a PDF with a script in a stream after one that nobody can read',
    pdf(under(PREDICTED, predicted(PAGE)), packed(SCRIPT)),
    'scripts',
  ],
  [
    'a PDF with a form whose scripts are in compressed XML',
    pdf('<< /AcroForm << /XFA [(template) 9 0 R] >> >>'),
    'unchecked',
  ],
  ['a PDF with such a form in an object stream', pdf(packed('<< /#58FA 9 0 R >>')), 'unchecked'],
  ['a PDF that opens a program', pdf('<< /OpenAction << /S /Launch /F (calc.exe) >> >>'), 'unchecked'],
  ['a PDF with such a form and a script', pdf('<< /XFA 9 0 R >>', packed(SCRIPT)), 'scripts'],
  ['a PDF with names that begin alike', pdf('<< /XFAB 1 /Launched 2 >>'), null],
  ['a PDF whose object stream is cut by its own bytes', pdf(streamOf(CUT)), 'unchecked'],
  [
    'a PDF with an object stream in the bytes behind another one',
    pdf(
      streamOf(
        bytes(deflateSync(PAGE), '\n2 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>stream\n', deflateSync(SCRIPT)),
      ),
    ),
    'unchecked',
  ],
  [
    'a PDF whose object stream does not end',
    bytes('%PDF-1.7\n', streamOf(deflateSync(PAGE)).subarray(0, -12)),
    'unchecked',
  ],
  ['a PDF with a broken object stream and a plain script', pdf(streamOf('broken'), SCRIPT), 'scripts'],
  ['a PDF with one object stream of 1.9 MB', pdf(large(1_900_000)), null],
  ['a PDF with object streams of more than 2 MB in all', pdf(large(1_100_000), large(1_100_000)), 'unchecked'],
  ['a PDF with 50 object streams', pdf(...Array.from({ length: 50 }, () => packed(PAGE))), null],
  ['a PDF with 51 object streams', pdf(...Array.from({ length: 51 }, () => packed(PAGE))), 'unchecked'],
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
