import { MEGABYTE } from './limits.ts'

/** File types that a visitor may attach, by extension. */
export const FILE_EXTENSIONS = ['ppt', 'pptx', 'pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx'] as const

export const SALES_FILES_MAX = 5
export const SALES_FILE_BYTES_MAX = 10 * MEGABYTE
export const PARTNERSHIP_FILE_BYTES_MAX = 20 * MEGABYTE
/** One file of an upload, for both forms. */
export const FILE_BYTES_MAX = 20 * MEGABYTE
export const UPLOAD_BYTES_MAX = 51 * MEGABYTE

/** `company_id` of every upload: the site belongs to no company (docs/specification.md#7). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Header of `file/upload`: `stage` leaves the files staged at the edge and answers with the id under which they are (decision 035),
 * `discard` destroys staged files that it names.
 */
export const UPLOAD_HEADER = 'x-upload'
/** Field of `file/upload` that stands for files staged before, by their signed id. */
export const STAGED_FIELD = 'staged'

export interface FileRecord {
  file_key: string
  file_name: string
}
