import { stagedFiles, type StagedFile } from '../attachments/staged-files.ts'
import type { Env } from '../env.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { inTime } from '../http/deadline.ts'
import type { FileColumn, Payload } from './payload.ts'
import type { OpenEntry } from './entry.ts'

/** How long an inquiry waits for its staged files while the upstream answers; then it is delivered without them. */
const FILES_PERIOD_MS = 600_000
/** Two observations further apart say nothing about the time between them. */
const OBSERVED_MS_MAX = 120_000

/** Result of one attempt to forward the staged files of an inquiry. */
export interface FilesAttempt {
  payload: Payload
  waitedMs: number
  /** When the upstream was last seen to answer, null where it did not. */
  answeredAt: number | null
  /** Why files are left, null where none is. */
  error: unknown
}

/**
 * Forwards the files whose first upload failed. They are tried until they have waited ten minutes in which the upstream answered
 * (docs/contract.md#5), whether the upstream does not take them or R2 does not give them; then they stay staged, and the notification
 * names them, by the id of their upload where R2 does not list them.
 * @param onProgress called with the payload after each upload that the upstream has taken
 */
export async function forwardStagedFiles(
  env: Env,
  upstream: Upstream,
  entry: OpenEntry,
  onProgress: (payload: Payload) => void,
): Promise<FilesAttempt> {
  const { requestId, whiteLabel } = entry.payload
  const call = { requestId, whiteLabel }
  let { payload } = entry
  let error: unknown = null
  const left: { id: string; names: string[] }[] = []
  for (const id of payload.inquiry.held_files) {
    let names = [id]
    try {
      const files = await inTime(stagedFiles(env, id))
      if (files.length > 0) names = files.map(({ name }) => name)
      payload =
        files.length === 0
          ? withoutFiles(payload, id, names, [])
          : withReference(payload, id, await upstream.uploadFiles(id, files, call), columnOf(payload, files))
    } catch (failure) {
      error = failure
      left.push({ id, names })
      continue
    }
    onProgress(payload)
  }
  if (left.length === 0) return { payload, waitedMs: 0, answeredAt: null, error: null }

  const answers = await upstream.ping(call).then(
    () => true,
    () => false,
  )
  const now = Date.now()
  const since = answers && entry.filesAnsweredAt !== null ? now - entry.filesAnsweredAt : 0
  const waitedMs = entry.filesWaitedMs + Math.min(Math.max(since, 0), OBSERVED_MS_MAX)
  if (waitedMs < FILES_PERIOD_MS) return { payload, waitedMs, answeredAt: answers ? now : null, error }
  for (const { id, names } of left) payload = withoutFiles(payload, id, names, [id])
  onProgress(payload)
  return { payload, waitedMs, answeredAt: now, error: null }
}

/** The column of a staged upload: the profile of a partnership is the second, everything else the first. */
export function columnOf({ inquiry }: Pick<Payload, 'inquiry'>, files: StagedFile[]): FileColumn {
  return inquiry.is_home_unite && files[0]?.field === 'profile_file' ? 'file_ref_id_homepage' : 'file_ref_id'
}

const otherThan = (payload: Payload, uploadId: string) => payload.inquiry.held_files.filter((id) => id !== uploadId)

function withReference(payload: Payload, uploadId: string, reference: string, column: FileColumn): Payload {
  const { inquiry } = payload
  const free = inquiry[column] === null ? column : column === 'file_ref_id' ? 'file_ref_id_homepage' : 'file_ref_id'
  return { ...payload, inquiry: { ...inquiry, held_files: otherThan(payload, uploadId), [free]: reference } }
}

function withoutFiles(payload: Payload, uploadId: string, names: string[], kept: string[]): Payload {
  const { inquiry, missing = [] } = payload
  return {
    ...payload,
    inquiry: { ...inquiry, held_files: otherThan(payload, uploadId) },
    missing: [...missing, ...names],
    kept: [...(payload.kept ?? []), ...kept],
  }
}
