/** File types that a visitor may attach, by extension. */
export const FILE_EXTENSIONS = ['ppt', 'pptx', 'pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx'] as const

/** The same for the `accept` attribute of a field. */
export const ACCEPTED_FILES = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(',')

export const MEGABYTE = 1_048_576

export const SALES_FILES_MAX = 5
export const SALES_FILE_BYTES_MAX = 10 * MEGABYTE
export const PARTNERSHIP_FILE_BYTES_MAX = 20 * MEGABYTE
/** One file of an upload, for both forms. */
export const FILE_BYTES_MAX = 20 * MEGABYTE
export const UPLOAD_BYTES_MAX = 51 * MEGABYTE

/** `company_id` of every upload: the site belongs to no company (docs/specification.md#7). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Characters of a signed file reference or key; the upstream's own has at most 128. */
export const SIGNED_MAX = 256

export interface FileRecord {
  file_key: string
  file_name: string
}

/** Whether a name ends like one with an extension: letters behind the last dot, not the digits of a date or a version. */
export const hasExtension = (name: string): boolean => /\.(?=\d*[a-z])[a-z\d]{1,8}$|\.$/i.test(name)

/** The Office format of today that an Office file is saved as, by its name; null for other files. */
export function officeFormatOf(name: string): 'docx' | 'xlsx' | 'pptx' | null {
  const own = /\.(doc|xls|ppt)x?$/i.exec(name)?.[1]?.toLowerCase()
  return own === 'doc' ? 'docx' : own === 'xls' ? 'xlsx' : own === 'ppt' ? 'pptx' : null
}
