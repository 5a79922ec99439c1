/* Small files of each kind, as far as the edge looks at them. */

/** A PDF of so many bytes; its content repeats nothing that could be mistaken for a boundary. */
export const pdf = (name: string, bytes: number): File =>
  new File(
    ['%PDF-1.7\n'.padEnd(Math.min(bytes, 1000), '\r\n--'), new Uint8Array(Math.max(0, bytes - 1000)).fill(45)],
    name,
    { type: 'application/pdf' },
  )

/** A whole PDF of one page. */
export const PLAIN_PDF = Buffer.from(
  `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] >> endobj
trailer << /Size 4 /Root 1 0 R >>
%%EOF
`,
)

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex')
export const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600, 0x90)])

/** An archive without compression. */
export function archive(entries: Record<string, string>) {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(20, 4)
    local.writeUInt32LE(text.length, 18)
    local.writeUInt32LE(text.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    central.writeUInt32LE(text.length, 20)
    central.writeUInt32LE(text.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name + text))
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + text.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(locals.length / 2, 8)
  end.writeUInt16LE(locals.length / 2, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const typesOf = (type: string) => `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`
export const DOCX = archive({ '[Content_Types].xml': typesOf(WORD), 'word/document.xml': '<w:document/>' })
/** Six megabytes of pictures before the entry that says what the document is. */
const largeDocument = (type: string) =>
  archive({
    'word/document.xml': '<w:document/>',
    'word/media/1.bmp': 'x'.repeat(6_291_456),
    '[Content_Types].xml': typesOf(type),
  })
export const LARGE_DOCX = largeDocument(WORD)
/** The same with macros. */
export const LARGE_DOCM = largeDocument(MACROS)
export const LARGE_ZIP = archive({ 'a.bin': 'x'.repeat(6_291_456), 'setup.bat': 'format c:' })
export const ZIP = archive({ 'readme.txt': 'hello', 'setup.bat': 'format c:' })

/** A compound file: old Office documents and encrypted new ones. */
function compound(rootClass: string, rootSector = 0) {
  const file = Buffer.alloc(2048 + rootSector * 512)
  file.write('d0cf11e0a1b11ae1', 'hex')
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(rootSector, 48)
  file.write(rootClass, (rootSector + 1) * 512 + 80, 'hex')
  return file
}
const INSTALLER = '84100c0000000000c000000000000046'
export const ENCRYPTED = compound('00'.repeat(16))
export const MSI = compound(INSTALLER)
/** Six megabytes, their directory at the end. */
export const LARGE_ENCRYPTED = compound('00'.repeat(16), 12_288)
export const LARGE_MSI = compound(INSTALLER, 12_288)
