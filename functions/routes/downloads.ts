import type { Handler } from 'hono'
import { contentAddress } from '../attachments/content-file.ts'
import { wireOfDownload } from '../contract/download.ts'
import { publicDownloads } from '../database/download.ts'
import { storageCall } from '../http/storage-call.ts'
import type { ApiContext } from '../middleware/api-context.ts'

/** `GET /content/downloads`: the documents of the data page that this brand shows, in the operator's order, newest first. */
export const listDownloads: Handler<ApiContext> = async (c) => {
  const { DB } = c.var.env
  const rows = await storageCall(() => publicDownloads(DB, c.var.call.whiteLabel))
  const data = rows.map(({ download_id: id, file_key, file_name, ...row }) =>
    wireOfDownload({ id, ...row, file: contentAddress(file_key, file_name) }),
  )
  return c.json({ data })
}
