import { MEGABYTE } from '../contract/attachments.ts'
import { TooLargeError } from '../errors.ts'
import { within } from '../deadlines/deadline.ts'

/** R2 wants parts of one size, at least 5 MiB; only the last may be smaller. */
export const PART_BYTES = 5 * MEGABYTE
/** How long R2 may take for aborting a file, after it has failed to store a part in time. */
const ABORT_MS = 5000

interface Writing {
  /** Nothing larger is stored, and no more memory is taken. */
  sizeMax: number
  /**
   * Called before a part is stored, with its bytes and its index. What it throws ends the upload; what it gives for a file of one part is
   * stored instead.
   */
  beforePart(bytes: Uint8Array<ArrayBuffer>, index: number): Promise<void | Uint8Array<ArrayBuffer>>
}

/**
 * Writes a file to R2 while it arrives, with one part of it in memory. A small file is one `put`, a larger one a multipart upload, which
 * is aborted on any failure. If the Worker dies, R2 itself aborts it after seven days; its parts are in no list and nobody can read them.
 * @returns the size of what is stored
 * @throws TooLargeError beyond `sizeMax`, StoreTimeoutError where R2 does not answer, and what `chunks` and `beforePart` throw
 */
export async function writeInParts(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  { sizeMax, beforePart }: Writing,
): Promise<number> {
  const part = new Uint8Array(Math.min(sizeMax, PART_BYTES))
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null
  let size = 0
  let used = 0
  const flush = async () => {
    const bytes = part.subarray(0, used)
    await beforePart(bytes, parts.length)
    upload ??= await bucket.createMultipartUpload(key)
    parts.push(await upload.uploadPart(parts.length + 1, bytes))
    used = 0
    return upload
  }
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > sizeMax) throw new TooLargeError(`A file is larger than ${sizeMax} bytes.`)
      for (let at = 0; at < chunk.length;) {
        const taken = chunk.subarray(at, at + PART_BYTES - used)
        part.set(taken, used)
        used += taken.length
        at += taken.length
        if (used === PART_BYTES) await flush()
      }
    }
    if (size < PART_BYTES) {
      const bytes = part.subarray(0, used)
      const stored = (await beforePart(bytes, 0)) ?? bytes
      await bucket.put(key, stored)
      return stored.length
    }
    const whole = used > 0 ? await flush() : upload
    await whole?.complete(parts)
    return size
  } catch (error) {
    const begun = upload as R2MultipartUpload | null
    if (begun) await within(ABORT_MS, begun.abort(), () => {}).catch(() => {})
    throw error
  } finally {
    // Free at once: until the collector came for it, ten uploads would leave as much again.
    part.buffer.transfer(0)
  }
}
