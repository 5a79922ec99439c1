import type { FileField } from '../../functions/contract/form-fields'
import { NIL_UUID, STAGED_FIELD, UPLOAD_HEADER } from '../../functions/contract/attachments'
import type { Problem } from '../../functions/contract/problem'
import { ApiFailure, csrfHeaders } from './client'

/** Pauses before the second and the third try. */
const PAUSES_MS = [800, 2000]

/** An upload without progress ends after this time; once all is sent, the API answers within deadlines of its own. */
const STALL_MS = 30_000
const ANSWER_MS = 40_000

/** The visitor can resolve these, with other files or a little later; any other status is a failure of the site. */
const REFUSED = [400, 403, 413, 415, 429]

/** The files arrived and have a reference, or they did not and the API may have staged them. */
export type UploadOutcome = { id: string } | { id?: never; staged: string | null }

/** The upload made no progress. The visitor may try again. */
export class UploadStalled extends ApiFailure {
  constructor(field: FileField) {
    super(0, {}, field)
  }
}

/** A file, or the id of one that is staged. */
export type UploadPart = File | string

interface Progress {
  /** Bytes of the request body sent so far. */
  onProgress(sent: number): void
  /** Ends the upload. */
  signal: AbortSignal
}

export interface UploadEvents extends Progress {
  /** The upload has failed and starts again after a pause. */
  onRetry(): void
}

type UploadAnswer = Partial<Problem> & { data?: unknown }

const referenceIn = ({ status, body }: { status: number; body: UploadAnswer }): string | null =>
  status >= 200 && status < 300 && typeof body.data === 'string' && body.data !== '' ? body.data : null

/**
 * Sends one file ahead of its inquiry; the edge checks and keeps it (decision 035).
 * @returns the id under which it is staged
 * @throws ApiFailure, UploadStalled, AbortError once `signal` ends it
 */
export async function stageFile(field: FileField, file: File, events: Progress): Promise<string> {
  const answer = await send(field, [file], events, { [UPLOAD_HEADER]: 'stage' })
  events.signal.throwIfAborted()
  const id = referenceIn(answer)
  if (id === null) throw new ApiFailure(answer.status, answer.body, field)
  return id
}

/** Has staged files destroyed that the visitor has removed. Where that fails they are destroyed within a day. */
export async function discardStaged(ids: readonly string[]): Promise<void> {
  const form = uploadForm()
  for (const id of ids) form.append(STAGED_FIELD, id)
  const headers = { ...csrfHeaders(), [UPLOAD_HEADER]: 'discard' }
  // Outlives a navigation right after the click.
  await fetch(UPLOAD_PATH, { method: 'POST', body: form, headers, keepalive: true }).catch(() => undefined)
}

/**
 * Sends all files of one field in one request (docs/contract.md#5). What the edge has staged it tries again itself; without an answer that
 * says so there are two more tries.
 * @param field names the parts, so that the API can tell a proposal from a company profile if it stages them
 * @throws ApiFailure where the API refuses the files, UploadStalled, AbortError once `signal` ends it
 */
export async function uploadFiles(
  field: FileField,
  parts: readonly UploadPart[],
  events: UploadEvents,
): Promise<UploadOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(field, parts, events)
    events.signal.throwIfAborted()
    const id = referenceIn(answer)
    if (id !== null) return { id }
    const { status, body } = answer
    if (REFUSED.includes(status)) throw new ApiFailure(status, body, field)
    const staged = body.held ?? null
    const pause = PAUSES_MS[attempt]
    if (staged !== null || pause === undefined) return { staged }
    events.onRetry()
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pause)
      events.signal.addEventListener('abort', () => resolve())
    })
    events.signal.throwIfAborted()
  }
}

const UPLOAD_PATH = '/api/file/upload'

function uploadForm(): FormData {
  const form = new FormData()
  form.set('company_id', NIL_UUID)
  form.set('file_id', '')
  form.set('acl', 'private')
  return form
}

/** XMLHttpRequest, because fetch does not report upload progress. Status 0: no answer. @throws UploadStalled */
function send(
  field: FileField,
  parts: readonly UploadPart[],
  { onProgress, signal }: Progress,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: UploadAnswer }> {
  const form = uploadForm()
  for (const part of parts) {
    if (typeof part === 'string') form.append(STAGED_FIELD, part)
    else form.append(field, part, part.name)
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled = false
    let timer: ReturnType<typeof setTimeout>
    const endAfter = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        stalled = true
        request.abort()
      }, ms)
    }
    const abort = () => request.abort()
    request.open('POST', UPLOAD_PATH)
    request.responseType = 'json'
    for (const [name, value] of Object.entries({ ...csrfHeaders(), ...headers })) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      endAfter(STALL_MS)
      onProgress(loaded)
    }
    request.upload.onload = () => endAfter(ANSWER_MS)
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (stalled) reject(new UploadStalled(field))
      else resolve({ status: request.status, body: (request.response as UploadAnswer | null) ?? {} })
    }
    signal.addEventListener('abort', abort)
    endAfter(STALL_MS)
    request.send(form)
  })
}
