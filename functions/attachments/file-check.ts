import { fileTypeFromBuffer } from 'file-type'
import { FILE_EXTENSIONS } from '../contract/limits.ts'
import { FileTypeError } from '../errors.ts'

type Extension = (typeof FILE_EXTENSIONS)[number]

/** What a file of each extension may hold, as `file-type` names it. `cfb` is the container of old and of encrypted Office files. */
const CONTENTS: Record<Extension, { holds: readonly string[]; type: string }> = {
  pdf: { holds: ['pdf'], type: 'application/pdf' },
  jpg: { holds: ['jpg'], type: 'image/jpeg' },
  jpeg: { holds: ['jpg'], type: 'image/jpeg' },
  png: { holds: ['png', 'apng'], type: 'image/png' },
  doc: { holds: ['cfb'], type: 'application/msword' },
  xls: { holds: ['cfb'], type: 'application/vnd.ms-excel' },
  ppt: { holds: ['cfb'], type: 'application/vnd.ms-powerpoint' },
  docx: { holds: ['docx', 'cfb'], type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { holds: ['xlsx', 'cfb'], type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { holds: ['pptx', 'cfb'], type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
}

/** The media type that an allowed file name stands for, or null. */
export function typeOfName(name: string): string | null {
  const extension = extensionOf(name)
  return extension && CONTENTS[extension].type
}

/**
 * Checks a file by its name and by its content (spec 5; contract: 415), and gives its media type.
 * @throws FileTypeError for a name or a content that is not allowed, for two that do not belong together, and for an empty file
 */
export async function checkFileType(name: string, bytes: Uint8Array): Promise<string> {
  const extension = extensionOf(name)
  if (!extension) throw new FileTypeError(`"${name}" is none of the allowed types: ${FILE_EXTENSIONS.join(', ')}.`)
  if (bytes.length === 0) throw new FileTypeError(`"${name}" is empty.`)
  const { holds, type } = CONTENTS[extension]
  const found = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  if (!holds.includes(found) || (found === 'cfb' && isInstaller(bytes)))
    throw new FileTypeError(`"${name}" does not hold what its name says.`)
  return type
}

function extensionOf(name: string): Extension | null {
  const extension = /[^.]\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
  return FILE_EXTENSIONS.find((allowed) => allowed === extension) ?? null
}

/** Windows installers (msi, msp, mst) are compound files too; the class id of their root entry tells them from Office's. */
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
