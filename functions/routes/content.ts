import type { Context, Handler } from 'hono'
import { z } from 'zod'
import { CONTENT_PROOF, contentObject } from '../attachments/content-address.ts'
import { shownBy } from '../brand/hosts.ts'
import { isPublicFile, readContentFile } from '../database/content-file.ts'
import { NotFoundError } from '../errors.ts'
import { matchesEtag, rangeOf } from '../contract/conditional-request.ts'
import { publishedDisposition } from '../http/file-headers.ts'
import { storageCall } from '../http/storage-call.ts'
import type { ApiContext } from '../middleware/api-context.ts'

/** What is withdrawn is gone everywhere within a minute (docs/contract.md#9). */
const CACHING = 'public, max-age=60'

/**
 * `GET /content/{key}/{name}`, while something public of the brand or a valid preview names the file: a picture of an entry, or a file.
 */
export const readContent: Handler<ApiContext> = async (c) => {
  const { FILES } = c.var.env
  const { row, isPublic } = await storageCall(() => openFile(c))
  const etag = `"${row.file_key}"`
  const headers = {
    'content-type': row.media_type,
    'cache-control': isPublic ? CACHING : 'private, no-store',
    etag,
    'content-disposition': publishedDisposition(row.media_type, row.file_name),
  }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  const range = c.req.method === 'GET' ? rangeOf(c.req.raw.headers, etag, row.size) : null
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${row.size}` })
  const length = range ? range.last - range.first + 1 : row.size
  const object = await storageCall(() =>
    FILES.get(contentObject(row.file_key), range ? { range: { offset: range.first, length } } : {}),
  )
  if (!object) throw new NotFoundError('There is no such file.')
  return c.body(object.body, range ? 206 : 200, {
    ...headers,
    'accept-ranges': 'bytes',
    'content-length': String(length),
    ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${row.size}` }),
  })
}

/** The file that an address names. @throws NotFoundError where it may not be seen */
async function openFile(c: Context<ApiContext>) {
  const { DB } = c.var.env
  const key = z.uuid().safeParse(c.req.param('key'))
  const row = key.success && (await readContentFile(DB, key.data))
  const isPublic = row && (await isPublicFile(DB, row.file_key, shownBy(c.env.visitor.whiteLabel)))
  if (!row || !(isPublic || (await hasProof(c, row.file_key)))) throw new NotFoundError('There is no such file.')
  return { row, isPublic }
}

async function hasProof(c: Context<ApiContext>, key: string): Promise<boolean> {
  const proof = c.req.query(CONTENT_PROOF)
  if (proof === undefined) return false
  // Imported on first use: visitors do not need it.
  const { isContentProof } = await import('../attachments/preview-proof.ts')
  return isContentProof(c.var.env.DB, c.env.visitor.brandId, key, proof)
}
