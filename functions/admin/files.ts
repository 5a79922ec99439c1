import { stagedFiles } from '../attachments/staged-files.ts'
import type { Env } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { attachmentDisposition } from '../http/file-headers.ts'
import { logFailure } from '../log.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { DownloadedFile, UpstreamCall } from '../upstream/upstream.ts'
import { activeContent, type ActiveContent } from './document-check.ts'

/** A file of an inquiry. */
export interface InquiryFile {
  /** The upstream's key, or `staged-{upload}-{position}` for a file that is only here. */
  key: string
  name: string
  /** The upstream does not have it. */
  staged: boolean
  /** `unread`: it could not be read just now. */
  found: ActiveContent | 'unread' | null
}

/** References and staged uploads that an inquiry names. */
export interface FileSource {
  references: string[]
  uploads: string[]
}

const STAGED_KEY = /^staged-([0-9a-f-]{36})-(\d{1,3})$/

/** The files of an inquiry with what they may run. A file of the upstream is read once and remembered. */
export async function filesOf(
  env: Env,
  { references, uploads }: FileSource,
  call: UpstreamCall,
): Promise<InquiryFile[]> {
  const files: InquiryFile[] = []
  for (const reference of references) {
    const records = await upstreamOf(env).selectFiles(reference, call).catch(orWarn(call, []))
    for (const { file_key: key, file_name: name } of records)
      files.push({ key, name, staged: false, found: await checkOf(env, key, call) })
  }
  for (const uploadId of uploads)
    for (const [position, file] of (await stagedFiles(env, uploadId)).entries()) {
      const bytes = await bytesOf(await file.open())
      files.push({
        key: `staged-${uploadId}-${position}`,
        name: file.name,
        staged: true,
        found: await activeContent(bytes),
      })
    }
  return files
}

/** Opens a file of an inquiry. @throws NotFoundError where the inquiry has no such file */
export async function openFile(env: Env, key: string, source: FileSource, call: UpstreamCall): Promise<DownloadedFile> {
  const [, uploadId, position] = STAGED_KEY.exec(key) ?? []
  if (uploadId !== undefined) {
    const file = source.uploads.includes(uploadId) ? (await stagedFiles(env, uploadId))[Number(position)] : undefined
    if (!file) throw new NotFoundError('There is no such file.')
    return { name: file.name, type: file.type, size: file.size, body: await file.open() }
  }
  const records = await Promise.all(source.references.map((reference) => upstreamOf(env).selectFiles(reference, call)))
  if (!records.flat().some((record) => record.file_key === key)) throw new NotFoundError('There is no such file.')
  return upstreamOf(env).readFile(key, call)
}

async function checkOf(env: Env, key: string, call: UpstreamCall): Promise<InquiryFile['found']> {
  const known = await env.DB.prepare('SELECT found FROM file_check WHERE file_key = ?')
    .bind(key)
    .first<{ found: string }>()
  if (known) return (known.found || null) as ActiveContent | null
  const file = await upstreamOf(env).readFile(key, call).catch(orWarn(call, null))
  if (!file) return 'unread'
  const found = await activeContent(await bytesOf(file.body))
  await env.DB.prepare('INSERT INTO file_check (file_key, found) VALUES (?, ?) ON CONFLICT (file_key) DO NOTHING')
    .bind(key, found ?? '')
    .run()
  return found
}

const bytesOf = async (body: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(body).arrayBuffer())

/** The page shows what there is while the upstream fails. */
const orWarn =
  <T>({ requestId }: UpstreamCall, instead: T) =>
  (error: unknown): T => {
    if (!(error instanceof ApiError)) throw error
    logFailure('warn', { requestId, path: '/admin', code: `file-${error.code}` }, error)
    return instead
  }

/** A download: always an attachment, so that no browser renders it in the site's origin. */
export function fileResponse({ name, type, size, body }: DownloadedFile): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': attachmentDisposition(name),
      ...(size !== null && { 'content-length': String(size) }),
    },
  })
}
