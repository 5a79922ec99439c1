import { fileRecords, fileReference } from '../../contract/upstream-shapes.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { nameInDisposition, typeOfName } from '../../http/file-headers.ts'
import { type FileUpstream, UPLOAD_MS_MAX } from '../upstream.ts'
import { type HttpClient, readAnswer } from './http-client.ts'
import { multipartBody } from './multipart-body.ts'

/** An upload in which the upstream takes no byte for this long has stalled. */
const STALLED_MS = 10_000

/** Files of a remote upstream (docs/specification.md#7). The deadline of an upload's answer counts from the last byte sent. */
export function remoteFiles(client: HttpClient): FileUpstream {
  return {
    async uploadFiles(_upload, files, call) {
      const timer = new AbortTimer(UPLOAD_MS_MAX)
      timer.set(STALLED_MS)
      const { contentType, stream } = multipartBody(files, {
        onProgress: () => timer.set(STALLED_MS),
        onEnd: () => timer.set(client.timeoutMs),
      })
      try {
        const init = { method: 'POST', body: stream, headers: { 'content-type': contentType }, signal: timer.signal }
        const response = await client.request('file/upload', init, call)
        // The upstream may start to answer before the last byte is sent; the rest of the answer has a deadline too.
        timer.set(client.timeoutMs)
        return (await readAnswer(response, 'file/upload', fileReference, timer.signal)).data
      } finally {
        timer.clear()
      }
    },
    async selectFiles(fileId, call) {
      return (await client.postJson('file/select', { file_id: fileId }, fileRecords, call)).data
    },
    async readFile(fileKey, call) {
      const timer = new AbortTimer(client.timeoutMs)
      try {
        const path = `file/read/${encodeURIComponent(fileKey)}/download`
        const init = { method: 'GET', headers: { accept: '*/*' }, signal: timer.signal, name: 'file/read' }
        const { headers, body } = await client.request(path, init, call)
        if (!body) throw new UpstreamFailedError('file/read was answered without a body.')
        const name = nameInDisposition(headers.get('content-disposition')) ?? fileKey
        return {
          name,
          type: typeOfName(name) ?? 'application/octet-stream',
          // The length of an encoded body is not the length of the file.
          size: headers.has('content-encoding') ? null : lengthIn(headers),
          body,
        }
      } catch (error) {
        if (error instanceof UpstreamFailedError && error.upstreamStatus === 404)
          throw new NotFoundError('There is no such file.')
        throw error
      } finally {
        // The download itself may take as long as the visitor's connection needs.
        timer.clear()
      }
    },
  }
}

/** The length that an answer announces; null where it is none, or no number of bytes. */
function lengthIn(headers: Headers): number | null {
  const length = headers.get('content-length') ?? ''
  return /^\d+$/.test(length) && Number.isSafeInteger(Number(length)) ? Number(length) : null
}

/** An abort signal with an overall time limit, and a second one that can be set again as the work goes on. */
class AbortTimer {
  readonly #controller = new AbortController()
  readonly #overall: ReturnType<typeof setTimeout>
  #current: ReturnType<typeof setTimeout> | undefined

  constructor(overallMs: number) {
    this.#overall = setTimeout(() => this.#controller.abort(), overallMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  set(ms: number): void {
    clearTimeout(this.#current)
    this.#current = setTimeout(() => this.#controller.abort(), ms)
  }

  clear(): void {
    clearTimeout(this.#current)
    clearTimeout(this.#overall)
  }
}
