import { fileTypeFromBuffer } from 'file-type'
import { FILE_EXTENSIONS } from '../contract/limits.ts'
import { FileTypeError } from '../errors.ts'
import { extensionOf, MEDIA_TYPES, type Extension } from '../http/file-headers.ts'

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

/**
 * Checks a file by name and by content, and gives its media type.
 * @throws FileTypeError for a type that is not allowed, for a content that differs from its extension, and for an empty file
 */
export async function checkFileType(name: string, bytes: Uint8Array): Promise<string> {
  const extension = extensionOf(name)
  if (!extension) throw new FileTypeError(`"${name}" is not of an allowed type: ${FILE_EXTENSIONS.join(', ')}.`)
  if (bytes.length === 0) throw new FileTypeError(`"${name}" is empty.`)
  const found = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  if (!ACCEPTED[extension].includes(found) || (found === 'cfb' && isInstaller(bytes)))
    throw new FileTypeError(`The content of "${name}" does not match its extension.`)
  return MEDIA_TYPES[extension]
}

/** Windows installers (msi, msp, mst) are compound files too. The class id of the root entry differs from that of Office files (MS-CFB, 2.6). */
function isInstaller(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sectorShift = bytes.length >= 512 ? view.getUint16(30, true) : 0
  if (sectorShift !== 9 && sectorShift !== 12) return false
  const classId = (view.getUint32(48, true) + 1) * 2 ** sectorShift + 80
  if (classId + 16 > bytes.length) return false
  return (
    [0x000c1082, 0x000c1084, 0x000c1086].includes(view.getUint32(classId, true)) &&
    view.getUint32(classId + 12, false) === 0x00000046
  )
}
