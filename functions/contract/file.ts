import { z } from 'zod'
import { NIL_UUID } from './nil-uuid.ts'

export { NIL_UUID }

/** Ids the upstream made. Never only dots: in an address they would name another path. */
const token = z.string().regex(/^(?!\.+$)[A-Za-z0-9._~=+:@-]{1,128}$/)
export const fileKey = token
export const selectFilesBody = z.object({ file_id: token })
export type SelectFilesBody = z.infer<typeof selectFilesBody>

/** The plain fields of `POST /api/file/upload`, the same for every upload (spec 7). */
export const uploadFields = z.object({
  company_id: z.literal(NIL_UUID),
  file_id: z.literal(''),
  acl: z.literal('private'),
})

export interface FileRecord {
  file_key: string
  file_name: string
}
