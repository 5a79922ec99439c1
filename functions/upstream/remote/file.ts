import { fileRecords, fileReference } from '../../contract/upstream-answers.ts'
import { NotFoundError, UpstreamFailedError } from '../../errors.ts'
import { nameInDisposition, typeOfName } from '../../http/file-headers.ts'
import type { FileUpstream } from '../upstream.ts'
import { multipartBody } from './multipart-body.ts'
import { exchange, postJson, readAnswer, type Wire } from './http-client.ts'

/** How long an upstream may take no byte of a file before it counts as hanging, and how long one upload may take at all. */
const STALLED_MS = 10_000
const UPLOAD_MS_MAX = 300_000

/** Files of a remote upstream (spec 7). The deadline of an upload counts from the last byte sent (design: time-outs). */
export function remoteFiles(wire: Wire): FileUpstream {
  return {
    async uploadFiles(files, call) {
      const deadline = new Deadline(UPLOAD_MS_MAX)
      deadline.in(STALLED_MS)
      const { contentType, stream } = multipartBody(files, {
        onProgress: () => deadline.in(STALLED_MS),
        onEnd: () => deadline.in(wire.timeoutMs),
      })
      try {
        const init = { method: 'POST', body: stream, headers: { 'content-type': contentType }, signal: deadline.signal }
        const response = await exchange(wire, 'file/upload', init, call)
        // An answer before the last byte is out still has to come whole.
        deadline.in(wire.timeoutMs)
        return (await readAnswer(response, 'file/upload', fileReference, deadline.signal)).data
      } finally {
        deadline.over()
      }
    },
    async selectFiles(fileId, call) {
      return (await postJson(wire, 'file/select', { file_id: fileId }, fileRecords, call)).data
    },
    async readFile(fileKey, call) {
      const deadline = new Deadline(wire.timeoutMs)
      try {
        const response = await exchange(
          wire,
          `file/read/${encodeURIComponent(fileKey)}/download`,
          { method: 'GET', headers: { accept: '*/*' }, signal: deadline.signal },
          call,
        )
        const name = nameInDisposition(response.headers.get('content-disposition')) ?? fileKey
        const length = response.headers.get('content-length')
        if (!response.body) throw new UpstreamFailedError('file/read was answered without a body.')
        return {
          name,
          type: typeOfName(name) ?? 'application/octet-stream',
          size: response.headers.has('content-encoding') || length === null ? null : Number(length),
          body: response.body,
        }
      } catch (error) {
        if (error instanceof UpstreamFailedError && error.upstreamStatus === 404)
          throw new NotFoundError('There is no such file.')
        throw error
      } finally {
        // Once it has begun, a download takes the time that the visitor's line needs.
        deadline.over()
      }
    },
  }
}

/** A time limit that can be set anew while the work goes on. */
class Deadline {
  readonly #controller = new AbortController()
  readonly #whole: ReturnType<typeof setTimeout>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(wholeMs: number) {
    this.#whole = setTimeout(() => this.#controller.abort(), wholeMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  in(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  over(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#whole)
  }
}
