import { v4, v5 } from 'uuid'
import type { FileRecord } from '../../../functions/contract/file'
import type { FormInquiry } from '../../../functions/contract/form'
import { TURNSTILE_TOKEN, type FileField, type Sent } from '../../../functions/contract/form-fields'
import { HUMAN_MS_MIN } from '../../../functions/contract/limits'
import type { Receipt } from '../../../functions/contract/inquiry'
import { tabId } from './draft'
import { postJson, Refusal } from './edge-calls'
import { uploadFiles } from './upload'

export { checkForm } from '../../../functions/contract/form'
export { completeAddress } from '../../../functions/contract/form-fields'
export { Refusal } from './edge-calls'

/** What a sending tells the form while it is under way. */
export interface SendingReport {
  /** An upload or its look-up failed; the sending goes on (spec 4). */
  uploadFailed(): void
  progress(field: FileField, sentBytes: number): void
  inquiry(): void
}

export interface Sending {
  inquiry: FormInquiry
  files: Partial<Record<FileField, readonly File[]>>
  /** References from an earlier try of the same files, so that a second try does not send them again. */
  uploaded: WeakMap<readonly File[], string>
  privacyVersion: string
  /** Turnstile's token, once there is one; null where the brand asks for none or none can be had. */
  humanToken(): Promise<string | null>
  report: SendingReport
}

/** A failure of one field's files that the visitor can mend. */
export class FilesRefused extends Error {
  readonly field: FileField
  readonly refusal: Refusal
  constructor(field: FileField, refusal: Refusal) {
    super(refusal.message)
    this.name = 'FilesRefused'
    this.field = field
    this.refusal = refusal
  }
}

/**
 * Upload, look up, post (spec 4, 7). A failing upload or look-up is reported and the sending goes on without it.
 * The same values and files from the same tab bear the same Idempotency-Key, however often they are sent.
 * @throws FilesRefused, Refusal
 */
export async function sendInquiry({
  inquiry,
  files,
  uploaded,
  privacyVersion,
  humanToken,
  report,
}: Sending): Promise<Sent> {
  const references: Partial<Record<FileField, string>> = {}
  const heldIds: string[] = []
  const sent: Sent = { receipt: '', unsent: [], held: [] }
  for (const [field, list] of Object.entries(files) as [FileField, readonly File[]][]) {
    if (list.length === 0) continue
    const id = uploaded.get(list) ?? (await upload(field, list))
    if (id === null) continue
    references[field] = id
    uploaded.set(list, id)
    await postJson<FileRecord[]>('file/select', { file_id: id }).catch(report.uploadFailed)
  }

  async function upload(field: FileField, list: readonly File[]): Promise<string | null> {
    const outcome = await uploadFiles(field, list, (bytes) => report.progress(field, bytes)).catch((error: unknown) => {
      throw error instanceof Refusal ? new FilesRefused(field, error) : error
    })
    if (outcome.id !== undefined) return outcome.id
    report.uploadFailed()
    if (outcome.held) heldIds.push(outcome.held)
    sent[outcome.held ? 'held' : 'unsent'].push(...list.map(({ name }) => name))
    return null
  }

  report.inquiry()
  const body = {
    ...inquiry,
    file_ref_id: references.files ?? references.proposal_file ?? null,
    file_ref_id_homepage: references.profile_file ?? null,
    held_files: heldIds,
    privacy_version: privacyVersion,
  }
  const key = v5(JSON.stringify([inquiry, identities(files)]), tabId(v4))
  const token = await humanToken()
  const post = () =>
    postJson<Receipt>('board/inquiry', body, { 'idempotency-key': key, ...(token && { [TURNSTILE_TOKEN]: token }) })
  const { receipt } = await post().catch(async (error: unknown) => {
    // Sent without a token by somebody quicker than the edge believes (decision 015): a moment later it takes it.
    if (!(error instanceof Refusal && error.code === 'too-soon')) throw error
    await new Promise((resume) => setTimeout(resume, HUMAN_MS_MIN))
    return post()
  })
  return { ...sent, receipt }
}

/** What tells one choice of files from another: the same text with another file is another inquiry. */
const identities = (files: Sending['files']) =>
  Object.entries(files).map(([field, list]) => [
    field,
    list.map(({ name, size, lastModified }) => [name, size, lastModified]),
  ])
