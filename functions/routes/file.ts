import type { Handler } from 'hono'
import {
  openFileKey,
  openReference,
  type Holder,
  signFileKeys,
  signReference,
  VISITOR_LINK_MS,
} from '../attachments/signed-reference.ts'
import { StagedUpload } from '../attachments/staged-upload.ts'
import { FILE_BYTES_MAX, STAGED_FIELD, UPLOAD_BYTES_MAX, UPLOAD_HEADER } from '../contract/attachments.ts'
import { fileKey, selectFilesBody, uploadFields } from '../contract/request-bodies.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, NotFoundError, TooLargeError, UpstreamError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import { checkBody, readJson } from '../http/json-body.ts'
import { readBody, type LimitedBody } from '../http/limited-body.ts'
import { boundaryOf, readParts, textOf } from '../http/multipart.ts'
import { passedOn } from '../http/passed-on.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { csrfToken } from '../middleware/csrf.ts'
import { clientOf } from '../http/client.ts'
import { downloads, takeFrom } from '../middleware/rate-limit.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'

const FIELD_BYTES_MAX = 1024

/**
 * `POST /api/file/upload`: all files of one form field, checked, staged and forwarded in one request (docs/contract.md#5). With
 * `x-upload: stage` they are not forwarded yet; a later request names them by their id, in the place of their bytes. With `x-upload: discard`
 * those that are named are destroyed.
 */
export const uploadFiles: Handler<ApiContext> = async (c) => {
  const { env, upstream, call } = c.var
  const upload = new StagedUpload(env, c.req.raw)
  const holder = { brandId: c.env.visitor.brandId, visitor: csrfToken(c.req.raw) ?? '' }
  const asked = c.req.header(UPLOAD_HEADER)
  const discarded: string[] = []
  const readFields = async (body: LimitedBody) => {
    // Before files of it are staged for nothing.
    if (Number(c.req.header('content-length') ?? 0) > UPLOAD_BYTES_MAX)
      throw new TooLargeError(`An upload is larger than ${UPLOAD_BYTES_MAX} bytes.`)
    const fields: Record<string, string> = {}
    for await (const part of readParts(body, boundaryOf(c.req.raw))) {
      if (part.filename !== null) await upload.add(part, FILE_BYTES_MAX)
      else {
        const text = await textOf(part, FIELD_BYTES_MAX)
        if (part.name !== STAGED_FIELD) fields[part.name] = text
        else if (asked === 'discard') {
          await takeFrom(env.FILE_LIMIT, clientOf(c.req.raw))
          discarded.push(await openStaged(env, holder, text))
        } else await upload.addStaged(await openStaged(env, holder, text))
      }
    }
    checkBody(fields, uploadFields)
    if (upload.files.length === 0 && discarded.length === 0)
      throw new InvalidBodyError([{ field: 'files', message: 'At least one file is required.' }])
  }
  await readBody(c.req.raw, UPLOAD_BYTES_MAX, (body) =>
    readFields(body).catch(async (error: unknown) => {
      await upload.discard()
      throw error
    }),
  )
  if (asked === 'discard') {
    await outboxOf(env, holder.brandId).discard(discarded)
    return c.json({ data: null })
  }
  if (asked === 'stage')
    return c.json({ data: await signReference(env, holder, await upload.complete(), upload.stagedAt) })
  const reference = await upload.forward(upstream, call).catch(async (error: unknown) => {
    if (error instanceof UpstreamError && error.held)
      error.held = await signReference(env, holder, error.held, upload.stagedAt)
    throw error
  })
  return c.json({ data: await signReference(env, holder, reference, upload.stagedAt) })
}

/** The id of a staged upload. @throws InvalidBodyError where it is not this visitor's, or expired */
const openStaged = (env: Env, holder: Holder, signed: string): Promise<string> =>
  openReference(env, holder, signed).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error
    throw new InvalidBodyError([{ field: STAGED_FIELD, message: error.message }])
  })

/** `POST /api/file/select`: signed key and name of each file behind a signed reference. */
export const selectFiles: Handler<ApiContext> = async (c) => {
  const { file_id } = await readJson(c.req.raw, selectFilesBody)
  const holder = { brandId: c.env.visitor.brandId, visitor: csrfToken(c.req.raw) }
  const reference = await openReference(c.var.env, holder, file_id)
  const records = await c.var.upstream.selectFiles(reference, c.var.call)
  return c.json({ data: await signFileKeys(c.var.env, records, VISITOR_LINK_MS) })
}

/** `GET /api/file/read/{file_key}/download`: always an attachment, so that no browser renders it in the site's origin. */
export const readFile: Handler<ApiContext> = async (c) => {
  const signed = fileKey.safeParse(c.req.param('fileKey'))
  if (!signed.success) throw new NotFoundError('There is no such file.')
  const key = await openFileKey(c.var.env, signed.data)
  const end = downloads.begin(clientOf(c.req.raw))
  const pass = async () => {
    const file = await c.var.upstream.readFile(key, c.var.call)
    return { file, ...passedOn(file.body, file.size) }
  }
  const { file, body, ended } = await pass().catch((error: unknown) => {
    end()
    throw error
  })
  c.env.ctx.waitUntil(ended.finally(end))
  const headers = {
    'content-type': file.type,
    'content-disposition': attachmentDisposition(file.name),
    ...(file.size !== null && { 'content-length': String(file.size) }),
  }
  if (c.req.method !== 'HEAD') return c.body(body, 200, headers)
  await body.cancel()
  return c.body(null, 200, headers)
}
