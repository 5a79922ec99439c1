import { z } from 'zod'
import { NIL_UUID } from './nil-uuid.ts'

export { NIL_UUID }

const token = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/)
export const fileKey = token
export const selectFilesBody = z.object({ file_id: token })
export type SelectFilesBody = z.infer<typeof selectFilesBody>

export interface FileRecord {
  file_key: string
  file_name: string
}
