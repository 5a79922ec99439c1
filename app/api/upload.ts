import type { FileField } from '../../functions/contract/form-files'
import { NIL_UUID } from '../../functions/contract/attachments'
import type { Problem } from '../../functions/contract/problem'
import { ApiFailure, callHeaders, isReachable } from './client'

/** Pauses before the second and the third try. */
const PAUSES_MS = [800, 2000]
/** How long an upload waits for a site that says it is busy, from the first time on, and at most at once. */
const BUSY_MS = 300_000
const BUSY_PAUSE_MAX_MS = 60_000

/** An upload without progress ends after this time; once all is sent, the API answers within deadlines of its own. */
const STALL_MS = 30_000
const ANSWER_MS = 40_000

/** The visitor can resolve these, with other files or a little later; any other status is a failure of the site. */
const REFUSED = [400, 403, 413, 415, 429]

/** The files arrived and have a reference, or they did not and the API may have staged them. */
type UploadOutcome = { id: string } | { id?: never; staged: string | null }

/** The site is out of reach, or took no more files for minutes. The visitor may try again. */
export class UploadUnanswered extends ApiFailure {
  constructor(field: FileField) {
    super(0, {}, field)
  }
}

interface UploadEvents {
  /** Bytes of the request body sent so far. */
  onProgress(sent: number): void
  /** Nothing is sent for a moment: the upload has failed and begins again, or the site is busy and takes it later. */
  onWait(why: 'failed' | 'busy'): void
  /** Ends the upload. */
  signal: AbortSignal
}

/** @property status 0: no answer */
interface UploadAnswer {
  status: number
  body: Partial<Problem> & { data?: unknown }
  /** Seconds, from `Retry-After`. */
  retryAfter: number
}

/**
 * Sends all files of one field in one request (docs/contract.md#5). What the edge has staged it tries again itself; without an answer that
 * says so there are two more tries. Where the site is there but the upload fails, the form goes on (docs/specification.md#4). While the site is busy it waits as long as the site asks.
 * @param field names the parts, so that the API can tell a proposal from a company profile if it stages them
 * @throws ApiFailure where the API refuses the files, UploadUnanswered, AbortError once `signal` ends it
 */
export async function uploadFiles(
  field: FileField,
  files: readonly File[],
  { onProgress, onWait, signal }: UploadEvents,
): Promise<UploadOutcome> {
  const pause = async (ms: number) => {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ms)
      signal.addEventListener('abort', () => resolve())
    })
    signal.throwIfAborted()
  }
  let busyUntil = 0
  for (let attempt = 0; ;) {
    const { status, body, retryAfter } = await send(field, files, onProgress, signal)
    signal.throwIfAborted()
    if (status >= 200 && status < 300 && typeof body.data === 'string' && body.data !== '') return { id: body.data }
    if (REFUSED.includes(status)) throw new ApiFailure(status, body, field)
    if (body.held !== undefined) return { staged: body.held }
    const busyMs = retryAfter * 1000
    if (status === 503 && busyMs > 0 && busyMs <= BUSY_PAUSE_MAX_MS && (busyUntil === 0 || Date.now() < busyUntil)) {
      onWait('busy')
      busyUntil ||= Date.now() + BUSY_MS
      await pause(busyMs)
      continue
    }
    const next = PAUSES_MS[attempt++]
    if (next === undefined) {
      if (busyUntil > 0 || (status === 0 && !(await isReachable()))) throw new UploadUnanswered(field)
      return { staged: null }
    }
    onWait('failed')
    await pause(next)
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. @throws UploadUnanswered where nothing can be sent */
function send(
  field: FileField,
  files: readonly File[],
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const form = new FormData()
  form.set('company_id', NIL_UUID)
  form.set('file_id', '')
  form.set('acl', 'private')
  for (const file of files) form.append(field, file, file.name)
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
    request.open('POST', '/api/file/upload')
    request.responseType = 'json'
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      endAfter(STALL_MS)
      onProgress(loaded)
    }
    request.upload.onload = () => endAfter(ANSWER_MS)
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (stalled) return reject(new UploadUnanswered(field))
      resolve({
        status: request.status,
        body: (request.response as UploadAnswer['body'] | null) ?? {},
        retryAfter: Number(request.getResponseHeader('retry-after') ?? 0),
      })
    }
    signal.addEventListener('abort', abort)
    endAfter(STALL_MS)
    request.send(form)
  })
}
