import type { Handler } from 'hono'
import { z } from 'zod'
import { contentObject } from '../attachments/content-file.ts'
import { readContentFile } from '../database/content-file.ts'
import { NotFoundError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import type { ApiContext } from '../middleware/api-context.ts'

/** The key names the bytes for ever, so every cache may keep them. */
const CACHING = 'public, max-age=31536000, immutable'

/**
 * `GET /content/{key}/{name}`: a picture of an entry, or a file, which is always an attachment, so that no browser renders it in the
 * site's origin.
 */
export const readContent: Handler<ApiContext> = async (c) => {
  const { DB, FILES } = c.var.env
  const key = z.uuid().safeParse(c.req.param('key'))
  const row = key.success && (await readContentFile(DB, key.data))
  if (!row) throw new NotFoundError('There is no such file.')
  const etag = `"${key.data}"`
  const headers = {
    'content-type': row.media_type,
    'cache-control': CACHING,
    etag,
    'content-disposition': row.media_type.startsWith('image/') ? 'inline' : attachmentDisposition(row.file_name),
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const object = await FILES.get(contentObject(key.data))
  if (!object) throw new NotFoundError('There is no such file.')
  return c.body(object.body, 200, { ...headers, 'content-length': String(object.size) })
}
