import { deflateRawSync } from 'node:zlib'
import { DOCX, ENCRYPTED, MSI } from '../sample-files.ts'
import { EITHER, join, type Kind, NOT_ITS_TYPE, type Promised, type Random, taken } from './document.ts'

const MEGABYTE = 1_048_576

interface Entry {
  name: string
  data: string | Uint8Array
  deflated?: boolean
  /** What its headers say of its size, true or not. */
  size?: number
  /** General purpose flags (APPNOTE, 4.4.4): 1 is encrypted, 8 has its sizes behind it. */
  flags?: number
}

/** An archive whose headers say what they are told to. */
function zip(entries: Entry[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, deflated = false, size, flags = 0 } of entries) {
    const raw = Buffer.from(data as string, 'latin1')
    const packed = deflated ? deflateRawSync(raw, { level: 9 }) : raw
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(deflated ? 8 : 0, 4)
    fields.writeUInt32LE(flags & 8 ? 0 : packed.length, 14)
    fields.writeUInt32LE(size ?? (flags & 8 ? 0 : raw.length), 18)
    fields.writeUInt16LE(name.length, 22)
    const local = join('PK\x03\x04', fields, name, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(join('PK\x01\x02', Buffer.from([20, 0]), fields, rest, name))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length & 0xffff, 4)
  end.writeUInt16LE(entries.length & 0xffff, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return join(...locals, ...directory, 'PK\x05\x06', end)
}

const FORMATS = [
  ['docx', 'word/document.xml', 'wordprocessingml.document'],
  ['xlsx', 'xl/workbook.xml', 'spreadsheetml.sheet'],
  ['pptx', 'ppt/presentation.xml', 'presentationml.presentation'],
] as const

/** The entries that every document of a format begins with. */
function whole(random: Random, entry: Partial<Entry> = {}) {
  const [extension, part, type] = random.of(FORMATS)
  const types = `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`
  const entries: Entry[] = [
    { name: '[Content_Types].xml', data: types, deflated: true, ...entry },
    { name: part, data: '<x/>' },
  ]
  return { extension, entries }
}

/** A kind of archive: whole, with what is added. */
const office =
  (what: string, promised = taken, add: (random: Random) => Entry[] = () => [], first: Partial<Entry> = {}): Kind =>
  (random) => {
    const { extension, entries } = whole(random, first)
    return { what: `${extension} ${what}`, name: `a.${extension}`, bytes: zip([...entries, ...add(random)]), promised }
  }

/** Eight boxes, each in the next. */
const boxes = () => {
  let inner: Buffer = zip([{ name: 'word/vbaProject.bin', data: 'x'.repeat(1000), deflated: true }])
  for (let depth = 0; depth < 8; depth++) inner = zip([{ name: `${depth}.zip`, data: inner, deflated: true }])
  return inner
}
const wide = (text: string) => Buffer.from(text, 'utf16le')
const OLD = ['doc', 'xls', 'ppt'] as const
const old =
  (what: string, promised: Promised, bytes: (random: Random) => Uint8Array, names: readonly string[] = OLD): Kind =>
  (random) => {
    const extension = random.of(names)
    return { what: `${extension} ${what}`, name: `a.${extension}`, bytes: join(bytes(random)), promised }
  }
/** A compound file with other numbers in its header. */
function header(change: (file: Buffer) => void): Buffer {
  const file = Buffer.from(ENCRYPTED)
  change(file)
  return file
}

export const OFFICE: Kind[] = [
  office('with a picture that inflates to more than 32 MB', taken, (random) => [
    { name: 'media/1.bmp', data: Buffer.alloc(random.between(32, 129) * MEGABYTE), deflated: true },
  ]),
  (random) => {
    const { extension, entries } = whole(random)
    const [types] = entries
    const data = join(types?.data ?? '', Buffer.alloc(random.between(2, 65) * MEGABYTE, ' '))
    const bytes = zip([{ name: '[Content_Types].xml', data, deflated: true }, ...entries.slice(1)])
    return {
      what: `${extension} whose list of types inflates to megabytes`,
      name: `a.${extension}`,
      bytes,
      promised: EITHER,
    }
  },
  office('with thousands of entries', taken, (random) =>
    Array.from({ length: random.between(2000, 20_000) }, (_, n) => ({ name: `x/${n}`, data: '' })),
  ),
  office('with macros', taken, (random) => [{ name: 'word/vbaProject.bin', data: random.bytes(200), deflated: true }]),
  (random) => {
    const type = 'application/vnd.ms-word.document.macroEnabled.main+xml'
    const data = `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`
    const bytes = zip([{ name: '[Content_Types].xml', data, deflated: random.between(0, 2) === 1 }])
    return { what: 'docx that says it has macros', name: 'a.docx', bytes, promised: NOT_ITS_TYPE }
  },
  office('with archives in archives', taken, () => [{ name: 'embeddings/1.zip', data: boxes(), deflated: true }]),
  office(
    'whose entries say that they are 4 GB',
    EITHER,
    (random) => [
      { name: 'a', data: random.bytes(100), size: 0xfffffffe },
      { name: 'b', data: random.bytes(100), size: 0xffffffff, deflated: true },
    ],
    { size: 0xfffffffe },
  ),
  office('with names that lead elsewhere', taken, (random) => [
    { name: '../../../../etc/passwd', data: 'x' },
    { name: 'C:\\Windows\\a\0b', data: 'x' },
    { name: 'n'.repeat(random.between(1000, 65_535)), data: 'x' },
  ]),
  office(
    'whose sizes stand behind its entries',
    EITHER,
    (random) => [{ name: 'x', data: Buffer.alloc(random.between(1, 9) * MEGABYTE), deflated: true, flags: 8 }],
    { flags: 8 },
  ),
  office('whose entries are encrypted', EITHER, () => [{ name: 'x', data: 'x', flags: 1 }], { flags: 1 }),
  (random) => ({
    what: 'docx that is cut',
    name: 'cut.docx',
    bytes: join(DOCX.subarray(0, random.between(4, DOCX.length))),
    promised: EITHER,
  }),
  (random) => {
    const { extension, entries } = whole(random)
    const noise = Buffer.alloc(random.between(6, 13) * MEGABYTE, random.bytes(999))
    const bytes = zip([{ name: 'media/1.bmp', data: noise }, ...entries])
    return { what: `${extension} of several parts`, name: `a.${extension}`, bytes, promised: taken }
  },
  (random) => {
    const { extension, entries } = whole(random)
    const before = Array.from({ length: random.between(500, 5000) }, (_, n) => ({ name: `x/${n}`, data: '' }))
    const bytes = zip([...before, ...entries])
    return {
      what: `${extension} with thousands of entries before its own`,
      name: `a.${extension}`,
      bytes,
      promised: EITHER,
    }
  },
  old('of its header alone', taken, (random) => ENCRYPTED.subarray(0, random.between(8, 700))),
  old('whose directory is behind its end', taken, (random) =>
    header((file) => void file.writeUInt32LE(random.of([0xffffffff, 0xfffffffe, 0x7fffffff, 4_000_000]), 48)),
  ),
  old('with sectors of an impossible size', taken, (random) =>
    header((file) => void file.writeUInt16LE(random.of([0, 1, 31, 32, 63, 255, 65_535]), 30)),
  ),
  old('of six megabytes whose directory is behind its end', taken, (random) =>
    join(
      header((file) => void file.writeUInt32LE(random.between(20_000, 2 ** 32), 48)),
      Buffer.alloc(6 * MEGABYTE),
    ),
  ),
  old('whose sectors follow themselves', taken, (random) =>
    join(
      header((file) => void file.fill(0, 76, 512)),
      Buffer.alloc(512 * random.between(2, 200)),
    ),
  ),
  old('with macros', taken, (random) =>
    join(
      ENCRYPTED,
      Buffer.alloc(random.of([4096, 65_536, 131_072]) - 2048 - random.between(1, 20)),
      wide('_VBA_PROJECT'),
    ),
  ),
  old(
    'that is encrypted',
    taken,
    (random) => join(ENCRYPTED, random.bytes(random.between(0, 3000)), wide('EncryptedPackage')),
    ['docx', 'xlsx', 'pptx'],
  ),
  old('that is an installer', NOT_ITS_TYPE, () => MSI),
]
