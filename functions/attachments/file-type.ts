import { fileTypeFromBuffer, fileTypeFromTokenizer } from 'file-type'
import { FILE_EXTENSIONS } from '../contract/attachments.ts'
import { FileTypeError } from '../errors.ts'
import { extensionOf, type Extension } from '../http/file-headers.ts'
import { StoredFile } from './stored-file.ts'

/** Accepted contents by extension, as `file-type` names them. `cfb` is the container of old and of encrypted Office files. */
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

/** First bytes of the containers of Office files: ZIP and compound file (MS-CFB). */
const CONTAINERS = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The extension of a file name. @throws FileTypeError where it is not allowed */
export function allowedExtension(name: string): Extension {
  const extension = extensionOf(name)
  if (!extension) {
    const types = FILE_EXTENSIONS.join(', ')
    throw new FileTypeError(`"${name}" is not of an allowed type: ${types}.`, 'file-wrong-type')
  }
  return extension
}

/**
 * Checks the content of a file by its first part.
 * @param isWhole the part is the whole file
 * @returns false where the whole file has to be checked: what an Office container holds may stand behind the first part
 * @throws FileTypeError for a content that differs from the extension, and for an empty file
 */
export async function checkFirstPart(name: string, bytes: Uint8Array, isWhole: boolean): Promise<boolean> {
  if (bytes.length === 0) throw new FileTypeError(`"${name}" is empty.`, 'file-empty')
  const isContainer = CONTAINERS.some((magic) => magic.every((byte, at) => bytes[at] === byte))
  if (!isWhole && isContainer && ACCEPTED[allowedExtension(name)].includes('cfb')) return false
  await check(name, {
    type: async () => (await fileTypeFromBuffer(bytes))?.ext,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  return true
}

/** Checks the whole content of a file in R2 of so many bytes, of which it reads what it needs. @throws FileTypeError */
export async function checkStoredFile(name: string, bucket: R2Bucket, key: string, size: number): Promise<void> {
  const file = new StoredFile(bucket, key, size)
  await check(name, {
    type: async () => (await fileTypeFromTokenizer(file))?.ext,
    read: (offset, length) => file.read(offset, length),
  })
}

interface Content {
  type(): Promise<string | undefined>
  /** Fewer bytes, or none, behind the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}

async function check(name: string, content: Content): Promise<void> {
  const found = (await content.type()) ?? ''
  if (!ACCEPTED[allowedExtension(name)].includes(found) || (found === 'cfb' && (await isInstaller(content))))
    throw new FileTypeError(`The content of "${name}" does not match its extension.`, 'file-not-its-type')
}

/** Windows installers (msi, msp, mst) are compound files too. The class id of the root entry differs from that of Office files (MS-CFB, 2.6). */
async function isInstaller(content: Content): Promise<boolean> {
  const header = await content.read(0, 512)
  if (header.length < 512) return false
  const fields = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const sectorShift = fields.getUint16(30, true)
  if (sectorShift !== 9 && sectorShift !== 12) return false
  const classId = await content.read((fields.getUint32(48, true) + 1) * 2 ** sectorShift + 80, 16)
  if (classId.length < 16) return false
  const id = new DataView(classId.buffer, classId.byteOffset, classId.byteLength)
  return [0x000c1082, 0x000c1084, 0x000c1086].includes(id.getUint32(0, true)) && id.getUint32(12, false) === 0x00000046
}
