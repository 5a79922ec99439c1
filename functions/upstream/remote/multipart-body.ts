import { NIL_UUID } from '../../contract/attachments.ts'
import { chunksOf } from '../../http/byte-chunks.ts'
import type { OutgoingFile } from '../upstream.ts'

interface Progress {
  /** A chunk was sent. */
  onProgress(): void
  /** The last byte was sent. */
  onEnd(): void
}

const encoder = new TextEncoder()

/**
 * The body of `file/upload` (docs/specification.md#7) as a stream of known length: the plain fields, then the files, each
 * opened only when its turn comes.
 */
export function multipartBody(
  files: OutgoingFile[],
  progress: Progress,
): { contentType: string; stream: ReadableStream<Uint8Array> } {
  const boundary = `vcpx-${crypto.randomUUID()}`
  const head = (parameters: string) => `--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n`
  const field = (name: string, value: string) => `${head(`name="${name}"`)}\r\n${value}\r\n`
  const fileHead = ({ name, type }: OutgoingFile) =>
    encoder.encode(`${head(`name="files"; filename="${quoted(name)}"`)}Content-Type: ${type}\r\n\r\n`)
  const fields = encoder.encode(field('company_id', NIL_UUID) + field('file_id', '') + field('acl', 'private'))
  const lineEnd = encoder.encode('\r\n')
  const tail = encoder.encode(`--${boundary}--\r\n`)

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield fields
    for (const file of files) {
      yield fileHead(file)
      yield* chunksOf(await file.open())
      yield lineEnd
    }
    yield tail
  }

  const length = files.reduce(
    (sum, file) => sum + fileHead(file).length + file.size + lineEnd.length,
    fields.length + tail.length,
  )
  const { readable, writable } = new FixedLengthStream(length)
  void pump(chunks(), writable, progress)
  return { contentType: `multipart/form-data; boundary=${boundary}`, stream: readable }
}

/** Never rejects: where the source or the connection fails, the request itself fails. */
async function pump(
  chunks: AsyncGenerator<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  { onProgress, onEnd }: Progress,
): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const chunk of chunks) {
      await writer.write(chunk)
      onProgress()
    }
    onEnd()
    await writer.close()
  } catch (reason) {
    await writer.abort(reason).catch(() => {})
  }
}

/** A file name inside quotes, encoded as browsers do (HTML standard, multipart/form-data encoding). */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
