import { fileTypeFromBuffer } from 'file-type'
import { FILE_EXTENSIONS, hasExtension, officeFormatOf } from '../contract/attachments.ts'
import { FileTypeError } from '../errors.ts'
import { extensionOf, type Extension } from '../http/file-headers.ts'
import { type Content, inBucket, inMemory } from './file-bytes.ts'
import { officeDocument } from './office-archive.ts'

/*
 * The type of a file is what its first bytes say, and for Office files the directory of their container. `file-type` names it; beside the
 * library there is one rule for PDF and one for Office archives, because its readers accept more layouts than the library does.
 */

/** Accepted contents by extension. `cfb` is the container of old and of encrypted Office files. */
const ACCEPTED: Record<Extension, readonly string[]> = {
  pdf: ['pdf'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png', 'apng'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  docx: ['docx', 'cfb'],
  xlsx: ['xlsx', 'cfb'],
  pptx: ['pptx', 'cfb'],
}

/** What a file without an extension gets; the directory of a `cfb` says what that one gets. */
const OWN_EXTENSION: Partial<Record<string, Extension>> = {
  pdf: 'pdf',
  jpg: 'jpg',
  png: 'png',
  apng: 'png',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
}

/** Documents of other kinds, which an Office program opens whatever they are called: it can save them as what the name says. */
const SAVED_AS_OFFICE = ['html', 'xml', 'rtf', 'mhtml', 'txt', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']

/** As much of a file as `file-type` gets. */
const HEAD_BYTES = 65_536
/** Readers look for the header of a PDF in so many bytes (ISO 32000-1, annex H, 3.4.1, note 13). */
const PDF_HEAD_BYTES = 1024
/** Contents as which `file-type` may see a PDF that has something before its header. */
const MAYBE_PDF = ['', 'txt', 'ps', 'eps', 'mhtml']

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
const ZIP = [0x50, 0x4b]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

/** The extension of a file name. @throws FileTypeError where it is not allowed */
export function allowedExtension(name: string): Extension {
  const extension = extensionOf(name)
  if (!extension) {
    const types = FILE_EXTENSIONS.join(', ')
    throw new FileTypeError(`"${name}" is not of an allowed type: ${types}.`, 'file-wrong-type', name)
  }
  return extension
}

/**
 * Checks the content of a file, of which it reads the first bytes and the directory of a container.
 * @returns the name to keep it under: one without an extension gets that of its content
 * @throws FileTypeError for a type that is not allowed, a content that differs from the extension, and an empty file
 */
export async function checkedName(name: string, content: Content): Promise<string> {
  if (hasExtension(name)) allowedExtension(name)
  if (content.size === 0) throw new FileTypeError(`"${name}" is empty.`, 'file-empty', name)
  const found = await typeOf(content)
  if (!hasExtension(name)) {
    const own = found === 'cfb' ? await compoundExtension(content) : OWN_EXTENSION[found]
    const named = own ? `${name}.${own}` : name
    allowedExtension(named)
    return named
  }
  const extension = allowedExtension(name)
  if (ACCEPTED[extension].includes(found)) return name
  const format = officeFormatOf(name)
  if (format !== null && SAVED_AS_OFFICE.includes(found))
    throw new FileTypeError(
      `The content of "${name}" does not match its extension. Open the file and save it again as .${format}.`,
      'file-save-again',
      name,
    )
  throw new FileTypeError(`The content of "${name}" does not match its extension.`, 'file-not-its-type', name)
}

/**
 * Checks a file by its first part, as far as that can be said before the rest arrives.
 * @param isWhole the part is the whole file
 * @returns false where the whole file has to be checked, or to be named
 * @throws FileTypeError
 */
export async function checkFirstPart(name: string, bytes: Uint8Array, isWhole: boolean): Promise<boolean> {
  const isContainer = [ZIP, COMPOUND].some((magic) => startsWith(bytes, magic))
  if ((!isWhole && isContainer) || !hasExtension(name)) return false
  await checkedName(name, inMemory(bytes))
  return true
}

/** The same for a file in R2 of so many bytes. @returns as `checkedName` @throws FileTypeError */
export const checkStoredFile = (name: string, bucket: R2Bucket, key: string, size: number): Promise<string> =>
  checkedName(name, inBucket(bucket, key, size))

/** What a file is, as `file-type` names it; empty where nothing says it. */
async function typeOf(content: Content): Promise<string> {
  const head = await content.read(0, HEAD_BYTES)
  if (startsWith(head, COMPOUND)) return (await isInstaller(content)) ? 'msi' : 'cfb'
  if (startsWith(head, ZIP)) return (await officeDocument(content)) ?? (await libraryType(head))
  const found = (await libraryType(head)) || textType(head)
  const isPdf = Buffer.from(head.subarray(0, PDF_HEAD_BYTES)).includes('%PDF-')
  return isPdf && MAYBE_PDF.includes(found) ? 'pdf' : found
}

/** Without the types that are only accepted by the rule of this file. */
async function libraryType(head: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.ext ?? ''
  return ['docx', 'xlsx', 'pptx', 'cfb'].includes(found) ? 'zip' : found
}

/** Kinds of text that the library does not name, by their first characters. */
function textType(head: Uint8Array): string {
  const is16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const encoding = is16 ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const text = new TextDecoder(encoding).decode(head).trimStart()
  if (/^<\?xml/i.test(text)) return /<html[\s>]/i.test(text.slice(0, 2000)) ? 'html' : 'xml'
  if (/^(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|meta|style|table|body|div)[\s>]/i.test(text))
    return 'html'
  if (text.startsWith('{\\rtf')) return 'rtf'
  if (/^(?:MIME-Version|From|Content-Type):/i.test(text)) return 'mhtml'
  return /^[\P{Cc}\s]+$/u.test(text.slice(0, 4096)) && !text.startsWith('#!') ? 'txt' : ''
}

/** Little-endian UTF-16, as the directory of a compound file names its streams. */
const wide = (text: string) => Buffer.from(text, 'utf16le')
/** The main stream of each format (MS-DOC 2.1.1, MS-XLS 2.1.2, MS-PPT 2.1.1), before the end of its name. */
const STREAMS: [Buffer, Extension][] = [
  [wide('WordDocument\0'), 'doc'],
  [wide('Workbook\0'), 'xls'],
  [wide('Book\0'), 'xls'],
  [wide('PowerPoint Document\0'), 'ppt'],
]
/** Entries of 128 bytes at the beginning of a directory. */
const DIRECTORY_BYTES = 32 * 128

/** Which old Office file a compound file is, by the beginning of its directory; undefined for any other, also for an encrypted one. */
async function compoundExtension(content: Content): Promise<Extension | undefined> {
  const at = await directoryOf(content)
  if (at === null) return undefined
  const entries = Buffer.from(await content.read(at, DIRECTORY_BYTES))
  return STREAMS.find(([stream]) => entries.includes(stream))?.[1]
}

/** Where the directory of a compound file begins (MS-CFB, 2.2); null where its header says nothing possible. */
async function directoryOf(content: Content): Promise<number | null> {
  const header = await content.read(0, 512)
  if (header.length < 512) return null
  const fields = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const sectorShift = fields.getUint16(30, true)
  return sectorShift === 9 || sectorShift === 12 ? (fields.getUint32(48, true) + 1) * 2 ** sectorShift : null
}

/** Windows installers (msi, msp, mst) are compound files too. The class id of the root entry differs from that of Office files (MS-CFB, 2.6). */
async function isInstaller(content: Content): Promise<boolean> {
  const at = await directoryOf(content)
  if (at === null) return false
  const classId = await content.read(at + 80, 16)
  if (classId.length < 16) return false
  const id = new DataView(classId.buffer, classId.byteOffset, classId.byteLength)
  return [0x000c1082, 0x000c1084, 0x000c1086].includes(id.getUint32(0, true)) && id.getUint32(12, false) === 0x00000046
}
