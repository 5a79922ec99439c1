import { PLAIN_PDF } from '../pdf-files.ts'
import { DOCX, ENCRYPTED, EXE, JPG, PNG, ZIP } from '../sample-files.ts'
import { join, type Kind, NOT_ITS_TYPE, refused, taken } from './document.ts'

/** Contents, with the extensions that they may have. */
const CONTENTS = [
  ['PDF', PLAIN_PDF, ['pdf']],
  ['photo', JPG, ['jpg', 'jpeg']],
  ['picture', PNG, ['png']],
  ['old Office document', ENCRYPTED, ['doc', 'xls', 'ppt', 'docx', 'xlsx', 'pptx']],
  ['Word document', DOCX, ['docx']],
  ['archive', ZIP, []],
  ['program', EXE, []],
  ['page', '<!doctype html><script>alert(1)</script>', []],
  ['drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', []],
  ['animation', 'GIF89a\x01\0\x01\0\0\0\0;', []],
  ['film', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom', []],
  ['script of a shell', '#!/bin/sh\nrm -rf /\n', []],
  ['PostScript program', '%!PS-Adobe-3.0\n', []],
  ['gzip', '\x1f\x8b\x08\0\0\0\0\0\0\x03', []],
] as const satisfies [string, string | Uint8Array, readonly string[]][]
const EXTENSIONS = ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'xls', 'ppt', 'docx', 'xlsx', 'pptx'] as const

const mislabelled: Kind = (random) => {
  const [content, bytes, own] = random.of(CONTENTS)
  const extension = random.of(EXTENSIONS.filter((name) => !(own as readonly string[]).includes(name)))
  return { what: `${content} as ${extension}`, name: `a.${extension}`, bytes: join(bytes), promised: NOT_ITS_TYPE }
}

export const MISLABELLED: Kind[] = [
  mislabelled,
  mislabelled,
  mislabelled,
  (random) => ({
    what: 'noise',
    name: `a.${random.of(EXTENSIONS)}`,
    // No first byte of a known type.
    bytes: join('\x07', random.bytes(random.between(1, 5000))),
    promised: NOT_ITS_TYPE,
  }),
  (random) => ({
    what: 'file of another type',
    name: random.of(['a.exe', 'a.pdf.exe', 'a.docm', 'a.html', 'a', '.pdf', 'a.pdf.', 'a.pdf\0.js']),
    bytes: join(PLAIN_PDF),
    promised: refused('file-wrong-type'),
  }),
  (random) => ({
    what: 'empty file',
    name: `a.${random.of(EXTENSIONS)}`,
    bytes: join(),
    promised: refused('file-empty'),
  }),
  (random) => ({
    what: 'PDF with a hostile name',
    name: random.of([
      '../../../../etc/passwd.pdf',
      'C:\\Windows\\System32\\a.pdf',
      '"><script>alert(1)</script>.pdf',
      `${'n'.repeat(300)}.pdf`,
      'exe.\u202Efdp.pdf',
      'a.pd\u202Ef',
      "a'; DROP TABLE file; --.pdf",
      '\r\nSet-Cookie: a=b.pdf',
      '\ud83d.pdf',
      '%00%0d%0a{{7*7}}${7*7}.pdf',
      '=HYPERLINK("http://evil.example").pdf',
    ]),
    bytes: join(PLAIN_PDF),
    promised: taken,
  }),
]
