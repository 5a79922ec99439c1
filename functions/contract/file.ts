import { z } from 'zod'

/** `company_id` of every upload: the home site has no company (spec 7). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const token = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/)
export const fileKey = token
export const selectFilesBody = z.object({ file_id: token })
export type SelectFilesBody = z.infer<typeof selectFilesBody>

export interface FileRecord {
  file_key: string
  file_name: string
}
