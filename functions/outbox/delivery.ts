import type { FileRecord } from '../contract/file.ts'
import type { UpstreamInquiry } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { dropUploads, heldFiles } from '../attachments/staged-files.ts'
import { writeNotification, type Attachment } from './notification.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'
import type { Entry, Payload } from './store.ts'
import { FILES_TRIED_FOR_MS } from './schedule.ts'

export interface Delivery {
  env: Env
  entry: Entry & { payload: Payload }
  now: number
  /** Called with what has been achieved, before the next step that may fail. */
  keep(payload: Payload): void
}

/** The files of an inquiry are not there yet; it waits for them. */
export class FilesAwaitedError extends UpstreamFailedError {}

/**
 * Brings one inquiry to the upstream: held files first, then the attachments' names, then the inquiry itself.
 * @throws UpstreamFailedError, UpstreamTimeoutError where it must be tried again, FilesAwaitedError before the inquiry itself was tried
 */
export async function deliver({ env, entry, now, keep }: Delivery): Promise<void> {
  const upstream = upstreamOf(env)
  const { requestId, whiteLabel } = entry.payload
  const call: UpstreamCall = { requestId, whiteLabel, idempotencyKey: entry.key, receipt: entry.receipt }
  const { payload, missing } = await bringHeldFiles({ env, entry, now, keep })
  const { held_files: _held, privacy_version, ...inquiry } = payload.inquiry
  const references = [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null)
  const { attachments, unnamed } = await nameAttachments(references, (id) =>
    upstream.selectFiles(id, { requestId, whiteLabel }),
  )
  const notification = writeNotification({
    inquiry: payload.inquiry,
    origin: payload.origin,
    attachments,
    unnamed,
    missing,
    remarks: payload.remarks ?? [],
    privacyVersion: privacy_version,
  })
  await upstream.sendInquiry({ ...inquiry, ...notification } as UpstreamInquiry, call)
}

/** Removes what the edge kept of an inquiry's files. */
export async function cleanUp(env: Env, { inquiry, uploads }: Payload): Promise<void> {
  await dropUploads(
    env,
    uploads,
    [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null),
  )
}

/**
 * Tries the held files again. For ten minutes the inquiry waits for them; after that it goes without, and `missing` names them.
 * They stay in its book until it has gone, so that an upstream away for hours still gets them with it.
 */
async function bringHeldFiles({ env, entry, now, keep }: Delivery): Promise<{ payload: Payload; missing: string[] }> {
  let { payload } = entry
  const { requestId, whiteLabel } = payload
  const missing: string[] = []
  for (const uploadId of payload.inquiry.held_files) {
    const files = await heldFiles(env, uploadId)
    // The first attempt follows right upon the upload's own failure: the files wait for the second.
    const again = entry.attempts > 0 && files.length > 0
    const reference = again
      ? await upstreamOf(env).uploadFiles(files, { requestId, whiteLabel }).catch(unlessUpstreamFailed)
      : null
    if (reference !== null) {
      payload = withReference(payload, uploadId, reference, files[0]?.field === 'profile_file')
      keep(payload)
    } else if (files.length > 0 && now - entry.acceptedAt < FILES_TRIED_FOR_MS) {
      throw new FilesAwaitedError('The files of an inquiry wait for the upstream.')
    } else missing.push(...(files.length > 0 ? files.map(({ name }) => name) : [uploadId]))
  }
  return { payload, missing }
}

function unlessUpstreamFailed(error: unknown): null {
  if (error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError) return null
  throw error
}

/** An inquiry has two places for files: the first is the sales form's and the proposal's, the second the company profile's. */
function withReference(
  { inquiry, ...rest }: Payload,
  uploadId: string,
  reference: string,
  isProfile: boolean,
): Payload {
  const held_files = inquiry.held_files.filter((id) => id !== uploadId)
  const second =
    (isProfile && inquiry.is_home_unite && inquiry.file_ref_id_homepage === null) || inquiry.file_ref_id !== null
  return {
    ...rest,
    inquiry: { ...inquiry, held_files, ...(second ? { file_ref_id_homepage: reference } : { file_ref_id: reference }) },
  }
}

/** The names behind the file references. Where the look-up fails, the inquiry goes on and the notification says so (spec 4). */
async function nameAttachments(
  references: string[],
  select: (id: string) => Promise<FileRecord[]>,
): Promise<{ attachments: Attachment[]; unnamed: string[] }> {
  const looked = await Promise.allSettled(references.map(select))
  return {
    attachments: looked.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    unnamed: references.filter((_, index) => looked[index]?.status === 'rejected'),
  }
}
