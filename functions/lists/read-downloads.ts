import { contentAddress } from '../attachments/content-address.ts'
import type { VisitorCall } from '../calls/visitor-call.ts'
import { downloadFieldsOf, type Download } from '../contract/download.ts'
import { publicDownloads } from '../database/download.ts'
import { storageCall } from '../http/storage-call.ts'

/** The documents of the data page that a brand shows, in the operator's order, newest first. @throws UpstreamError where the storage fails */
export async function readDownloads({ env, visitor }: VisitorCall): Promise<Download[]> {
  const rows = await storageCall(() => publicDownloads(env.DB, visitor.whiteLabel))
  return rows.map((row) => ({
    id: row.download_id,
    ...downloadFieldsOf(row),
    registered_at: row.registered_at,
    file: contentAddress(row.file_key, row.file_name),
  }))
}
