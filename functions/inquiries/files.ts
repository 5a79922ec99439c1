import { stagedFiles } from '../attachments/staged-files.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { fileRecordOf, filesOfUploads } from '../database/upload.ts'
import type { Env } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import { logFailure } from '../log.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { DownloadedFile, UpstreamCall } from '../upstream/upstream.ts'
import type { FileSource } from './read-inquiry.ts'

/** A file of an inquiry. */
export interface InquiryFile {
  /** The upstream's key, or `staged-{upload}-{position}` for a file that is only here. */
  key: string
  name: string
  /** Bytes; null where only a remote upstream knows it. */
  size: number | null
  /** The upstream does not have it. */
  staged: boolean
}

const STAGED_KEY = /^staged-([0-9a-f-]{36})-(\d{1,3})$/

/**
 * The files of an inquiry: those that are known while the upstream fails. Reads no byte of them.
 * @throws ApiError where none is known because the upstream fails
 */
export async function filesOf(
  env: Env,
  { references, uploads }: FileSource,
  call: UpstreamCall,
): Promise<InquiryFile[]> {
  let failure: ApiError | null = null
  const recordsOf = (reference: string) =>
    upstreamOf(env)
      .selectFiles(reference, call)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        logFailure('warn', { requestId: call.requestId, path: '/admin', code: `file-${error.code}` }, error)
        failure = error
        return []
      })
  const [records, rows] = await Promise.all([
    Promise.all(references.map(recordsOf)),
    filesOfUploads(env.DB, [...references, ...uploads]),
  ])
  const sizes = new Map(rows.map((row) => [fileRecordOf(row).file_key, row.size]))
  const files = [
    ...records
      .flat()
      .map(({ file_key: key, file_name: name }) => ({ key, name, size: sizes.get(key) ?? null, staged: false })),
    ...rows
      .filter(({ upload_id }) => uploads.includes(upload_id))
      .map((row) => ({ key: `staged-${fileRecordOf(row).file_key}`, name: row.name, size: row.size, staged: true })),
  ]
  if (failure !== null && files.length === 0) throw failure
  return files
}

/** Opens a file of an inquiry. @throws NotFoundError where the inquiry has no such file */
export async function openFile(env: Env, key: string, source: FileSource, call: UpstreamCall): Promise<DownloadedFile> {
  const [, uploadId, position] = STAGED_KEY.exec(key) ?? []
  if (uploadId !== undefined) {
    const files = source.uploads.includes(uploadId) ? await stagedFiles(env, uploadId) : []
    const file = files.find((one) => one.position === Number(position))
    if (!file) throw new NotFoundError('There is no such file.')
    return { name: file.name, type: file.type, size: file.size, body: await file.open() }
  }
  const records = await Promise.all(source.references.map((reference) => upstreamOf(env).selectFiles(reference, call)))
  if (!records.flat().some((record) => record.file_key === key)) throw new NotFoundError('There is no such file.')
  return upstreamOf(env).readFile(key, call)
}

/** Under which a file of an answer or a reply is downloaded: `conversation-{message}-{position}`. */
export const messageFileKey = ({ key }: MessageFile): string => key.split('/').toSpliced(1, 1).join('-')

/** Opens a file of an answer or a reply. @throws NotFoundError */
export async function openMessageFile({ FILES }: Env, { key, name, type }: MessageFile): Promise<DownloadedFile> {
  const object = await FILES.get(key)
  if (!object) throw new NotFoundError('There is no such file.')
  return { name, type, size: object.size, body: object.body }
}

/** A download: always an attachment and in a sandbox, so that no browser renders it in the site's origin. Nobody has scanned it (docs/security.md). */
export function fileResponse({ name, type, size, body }: DownloadedFile): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': attachmentDisposition(name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...(size !== null && { 'content-length': String(size) }),
    },
  })
}
