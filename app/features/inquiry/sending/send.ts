import { v4, v5 } from 'uuid'
import type { FormInquiry } from '../../../../functions/contract/check-form'
import type { FileField, Sent } from '../../../../functions/contract/form-fields'
import { HUMAN_MS_MIN } from '../../../../functions/contract/spam-signals'
import { api, ApiFailure } from '../../../api/client'
import { uploadFiles, type UploadPart } from '../../../api/upload'
import type { Attachment, SelectedFiles } from '../attachments/attachments'
import { tabId } from '../draft'

/** Called while a sending runs. */
export interface SendingEvents {
  /** An upload or the look-up of its files failed; the sending goes on (docs/specification.md#4). */
  onUploadFailed(): void
  onProgress(field: FileField, sentBytes: number): void
  /** A failed upload is tried again. */
  onRetry(): void
  onInquiry(): void
}

export interface Sending extends SendingEvents {
  inquiry: FormInquiry
  files: SelectedFiles
  /** References from an earlier try of the same files, by their identities, so that they are uploaded once. */
  uploaded: Map<string, string>
  /** Null where the form names none. */
  privacyVersion: string | null
  /** Months of the consent, as the form names them. */
  processedMonths: number
  /** Turnstile's token; null where the brand does not use it or none can be had. */
  spamCheckToken(): Promise<string | null>
  /** Ends the uploads. */
  signal: AbortSignal
}

/**
 * Uploads, looks up, posts (docs/specification.md#4, #7). A failing upload or look-up is reported and the sending goes on without it.
 * The same values and files from the same tab have the same Idempotency-Key.
 * @throws ApiFailure, with `field` where files were refused; UploadStalled; AbortError
 */
export async function sendInquiry(sending: Sending): Promise<Sent> {
  const { inquiry, files, uploaded, privacyVersion, onUploadFailed, onProgress, onRetry, onInquiry, signal } = sending
  const references: Partial<Record<FileField, string>> = {}
  const stagedIds: string[] = []
  const sent: Sent = { receipt: '', unsent: [], held: [] }

  async function upload(field: FileField, list: readonly Attachment[]): Promise<string | null> {
    const outcome = await uploadFiles(field, list.map(partOf), {
      onProgress: (bytes) => onProgress(field, bytes),
      onRetry,
      signal,
    })
    if (outcome.id !== undefined) return outcome.id
    onUploadFailed()
    if (outcome.staged) stagedIds.push(outcome.staged)
    sent[outcome.staged ? 'held' : 'unsent'].push(...list.map(({ name }) => name))
    return null
  }

  for (const [field, list] of Object.entries(files) as [FileField, readonly Attachment[]][]) {
    if (list.length === 0) continue
    const known = identities({ [field]: list })
    const id = uploaded.get(known) ?? (await upload(field, list))
    if (id === null) continue
    references[field] = id
    uploaded.set(known, id)
    await api.selectFiles(id).catch(onUploadFailed)
  }
  signal.throwIfAborted()

  onInquiry()
  const body = {
    ...inquiry,
    file_ref_id: references.files ?? references.proposal_file ?? null,
    file_ref_id_homepage: references.profile_file ?? null,
    held_files: stagedIds,
    privacy_version: privacyVersion,
    processed_months: sending.processedMonths,
  }
  const key = v5(JSON.stringify([inquiry, identities(files)]), tabId(v4))
  const token = await sending.spamCheckToken()
  const post = (under: string = key) => api.postInquiry(body, under, token)
  const { receipt } = await post().catch(async (error: unknown) => {
    // References expire within a day: the next try uploads the files again.
    if (error instanceof ApiFailure && error.code === 'invalid-body') uploaded.clear()
    if (error instanceof ApiFailure && error.code === 'other-contents') return post(v5('other', key))
    // Submitted without a token and too fast (decision 015): the same is accepted a little later.
    if (!(error instanceof ApiFailure && error.code === 'too-soon')) throw error
    await new Promise((resolve) => setTimeout(resolve, HUMAN_MS_MIN))
    return post()
  })
  return { ...sent, receipt }
}

/** A file that is staged is named by its id; one without a file always is. */
const partOf = ({ file, upload }: Attachment): UploadPart => (upload?.state === 'staged' ? upload.id : (file ?? ''))

/** Tells two selections of files apart: the same text with another file is another inquiry. */
const identities = (files: SelectedFiles): string =>
  JSON.stringify(
    Object.entries(files)
      .filter(([, list]) => list.length > 0)
      .map(([field, list]) => [field, list.map(({ name, size, lastModified }) => [name, size, lastModified])]),
  )
