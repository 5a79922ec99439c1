/** `company_id` of every upload: the site belongs to no company (docs/specification.md#7). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export interface FileRecord {
  file_key: string
  file_name: string
}
