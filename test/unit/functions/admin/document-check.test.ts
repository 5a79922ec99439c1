import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { activeContent } from '../../../../functions/admin/document-check.ts'
import { DOCX, ENCRYPTED, JPG, MSI, PNG } from '../../../support/sample-files.ts'

const bytes = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))
const pdf = (...parts: (string | Uint8Array)[]) => bytes('%PDF-1.7\n', ...parts, '\n%%EOF')
/** A PDF whose objects are compressed. */
const objectStream = (objects: string) =>
  pdf(
    '5 0 obj << /Type /ObjStm /Filter /FlateDecode /N 1 >>\nstream\n',
    deflateSync(Buffer.from(objects)),
    '\nendstream endobj',
  )
const compound = (stream: string) => bytes(ENCRYPTED, Buffer.from(stream, 'utf16le'))

test.each([
  ['an Office archive with macros', bytes(DOCX, 'word/vbaProject.bin'), 'macros'],
  ['an Office archive', bytes(DOCX), null],
  ['an old Office document with macros', compound('_VBA_PROJECT'), 'macros'],
  ['an old Office document', bytes(MSI), null],
  ['a PDF with a script', pdf('<< /S /JavaScript /JS (app.alert(1)) >>'), 'scripts'],
  ['a PDF with a script in a short form', pdf('<</JS(app.alert(1))/S/JavaScript>>'), 'scripts'],
  ['a PDF with a disguised name', pdf('<< /S /J#61vaScript >>'), 'scripts'],
  ['a PDF with a script in an object stream', objectStream('<< /S /JavaScript /JS (app.alert(1)) >>'), 'scripts'],
  ['a PDF with an object stream', objectStream('<< /Type /Page >>'), null],
  ['a PDF with a broken object stream', pdf('<< /Type /ObjStm >>\nstream\n', 'broken'), null],
  ['a PDF with a word that only begins so', pdf('<< /JSON 1 /JavaScriptless 2 >>'), null],
  ['a PDF with the word in its text', pdf('(JavaScript)'), null],
  ['a picture', bytes(PNG), null],
  ['another picture', bytes(JPG), null],
  ['an empty file', bytes(), null],
])('%s', async (_, file, found) => {
  expect(await activeContent(file)).toBe(found)
})
