import type { FileRecord } from '../contract/file.ts'
import type { UpstreamInquiry } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { dropUploads, heldFiles } from '../held-files.ts'
import { writeNotification, type Attachment } from '../notification.ts'
import { upstreamOf } from '../upstream/choose.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'
import type { Entry, Payload } from './ledger.ts'
import { FILES_TRIED_FOR_MS } from './schedule.ts'

export interface Delivery {
  env: Env
  entry: Entry & { payload: Payload }
  now: number
  /** Called with what has been achieved, before the next step that may fail. */
  keep(payload: Payload): void
}

/**
 * Brings one inquiry to the upstream: held files first, then the attachments' names, then the inquiry itself.
 * @throws UpstreamFailedError, UpstreamTimeoutError where it must be tried again
 */
export async function deliver({ env, entry, now, keep }: Delivery): Promise<void> {
  const upstream = upstreamOf(env)
  const { requestId, whiteLabel } = entry.payload
  const call: UpstreamCall = { requestId, whiteLabel, idempotencyKey: entry.key, receipt: entry.receipt }
  const payload = await bringHeldFiles({ env, entry, now, keep }, call)
  const { held_files: _held, privacy_version, ...inquiry } = payload.inquiry
  const references = [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null)
  const { attachments, unnamed } = await nameAttachments(references, (id) => upstream.selectFiles(id, { requestId, whiteLabel }))
  const notification = writeNotification({ inquiry: payload.inquiry, origin: payload.origin, attachments, unnamed, missing: payload.missing, privacyVersion: privacy_version })
  await upstream.sendInquiry({ ...inquiry, ...notification } as UpstreamInquiry, call)
}

/** Removes what the edge kept of an inquiry's files. */
export async function cleanUp(env: Env, { inquiry, uploads }: Payload): Promise<void> {
  await dropUploads(env, uploads, [inquiry.file_ref_id, inquiry.file_ref_id_homepage].filter((id) => id !== null))
}

async function bringHeldFiles({ env, entry, now, keep }: Delivery, { requestId, whiteLabel }: UpstreamCall): Promise<Payload> {
  let { payload } = entry
  for (const uploadId of payload.inquiry.held_files) {
    const files = await heldFiles(env, uploadId)
    // The first attempt follows right upon the upload's own failure: the files wait for the second.
    const again = entry.attempts > 0 && files.length > 0
    const reference = again ? await upstreamOf(env).uploadFiles(files, { requestId, whiteLabel }).catch(unlessUpstreamFailed) : null
    const timeIsUp = now - entry.acceptedAt >= FILES_TRIED_FOR_MS || files.length === 0
    if (reference === null && !timeIsUp) throw new UpstreamFailedError('The files of an inquiry wait for the upstream.')
    payload = reference === null ? without(payload, uploadId, files.map(({ name }) => name)) : withReference(payload, uploadId, reference)
    keep(payload)
  }
  return payload
}

function unlessUpstreamFailed(error: unknown): null {
  if (error instanceof UpstreamFailedError || (error instanceof Error && error.name === 'UpstreamTimeoutError')) return null
  throw error
}

function withReference({ inquiry, ...rest }: Payload, uploadId: string, reference: string): Payload {
  const held_files = inquiry.held_files.filter((id) => id !== uploadId)
  // An inquiry has two places for files; the first is the sales form's and the proposal's.
  const place = inquiry.file_ref_id === null ? { file_ref_id: reference } : { file_ref_id_homepage: reference }
  return { ...rest, inquiry: { ...inquiry, held_files, ...place } }
}

function without({ inquiry, missing, ...rest }: Payload, uploadId: string, names: string[]): Payload {
  const held_files = inquiry.held_files.filter((id) => id !== uploadId)
  return { ...rest, inquiry: { ...inquiry, held_files }, missing: [...missing, ...(names.length > 0 ? names : [uploadId])] }
}

/** The names behind the file references. Where the look-up fails, the inquiry goes on and the notification says so (spec 4). */
async function nameAttachments(references: string[], select: (id: string) => Promise<FileRecord[]>): Promise<{ attachments: Attachment[]; unnamed: string[] }> {
  const looked = await Promise.allSettled(references.map(select))
  return {
    attachments: looked.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    unnamed: references.filter((_, index) => looked[index]?.status === 'rejected'),
  }
}
