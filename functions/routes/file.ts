import type { Handler } from 'hono'
import {
  openFileKey,
  openReference,
  signFileKeys,
  signReference,
  VISITOR_LINK_MS,
} from '../attachments/signed-reference.ts'
import { StagedUpload, takePartOf } from '../attachments/stage-upload.ts'
import { FILE_BYTES_MAX, UPLOAD_BYTES_MAX } from '../contract/attachments.ts'
import { fileKey, selectFilesBody, uploadFields } from '../contract/request-bodies.ts'
import { InvalidBodyError, NotFoundError, TooLargeError, UpstreamError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import { checkBody, readJson } from '../http/json-body.ts'
import { readBody } from '../http/request-body.ts'
import { boundaryOf, readParts, textOf } from '../http/multipart.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { storedFile } from '../upstream/embedded/file.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'

const FIELD_BYTES_MAX = 1024

/** `POST /api/file/upload`: all files of one form field, checked, staged and forwarded in one request (docs/contract.md#5). */
export const uploadFiles: Handler<ApiContext> = async (c) => {
  const { env } = c.var
  const upload = new StagedUpload(env, c.req.raw)
  const { brandId, csrfToken } = c.env.visitor
  const holder = { brandId, visitor: csrfToken ?? '' }
  const readFields = async (body: AsyncIterable<Uint8Array>) => {
    // Before files of it are staged for nothing.
    if (Number(c.req.header('content-length') ?? 0) > UPLOAD_BYTES_MAX)
      throw new TooLargeError(`An upload is larger than ${UPLOAD_BYTES_MAX} bytes.`)
    const fields: Record<string, string> = {}
    for await (const part of readParts(body, boundaryOf(c.req.raw)))
      if (part.filename !== null) await upload.add(part, FILE_BYTES_MAX)
      else fields[part.name] = await textOf(part, FIELD_BYTES_MAX)
    checkBody(fields, uploadFields)
    if (upload.files.length === 0)
      throw new InvalidBodyError([{ field: 'files', message: 'At least one file is required.' }])
  }
  const giveBack = takePartOf(c.req.raw)
  await readBody(c.req.raw, UPLOAD_BYTES_MAX, (body) =>
    readFields(body)
      .finally(giveBack)
      .catch(async (error: unknown) => {
        await upload.discard()
        throw error
      }),
  )
  const reference = await upload.forward(upstreamOf(env), c.env.visitor).catch(async (error: unknown) => {
    if (error instanceof UpstreamError && error.held) error.held = await signReference(env, holder, error.held)
    throw error
  })
  return c.json({ data: await signReference(env, holder, reference) })
}

/** `POST /api/file/select`: signed key and name of each file behind a signed reference. */
export const selectFiles: Handler<ApiContext> = async (c) => {
  const { file_id } = await readJson(c.req.raw, selectFilesBody)
  const { brandId, csrfToken } = c.env.visitor
  const reference = await openReference(c.var.env, { brandId, visitor: csrfToken }, file_id)
  const records = await upstreamOf(c.var.env).selectFiles(reference, c.env.visitor)
  return c.json({ data: await signFileKeys(c.var.env, records, VISITOR_LINK_MS) })
}

/** `GET /api/file/read/{file_key}/download`: always an attachment, so that no browser renders it in the site's origin. */
export const readFile: Handler<ApiContext> = async (c) => {
  const signed = fileKey.safeParse(c.req.param('fileKey'))
  if (!signed.success) throw new NotFoundError('There is no such file.')
  const key = await openFileKey(c.var.env, signed.data)
  // Of an inquiry that the own upstream has received, the file is here whichever upstream is asked now.
  const file = (await storedFile(c.var.env, key)) ?? (await upstreamOf(c.var.env).readFile(key, c.env.visitor))
  const headers = {
    'content-type': file.type,
    'content-disposition': attachmentDisposition(file.name),
    ...(file.size !== null && { 'content-length': String(file.size) }),
  }
  if (c.req.method !== 'HEAD') return c.body(file.body, 200, headers)
  await file.body.cancel()
  return c.body(null, 200, headers)
}
