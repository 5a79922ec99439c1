import type { Handler } from 'hono'
import { contentAddress } from '../attachments/content-file.ts'
import type { Download } from '../contract/download.ts'
import { UpstreamFailedError } from '../errors.ts'
import type { ApiContext } from '../middleware/api-context.ts'

type Row = Omit<Download, 'file'> & { file_key: string; file_name: string }

/** `GET /content/downloads`: the documents of the data page that this brand shows, in the operator's order, newest first. */
export const listDownloads: Handler<ApiContext> = async (c) => {
  const { results } = await c.var.env.DB.prepare(
    `SELECT d.download_id AS id, title, title_en, category, category_en, registered_at, d.file_key, file_name
     FROM download d JOIN content_file USING (file_key)
     WHERE withdrawn_at IS NULL AND (white_label IS NULL OR white_label = ?)
     ORDER BY sort_order, registered_at DESC, d.download_id`,
  )
    .bind(c.var.call.whiteLabel)
    .all<Row & Record<string, unknown>>()
    .catch((error: unknown) => {
      throw new UpstreamFailedError('The documents cannot be read.', { cause: error })
    })
  const data = results.map(({ file_key, file_name, ...row }): Download => ({
    ...row,
    file: contentAddress(file_key, file_name),
  }))
  return c.json({ data })
}
