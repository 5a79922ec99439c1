import { chunksOf } from '../../http/byte-chunks.ts'
import { NIL_UUID } from '../../contract/nil-uuid.ts'
import type { OutgoingFile } from '../upstream.ts'

/** What happens on the way: a chunk has been taken, the last byte has been taken. */
export interface Progress {
  onProgress(): void
  onEnd(): void
}

const encoder = new TextEncoder()

/**
 * The body of `file/upload` (spec 7) as a stream of known length: the plain fields, then the files one after another, each read
 * only when its turn comes.
 */
export function multipartBody(
  files: OutgoingFile[],
  progress: Progress,
): { contentType: string; stream: ReadableStream<Uint8Array> } {
  const boundary = `vcpx-${crypto.randomUUID()}`
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = (file: OutgoingFile) =>
    encoder.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`,
    )
  const fields = encoder.encode(field('company_id', NIL_UUID) + field('file_id', '') + field('acl', 'private'))
  const lineEnd = encoder.encode('\r\n')
  const tail = encoder.encode(`--${boundary}--\r\n`)

  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield fields
    for (const file of files) {
      yield head(file)
      yield* chunksOf(await file.open())
      yield lineEnd
    }
    yield tail
  }

  const length = files.reduce(
    (sum, file) => sum + head(file).length + file.size + lineEnd.length,
    fields.length + tail.length,
  )
  const { readable, writable } = new FixedLengthStream(length)
  void pump(pieces(), writable, progress)
  return { contentType: `multipart/form-data; boundary=${boundary}`, stream: readable }
}

/** Never rejects: where the source or the connection breaks, the request itself fails. */
async function pump(
  pieces: AsyncGenerator<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  { onProgress, onEnd }: Progress,
): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const piece of pieces) {
      await writer.write(piece)
      onProgress()
    }
    onEnd()
    await writer.close()
  } catch (reason) {
    await writer.abort(reason).catch(() => {})
  }
}

/** A file name inside quotes, as browsers write it (HTML, multipart/form-data). */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
