import type { FileRecord } from '../contract/attachments.ts'
import type { MessageFile } from '../contract/conversation.ts'
import { fileRecordOf, filesOfInquiries, type InquiryFileRow } from '../database/upload.ts'
import type { Env } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import { logFailure } from '../log.ts'
import { openRow } from '../upstream/embedded/file.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { DownloadedFile } from '../upstream/upstream.ts'
import type { Inquiry } from './read-inquiry.ts'

/** A file of an inquiry. */
export interface InquiryFile {
  key: string
  name: string
  /** Bytes; null where only a remote upstream has the file. */
  size: number | null
  /** The upstream has not got it with the inquiry. */
  staged: boolean
}

type FilesOf = Pick<Inquiry, 'receipt' | 'references' | 'whiteLabel'>

/**
 * The files of an inquiry. Reads no byte of them.
 * @throws ApiError where the upstream fails that alone has them
 */
export async function filesOf(env: Env, inquiry: FilesOf, requestId: string): Promise<InquiryFile[]> {
  const rows = await filesOfInquiries(env.DB, [inquiry.receipt])
  const records = await recordsElsewhere(env, inquiry, rows, requestId).catch((error: unknown) => {
    // What is here can be opened all the same.
    if (rows.length === 0 || !(error instanceof ApiError)) throw error
    logFailure('warn', { requestId, path: '/admin', code: `file-${error.code}` }, error)
    return []
  })
  return [
    ...rows.map((row) => ({
      key: fileRecordOf(row).file_key,
      name: row.name,
      size: row.size,
      staged: row.staged === 1,
    })),
    ...records.map(({ file_key: key, file_name: name }) => ({ key, name, size: null, staged: false })),
  ]
}

/**
 * Files that only the upstream has: they have gone to it with another inquiry that named the same reference, and were deleted here
 * (docs/contract.md#5).
 */
async function recordsElsewhere(
  env: Env,
  { references, whiteLabel }: FilesOf,
  rows: readonly InquiryFileRow[],
  requestId: string,
): Promise<FileRecord[]> {
  const elsewhere = references.filter((id) => !rows.some(({ reference }) => reference === id))
  const call = { requestId, whiteLabel }
  return (await Promise.all(elsewhere.map((id) => upstreamOf(env).selectFiles(id, call)))).flat()
}

/** Opens a file of an inquiry. @throws NotFoundError where the inquiry has no such file */
export async function openFile(env: Env, key: string, inquiry: FilesOf, requestId: string): Promise<DownloadedFile> {
  const rows = await filesOfInquiries(env.DB, [inquiry.receipt])
  const row = rows.find((one) => fileRecordOf(one).file_key === key)
  const file = row && (await openRow(env, row))
  if (file) return file
  if (row || !(await recordsElsewhere(env, inquiry, rows, requestId)).some(({ file_key }) => file_key === key))
    throw new NotFoundError('There is no such file.')
  return upstreamOf(env).readFile(key, { requestId, whiteLabel: inquiry.whiteLabel })
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
