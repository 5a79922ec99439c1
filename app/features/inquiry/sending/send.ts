import { v4, v5 } from 'uuid'
import type { FormInquiry } from '../../../../functions/contract/check-form'
import { keysOf } from '../../../../functions/contract/form-fields'
import { type Sent } from '../../../../functions/contract/form-outcome'
import { type FileField } from '../../../../functions/contract/form-files'
import { api, ApiFailure, type InquiryRequest } from '../../../api/client'
import { uploadFiles } from '../../../api/upload'
import type { SelectedFiles } from '../attachments/use-files'
import { withStorage } from '../draft'
import type { Phase } from './phase'

interface Sending {
  inquiry: FormInquiry
  files: SelectedFiles
  /** References from an earlier try of the same files, by their identities, so that only what failed is uploaded again. */
  uploaded: Map<string, string>
  /** What the form says beside its fields. */
  beside: Pick<InquiryRequest, 'privacy_version' | 'processed_months' | 'website'>
  /** Turnstile's token; null where the brand does not use it or none can be had. */
  spamCheckToken(): Promise<string | null>
  /** An upload or the look-up of its files failed; the sending goes on (docs/specification.md#4). */
  onUploadFailed(): void
  setPhase(phase: Phase): void
  /** Ends the uploads. */
  signal: AbortSignal
}

/**
 * Uploads, looks up, posts (docs/specification.md#4, #7). An upload or look-up that the site fails is reported and the sending goes on without
 * it. The same values and files from the same tab have the same Idempotency-Key.
 * @throws ApiFailure, with `field` where files were refused; UploadUnanswered; AbortError
 */
export async function sendInquiry(sending: Sending): Promise<Sent> {
  const { inquiry, files, uploaded, beside, onUploadFailed, setPhase, signal } = sending
  const fields = keysOf(files).filter((field) => files[field]?.length)
  setPhase(fields.length > 0 ? { name: 'files', sent: 0 } : { name: 'inquiry' })
  const sizeOf = (list: readonly File[] = []) => list.reduce((sum, { size }) => sum + size, 0)
  const total = Math.max(1, sizeOf(fields.flatMap((field) => files[field] ?? [])))
  const references: Partial<Record<FileField, string>> = {}
  const stagedIds: string[] = []
  const sent: Sent = { receipt: '', unsent: [], held: [] }
  let done = 0

  async function upload(field: FileField, list: readonly File[]): Promise<string | null> {
    const onProgress = (bytes: number) =>
      setPhase({ name: 'files', sent: Math.min(done + bytes, done + sizeOf(list)) / total })
    onProgress(0)
    const onWait = (waiting: 'failed' | 'busy') => setPhase({ name: 'files', sent: done / total, waiting })
    const outcome = await uploadFiles(field, list, { onProgress, onWait, signal })
    if (outcome.id !== undefined) return outcome.id
    onUploadFailed()
    if (outcome.staged) stagedIds.push(outcome.staged)
    sent[outcome.staged ? 'held' : 'unsent'].push(...list.map(({ name }) => name))
    return null
  }

  for (const field of fields) {
    const list = files[field] ?? []
    const known = identities({ [field]: list })
    const id = uploaded.get(known) ?? (await upload(field, list))
    done += sizeOf(list)
    if (id === null) continue
    references[field] = id
    uploaded.set(known, id)
    await api.selectFiles(id).catch(onUploadFailed)
  }
  signal.throwIfAborted()

  setPhase({ name: 'inquiry' })
  const body = {
    ...inquiry,
    file_ref_id: references.files ?? references.proposal_file ?? null,
    file_ref_id_homepage: references.profile_file ?? null,
    held_files: stagedIds,
    ...beside,
  }
  const key = v5(JSON.stringify([inquiry, identities(files)]), tabId())
  const token = await sending.spamCheckToken()
  const post = (under: string = key) => api.postInquiry(body, under, token)
  const { receipt } = await post().catch(async (error: unknown) => {
    // References expire within a day: the next try uploads the files again.
    if (error instanceof ApiFailure && error.code === 'invalid-body') uploaded.clear()
    if (error instanceof ApiFailure && error.code === 'other-contents') return post(v5('other', key))
    throw error
  })
  return { ...sent, receipt }
}

/** Tells two selections of files apart: the same text with another file is another inquiry. */
const identities = (files: SelectedFiles): string =>
  JSON.stringify(
    Object.entries(files)
      .filter(([, list]) => list.length > 0)
      .map(([field, list]) => [field, list.map(({ name, size, lastModified }) => [name, size, lastModified])]),
  )

let tabInMemory: string | null = null

/** The id of this tab, made once; the same text sent again from the same tab is the same inquiry. */
function tabId(): string {
  const stored = withStorage((storage) => storage.getItem('inquiry-tab')) ?? tabInMemory
  if (stored) return stored
  const id = (tabInMemory = v4())
  withStorage((storage) => storage.setItem('inquiry-tab', id))
  return id
}
