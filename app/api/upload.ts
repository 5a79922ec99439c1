import type { FileField } from '../../functions/contract/form-fields'
import { NIL_UUID } from '../../functions/contract/file'
import type { Problem } from '../../functions/contract/problem'
import { ApiFailure, csrfHeaders } from './client'

/** Pauses before the second and the third try. */
const PAUSES_MS = [800, 2000]

/** The visitor can resolve these, with other files or a little later; any other status is a failure of the site. */
const REFUSED = [400, 403, 413, 415, 429]

/** The files arrived and have a reference, or they did not and the API may have staged them. */
export type UploadOutcome = { id: string } | { id?: never; staged: string | null }

type UploadAnswer = Partial<Problem> & { data?: unknown }

/**
 * Sends all files of one field in one request (docs/contract.md#5), with two more tries when upstream or network fails.
 * @param field names the parts, so that the API can tell a proposal from a company profile if it stages them
 * @param onProgress bytes of the request body sent so far
 * @throws ApiFailure where the API refuses the files
 */
export async function uploadFiles(
  field: FileField,
  files: readonly File[],
  onProgress: (sent: number) => void,
): Promise<UploadOutcome> {
  let staged: string | null = null
  for (let attempt = 0; ; attempt += 1) {
    const { status, body } = await send(field, files, onProgress)
    if (status >= 200 && status < 300 && typeof body.data === 'string' && body.data !== '') return { id: body.data }
    if (REFUSED.includes(status)) throw new ApiFailure(status, body, field)
    staged = body.held ?? staged
    const pause = PAUSES_MS[attempt]
    if (pause === undefined) return { staged }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. Status 0: no answer. */
function send(
  field: FileField,
  files: readonly File[],
  onProgress: (sent: number) => void,
): Promise<{ status: number; body: UploadAnswer }> {
  const form = new FormData()
  form.set('company_id', NIL_UUID)
  form.set('file_id', '')
  form.set('acl', 'private')
  for (const file of files) form.append(field, file, file.name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/file/upload')
    request.responseType = 'json'
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => resolve({ status: request.status, body: (request.response as UploadAnswer | null) ?? {} })
    request.send(form)
  })
}
