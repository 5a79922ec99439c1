import { v4, v5 } from 'uuid'
import type { FormInquiry } from '../../../../functions/contract/form'
import type { FileField, Sent } from '../../../../functions/contract/form-fields'
import { HUMAN_MS_MIN } from '../../../../functions/contract/limits'
import { api, ApiFailure } from '../../../api/client'
import { uploadFiles } from '../../../api/upload'
import type { SelectedFiles } from '../fields/use-files'
import { tabId } from './draft'

// This module is loaded when a form is first sent, and the checks with it.
export { checkForm } from '../../../../functions/contract/form'
export { completeAddress } from '../../../../functions/contract/form-fields'

/** Called while a sending runs. */
export interface SendingEvents {
  /** An upload or the look-up of its files failed; the sending goes on (docs/specification.md#4). */
  onUploadFailed(): void
  onProgress(field: FileField, sentBytes: number): void
  onInquiry(): void
}

export interface Sending extends SendingEvents {
  inquiry: FormInquiry
  files: SelectedFiles
  /** References from an earlier try of the same files, so that they are uploaded once. */
  uploaded: WeakMap<readonly File[], string>
  privacyVersion: string
  /** Turnstile's token; null where the brand does not use it or none can be had. */
  spamCheckToken(): Promise<string | null>
}

/**
 * Uploads, looks up, posts (docs/specification.md#4, #7). A failing upload or look-up is reported and the sending goes on without it.
 * The same values and files from the same tab have the same Idempotency-Key.
 * @throws ApiFailure, with `field` where files were refused
 */
export async function sendInquiry(sending: Sending): Promise<Sent> {
  const { inquiry, files, uploaded, privacyVersion, onUploadFailed, onProgress, onInquiry } = sending
  const references: Partial<Record<FileField, string>> = {}
  const stagedIds: string[] = []
  const sent: Sent = { receipt: '', unsent: [], held: [] }

  async function upload(field: FileField, list: readonly File[]): Promise<string | null> {
    const outcome = await uploadFiles(field, list, (bytes) => onProgress(field, bytes))
    if (outcome.id !== undefined) return outcome.id
    onUploadFailed()
    if (outcome.staged) stagedIds.push(outcome.staged)
    sent[outcome.staged ? 'held' : 'unsent'].push(...list.map(({ name }) => name))
    return null
  }

  for (const [field, list] of Object.entries(files) as [FileField, readonly File[]][]) {
    if (list.length === 0) continue
    const id = uploaded.get(list) ?? (await upload(field, list))
    if (id === null) continue
    references[field] = id
    uploaded.set(list, id)
    await api.selectFiles(id).catch(onUploadFailed)
  }

  onInquiry()
  const body = {
    ...inquiry,
    file_ref_id: references.files ?? references.proposal_file ?? null,
    file_ref_id_homepage: references.profile_file ?? null,
    held_files: stagedIds,
    privacy_version: privacyVersion,
  }
  const key = v5(JSON.stringify([inquiry, identities(files)]), tabId(v4))
  const token = await sending.spamCheckToken()
  const post = () => api.postInquiry(body, key, token)
  const { receipt } = await post().catch(async (error: unknown) => {
    // References expire after a day: the next try uploads the files again.
    if (error instanceof ApiFailure && error.code === 'invalid-body')
      for (const list of Object.values(files)) uploaded.delete(list)
    // Submitted without a token and too fast (decision 015): the same is accepted a little later.
    if (!(error instanceof ApiFailure && error.code === 'too-soon')) throw error
    await new Promise((resolve) => setTimeout(resolve, HUMAN_MS_MIN))
    return post()
  })
  return { ...sent, receipt }
}

/** Tells two selections of files apart: the same text with another file is another inquiry. */
const identities = (files: SelectedFiles) =>
  Object.entries(files).map(([field, list]) => [
    field,
    list.map(({ name, size, lastModified }) => [name, size, lastModified]),
  ])
