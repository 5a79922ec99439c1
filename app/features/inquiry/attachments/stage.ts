import type { FileField } from '../../../../functions/contract/form-fields'
import { ApiFailure, ensureCsrfToken } from '../../../api/client'
import { stageFile, UploadStalled } from '../../../api/upload'
import type { Attachment, Attachments } from './attachments'

/** What the edge says about the file itself: its size or type is not allowed. */
const WRONG_FILE = [413, 415]

/** Called for a file that may not be attached. It has been dropped. */
type OnRefused = (field: FileField, file: Attachment, failure: ApiFailure) => void

/**
 * Uploads the chosen files of a form that are not uploaded, one after another, so that the first is there soon. One that fails waits: the
 * visitor may try it again, and otherwise it goes with the form.
 */
export async function stageChosen(attachments: Attachments, onRefused: OnRefused): Promise<void> {
  // A browser without cookies sends the plain form, which brings its files along.
  if (!(await ensureCsrfToken())) return
  for (let next = firstChosen(attachments); next; next = firstChosen(attachments))
    await stage(attachments, next, onRefused)
}

/** Ends uploads, so that their files go with the form: all of them, or those of which nothing has been sent yet. */
export function cancelUploads(attachments: Attachments, which: 'all' | 'unsent'): void {
  for (const { field, each } of entriesOf(attachments)) {
    const { file, upload } = each
    if (!file || upload?.state === 'staged' || upload?.state === 'failed') continue
    if (which === 'unsent' && upload && upload.fraction > 0) continue
    upload?.cancel()
    attachments.setUpload(field, file, { state: 'failed', stalled: false })
  }
}

/** The staged files of a field are gone; those that are in memory can be uploaded again. @returns whether others are lost */
export function forgetStaged(attachments: Attachments, field: FileField): boolean {
  const files = attachments.lists[field] ?? []
  const left = files.filter(({ file }) => file).map(({ upload: _gone, ...chosen }) => chosen)
  attachments.set(field, left)
  return left.length < files.length
}

/**
 * Waits for the uploads under way, before the form is sent.
 * @returns false where one of the files turned out not to be allowed: the visitor has been told
 * @throws UploadStalled, AbortError once `signal` ends it
 */
export async function settleUploads(attachments: Attachments, signal: AbortSignal): Promise<boolean> {
  cancelUploads(attachments, 'unsent')
  const underWay = entriesOf(attachments).filter(({ each }) => each.upload?.state === 'sending')
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  if (underWay.length > 0) await Promise.race([attachments.staging, aborted])
  signal.throwIfAborted()
  const now = entriesOf(attachments)
  const settled = underWay.map(({ field, each }) => ({
    field,
    upload: now.find((one) => one.each.file === each.file)?.each.upload,
  }))
  for (const { field, upload } of settled)
    if (upload?.state === 'failed' && upload.stalled) throw new UploadStalled(field)
  return settled.every(({ upload }) => upload)
}

const entriesOf = ({ lists }: Attachments): { field: FileField; each: Attachment }[] =>
  (Object.entries(lists) as [FileField, readonly Attachment[]][]).flatMap(([field, files]) =>
    files.map((each) => ({ field, each })),
  )

function firstChosen(attachments: Attachments): { field: FileField; chosen: Attachment; file: File } | null {
  for (const { field, each } of entriesOf(attachments))
    if (each.file && !each.upload) return { field, chosen: each, file: each.file }
  return null
}

async function stage(
  attachments: Attachments,
  { field, chosen, file }: { field: FileField; chosen: Attachment; file: File },
  onRefused: OnRefused,
): Promise<void> {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  const onProgress = (sent: number) =>
    attachments.setUpload(field, file, { state: 'sending', fraction: Math.min(1, sent / file.size), cancel })
  onProgress(0)
  try {
    const id = await stageFile(field, file, { onProgress, signal: controller.signal })
    attachments.setUpload(field, file, { state: 'staged', id })
  } catch (error) {
    // Removed, or left to the form.
    if (controller.signal.aborted) return
    if (!(error instanceof ApiFailure)) throw error
    if (!WRONG_FILE.includes(error.status))
      return attachments.setUpload(field, file, { state: 'failed', stalled: error instanceof UploadStalled })
    attachments.set(field, attachments.lists[field]?.filter((each) => each.file !== file) ?? [])
    onRefused(field, chosen, error)
  }
}
