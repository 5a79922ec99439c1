import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inMemory } from '../../../../functions/attachments/file-bytes.ts'
import { checkedName } from '../../../../functions/attachments/file-type.ts'
import { DOCX, ENCRYPTED, EXE, JPG, PLAIN_PDF, PNG, ZIP } from '../../../support/sample-files.ts'

const sample = (name: string) => readFileSync(new URL(`../../../support/cases/${name}`, import.meta.url))
const check = (name: string, bytes: Uint8Array | string) =>
  checkedName(name, inMemory(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)).catch(
    (error: { fault?: string; message: string }) => `${error.fault}: ${error.message}`,
  )

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'
const types = (type: string, quote = '"') =>
  `<?xml version="1.0"?><Types><Override ContentType=${quote}${type}${quote} PartName="/x.xml"/></Types>`

interface Layout {
  /** Sizes stand behind the entries (APPNOTE 4.4.4, bit 3). */
  streamed?: boolean
  wide?: boolean
  before?: string
  comment?: string
}

/** An archive as writers of other products lay it out. */
function zip(entries: [name: string, text: string | Buffer][], layout: Layout = {}): Buffer {
  const { streamed = false, wide = false, before = '', comment = '' } = layout
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const raw = Buffer.from(text as string)
    const packed = deflateRawSync(raw)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(streamed ? 8 : 0, 6)
    head.writeUInt16LE(8, 8)
    if (!streamed) head.writeUInt32LE(packed.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    const behind = streamed ? Buffer.alloc(wide ? 24 : 16) : Buffer.alloc(0)
    if (streamed) behind.writeUInt32LE(0x08074b50)
    const local = Buffer.concat([head, Buffer.from(name), packed, behind])
    const extra = Buffer.alloc(wide ? 28 : 0)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    central.writeUInt16LE(streamed ? 8 : 0, 8)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(wide ? 0xffffffff : packed.length, 20)
    central.writeUInt32LE(wide ? 0xffffffff : raw.length, 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt16LE(extra.length, 30)
    central.writeUInt32LE(wide ? 0xffffffff : offset, 42)
    if (wide) {
      extra.writeUInt16LE(1)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(raw.length), 4)
      extra.writeBigUInt64LE(BigInt(packed.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
    }
    locals.push(local)
    directory.push(central, Buffer.from(name), extra)
    offset += local.length
  }
  const size = Buffer.concat(directory).length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(wide ? 0xffff : entries.length, 8)
  end.writeUInt16LE(wide ? 0xffff : entries.length, 10)
  end.writeUInt32LE(wide ? 0xffffffff : size, 12)
  end.writeUInt32LE(wide ? 0xffffffff : offset, 16)
  end.writeUInt16LE(comment.length, 20)
  const end64 = Buffer.alloc(wide ? 76 : 0)
  if (wide) {
    end64.writeUInt32LE(0x06064b50)
    end64.writeBigUInt64LE(44n, 4)
    end64.writeBigUInt64LE(BigInt(size), 40)
    end64.writeBigUInt64LE(BigInt(offset), 48)
    end64.writeUInt32LE(0x07064b50, 56)
    end64.writeBigUInt64LE(BigInt(offset + size), 64)
  }
  return Buffer.concat([Buffer.from(before), ...locals, ...directory, end64, end, Buffer.from(comment)])
}

describe('a PDF', () => {
  test.each([
    ['with a line feed before its header', sample('pdf-newline-before-header.pdf')],
    ['behind a byte order mark', `\ufeff${PLAIN_PDF.toString()}`],
    [
      'behind lines that a scanner or a server has added',
      `HTTP/1.1 200 OK\r\nServer: scan\r\n\r\n${PLAIN_PDF.toString()}`,
    ],
    ['behind the head of a mail part', `Content-Type: application/pdf\r\n\r\n${PLAIN_PDF.toString()}`],
    ['behind the line of a printer', `%!PS-Adobe-3.0 PDF-1.4\n${PLAIN_PDF.toString()}`],
    ['at the last of the first 1,024 bytes', `${' '.repeat(1019)}%PDF-1.7\n%%EOF`],
    ['behind zeros', Buffer.concat([Buffer.alloc(100), Buffer.from('%PDF-1.4\n%%EOF')])],
  ])('%s is taken', async (_, bytes) => {
    expect(await check('a.pdf', bytes)).toBe('a.pdf')
  })

  test.each([
    ['behind the first 1,024 bytes', `${' '.repeat(1020)}%PDF-1.7\n`],
    ['in a program', Buffer.concat([EXE.subarray(0, 200), Buffer.from('%PDF-1.7')])],
    ['in a page', '<html><body>%PDF-1.7</body></html>'],
    ['in an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('%PDF-1.7')])],
  ])('%s is none', async (_, bytes) => {
    expect(await check('a.pdf', bytes)).toMatch(/^file-not-its-type/)
  })
})

describe('an Office document', () => {
  test.each<[string, string, Buffer]>([
    ['as Apache POI streams it', 'a.xlsx', sample('xlsx-poi-sxssf-layout.xlsx')],
    [
      'whose list of types is last',
      'a.docx',
      zip([
        ['word/document.xml', '<x/>'],
        ['_rels/.rels', ''],
        ['[Content_Types].xml', types(WORD)],
      ]),
    ],
    ['with single quotes', 'a.pptx', zip([['[Content_Types].xml', types(SLIDES, "'")]])],
    [
      'with sizes behind its entries',
      'a.xlsx',
      zip(
        [
          ['xl/a.xml', '<x/>'],
          ['[Content_Types].xml', types(SHEET)],
        ],
        { streamed: true },
      ),
    ],
    ['in ZIP64', 'a.xlsx', zip([['[Content_Types].xml', types(SHEET)]], { wide: true })],
    [
      'streamed in ZIP64',
      'a.docx',
      zip(
        [
          ['_rels/.rels', ''],
          ['[Content_Types].xml', types(WORD)],
        ],
        { wide: true, streamed: true },
      ),
    ],
    ['with a comment', 'a.docx', zip([['[Content_Types].xml', types(WORD)]], { comment: 'made by x' })],
    [
      'whose list of types is UTF-16',
      'a.docx',
      zip([['[Content_Types].xml', Buffer.from(`\ufeff${types(WORD)}`, 'utf16le')]]),
    ],
    [
      'with two thousand parts before its list of types',
      'a.pptx',
      zip([
        ...Array.from({ length: 2000 }, (_, n): [string, string] => [`ppt/${n}.xml`, 'x']),
        ['[Content_Types].xml', types(SLIDES)],
      ]),
    ],
    [
      'with white space and a default type',
      'a.xlsx',
      zip([['[Content_Types].xml', `<Types><Default Extension='xml' ContentType = ' ${SHEET} '/></Types>`]]),
    ],
  ])('%s is taken', async (_, name, bytes) => {
    expect(await check(name, bytes)).toBe(name)
  })

  test.each<[string, string, Buffer]>([
    [
      'with macros',
      'a.docx',
      zip([['[Content_Types].xml', types('application/vnd.ms-word.document.macroEnabled.main+xml')]]),
    ],
    [
      'that is a template',
      'a.docx',
      zip([['[Content_Types].xml', types(WORD.replace('document.main', 'template.main'))]]),
    ],
    ['that only has the names of its parts', 'a.docx', zip([['word/document.xml', '<x/>']])],
    ['whose list of types is a bomb', 'a.docx', zip([['[Content_Types].xml', types(WORD) + ' '.repeat(8_000_000)]])],
    ['without a directory', 'a.docx', DOCX.subarray(0, DOCX.length - 30)],
    ['that is an archive', 'a.docx', ZIP],
  ])('%s is none', async (_, name, bytes) => {
    expect(await check(name, bytes)).toMatch(/^file-not-its-type/)
  })
})

const XML_2003 =
  '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'

describe('a file that only calls itself an Office document', () => {
  test.each<[string, string, string | Uint8Array, string]>([
    [
      'a table of a web page',
      'a.xls',
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</table>',
      'xlsx',
    ],
    [
      'a table alone, behind a byte order mark',
      'a.xls',
      '\ufeff\r\n<table border=1><tr><td>1</td></tr></table>',
      'xlsx',
    ],
    ['a page in UTF-16', 'a.xls', Buffer.from('\ufeff<html><body>1', 'utf16le'), 'xlsx'],
    ['a page with a comment first', 'a.doc', '<!-- saved --><html><body>1', 'docx'],
    ['XML of 2003', 'a.xls', XML_2003, 'xlsx'],
    ['XML of Word 2003', 'a.doc', '<?xml version="1.0"?><w:wordDocument/>', 'docx'],
    ['a workbook of today', 'a.xls', sample('xlsx-poi-sxssf-layout.xlsx'), 'xlsx'],
    ['a document of today', 'a.doc', DOCX, 'docx'],
    ['RTF', 'a.doc', '{\\rtf1\\ansi Hello}', 'docx'],
    ['RTF under the name of today', 'a.docx', '{\\rtf1\\ansi Hello}', 'docx'],
    ['a page of one file', 'a.doc', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n', 'docx'],
    ['values with commas', 'a.xls', '이름,금액\n홍길동,100\n', 'xlsx'],
    ['another document of today', 'a.pptx', DOCX, 'pptx'],
  ])('because it is %s is refused with what to do', async (_, name, bytes, format) => {
    expect(await check(name, bytes)).toMatch(new RegExp(`^file-save-again: .*save it again as \\.${format}\\.$`))
  })

  test.each<[string, string, string | Uint8Array]>([
    ['a program', 'a.doc', EXE],
    ['a picture', 'a.doc', PNG],
    ['an archive', 'a.xls', ZIP],
    ['a script', 'a.xls', '#!/bin/sh\n'],
    ['noise', 'a.doc', Uint8Array.of(7, 0, 9, 255, 1)],
  ])('because it is %s is refused as before', async (_, name, bytes) => {
    expect(await check(name, bytes)).toMatch(/^file-not-its-type/)
  })
})

/** A compound file whose directory has one stream. */
const compound = (stream: string) => {
  const file = Buffer.concat([ENCRYPTED, Buffer.alloc(1024)])
  Buffer.from(`${stream}\0`, 'utf16le').copy(file, 512 + 128)
  return file
}

describe('a file without an extension', () => {
  test.each<[string, string, string | Uint8Array, string]>([
    ['PDF', '스캔된 문서', PLAIN_PDF, '스캔된 문서.pdf'],
    ['photo', 'IMG_0001', JPG, 'IMG_0001.jpg'],
    ['picture', 'image', PNG, 'image.png'],
    ['document', '견적서 2026.11.27', DOCX, '견적서 2026.11.27.docx'],
    ['old document', 'a', compound('WordDocument'), 'a.doc'],
    ['old workbook', 'v1.2', compound('Workbook'), 'v1.2.xls'],
    ['older workbook', 'a', compound('Book'), 'a.xls'],
    ['old slides', 'a', compound('PowerPoint Document'), 'a.ppt'],
  ])('gets that of its content: a %s', async (_, name, bytes, named) => {
    expect(await check(name, bytes)).toBe(named)
  })

  test.each<[string, string | Uint8Array]>([
    ['a', ZIP],
    ['a', EXE],
    ['a', 'text'],
    ['a', ENCRYPTED],
    ['a.exe', PLAIN_PDF],
    ['.pdf', PLAIN_PDF],
    ['a.pdf.', PLAIN_PDF],
    ['a.7z', PLAIN_PDF],
  ])('or with one that is not allowed is refused otherwise: %s', async (name, bytes) => {
    expect(await check(name, bytes)).toMatch(/^file-wrong-type/)
  })
})
