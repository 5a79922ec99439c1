import { signFileKeys, STAFF_LINK_MS } from '../attachments/signed-reference.ts'
import { deleteUploads, stagedFiles } from '../attachments/staged-files.ts'
import type { FileRecord } from '../contract/file.ts'
import { fileReferences, type UpstreamInquiry } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import { writeNotification } from './notification.ts'
import { FILES_PERIOD_MS } from './retry-schedule.ts'
import type { Entry, Payload } from './store.ts'

export interface Delivery {
  env: Env
  entry: Entry & { payload: Payload }
  now: number
  /** Called with the changed payload before the next step that may fail. */
  onProgress(payload: Payload): void
}

/** The inquiry is not delivered yet because it waits for its staged files. */
export class FilesPendingError extends UpstreamFailedError {}

/**
 * Delivers one inquiry to the upstream: staged files first, then the look-up of the attachments' names, then the inquiry itself.
 * @throws UpstreamFailedError, UpstreamTimeoutError where it must be tried again; FilesPendingError while it waits for files
 */
export async function deliver(delivery: Delivery): Promise<void> {
  const { env, entry } = delivery
  const { payload, missing } = await forwardStagedFiles(delivery)
  const { requestId, whiteLabel } = payload
  const references = fileReferences(payload.inquiry)
  const lookUps = await Promise.allSettled(
    references.map(async (id): Promise<FileRecord[]> => {
      const records = await upstreamOf(env).selectFiles(id, { requestId, whiteLabel })
      return signFileKeys(env, records, STAFF_LINK_MS)
    }),
  )
  const notification = writeNotification(payload, {
    attachments: lookUps.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    unnamed: references.filter((_, index) => lookUps[index]?.status === 'rejected'),
    missing,
  })
  const { held_files: _held, privacy_version: _version, ...inquiry } = payload.inquiry
  await upstreamOf(env).sendInquiry({ ...inquiry, ...notification } as UpstreamInquiry, {
    requestId,
    whiteLabel,
    idempotencyKey: entry.key,
    receipt: entry.receipt,
  })
}

/** Deletes the staged files of an inquiry. */
export const deleteFiles = (env: Env, { inquiry, uploads }: Payload): Promise<void> =>
  deleteUploads(env, uploads, fileReferences(inquiry))

/**
 * Forwards the files whose first upload failed. After ten minutes the inquiry goes without them and `missing` names them. Until it is
 * delivered each attempt includes them, so that they arrive with it after a longer failure of the upstream.
 */
async function forwardStagedFiles({ env, entry, now, onProgress }: Delivery) {
  let { payload } = entry
  const { requestId, whiteLabel } = payload
  const missing: string[] = []
  for (const uploadId of payload.inquiry.held_files) {
    const files = await stagedFiles(env, uploadId)
    // The first attempt follows immediately on the failed upload, so the files wait for the second.
    const reference =
      entry.attempts > 0 && files.length > 0
        ? await upstreamOf(env).uploadFiles(uploadId, files, { requestId, whiteLabel }).catch(nullIfUpstreamFailed)
        : null
    if (reference !== null) {
      payload = withReference(payload, uploadId, reference, files[0]?.field === 'profile_file')
      onProgress(payload)
    } else if (files.length > 0 && now - entry.acceptedAt < FILES_PERIOD_MS) {
      throw new FilesPendingError('The inquiry waits until the upstream takes its files.')
    } else missing.push(...(files.length > 0 ? files.map(({ name }) => name) : [uploadId]))
  }
  return { payload, missing }
}

function nullIfUpstreamFailed(error: unknown): null {
  if (error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError) return null
  throw error
}

/** `file_ref_id` holds the files of a sales inquiry or the proposal, `file_ref_id_homepage` the company profile. */
function withReference(payload: Payload, uploadId: string, reference: string, isProfile: boolean): Payload {
  const { inquiry } = payload
  const second =
    (isProfile && inquiry.is_home_unite && inquiry.file_ref_id_homepage === null) || inquiry.file_ref_id !== null
  const held_files = inquiry.held_files.filter((id) => id !== uploadId)
  return {
    ...payload,
    inquiry: { ...inquiry, held_files, [second ? 'file_ref_id_homepage' : 'file_ref_id']: reference },
  }
}
