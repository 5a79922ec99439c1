import type { FileField } from '../../../functions/contract/form-fields'
import { NIL_UUID } from '../../../functions/contract/file'
import type { Problem } from '../../../functions/contract/problem'
import { csrfHeaders, parsed, Refusal } from './edge-calls'

/** Before the second and the third try. */
const PAUSES_MS = [800, 2000]

/** What the visitor can mend, by other files or a little later; anything else is a failure of ours. */
const REFUSED = [400, 403, 413, 415, 429]

/** The files arrived and have a reference, or they did not; then the edge may keep them. */
export type UploadOutcome = { id: string } | { id?: never; held: string | null }

/**
 * Sends all files of one field in one request (contract: Attachments), with two more tries when the upstream or the
 * line fails.
 * @param field names the parts, so that the edge knows a proposal from a company profile should it hold them
 * @param onProgress bytes of the request body sent so far
 * @throws Refusal where the edge does not take the files: nothing was sent on, the visitor can mend it
 */
export async function uploadFiles(
  field: FileField,
  files: readonly File[],
  onProgress: (sent: number) => void,
): Promise<UploadOutcome> {
  let held: string | null = null
  for (let turn = 0; ; turn += 1) {
    const { status, text } = await send(field, files, onProgress)
    if (status >= 200 && status < 300) {
      const id = parsed<{ data?: unknown }>(text)?.data
      if (typeof id === 'string' && id !== '') return { id }
    }
    const problem = parsed<Partial<Problem>>(text) ?? {}
    if (REFUSED.includes(status)) throw new Refusal(status, problem)
    held = problem.held ?? held
    const pause = PAUSES_MS[turn]
    if (pause === undefined) return { held }
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

/** XMLHttpRequest, because fetch does not tell how much has been sent. Status 0: no answer. */
function send(
  field: FileField,
  files: readonly File[],
  onProgress: (sent: number) => void,
): Promise<{ status: number; text: string }> {
  const body = new FormData()
  body.set('company_id', NIL_UUID)
  body.set('file_id', '')
  body.set('acl', 'private')
  for (const file of files) body.append(field, file, file.name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/file/upload')
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => resolve({ status: request.status, text: request.responseText })
    request.send(body)
  })
}
