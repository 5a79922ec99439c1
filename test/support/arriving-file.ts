import { vi } from 'vitest'
import { writeInParts } from '../../functions/attachments/write-in-parts.ts'
import { MEGABYTE } from '../../functions/contract/limits.ts'

/** What R2 was given, part by part. */
export const stored = vi.fn<(partNumber: number, bytes: Uint8Array<ArrayBuffer>) => Promise<R2UploadedPart>>(
  async (partNumber) => ({ partNumber, etag: 'e' }),
)
/** R2 that takes everything. */
export const bucket = {
  put: async () => ({}),
  delete: async () => undefined,
  createMultipartUpload: async () => ({
    uploadId: 'u',
    uploadPart: stored,
    complete: async () => ({}),
    abort: async () => undefined,
  }),
  resumeMultipartUpload: () => ({ abort: async () => undefined }),
} as unknown as R2Bucket

/** A file whose bytes a test sends. */
export function arriving(onMegabyte: () => Promise<void> = async () => undefined, store = bucket, line?: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const written = writeInParts(store, 'k', readable as unknown as AsyncIterable<Uint8Array>, {
    line,
    sizeMax: 20 * MEGABYTE,
    customMetadata: {},
    onMegabyte,
    beforePart: async () => undefined,
  })
  written.catch(() => undefined)
  return {
    written,
    async send(bytes: number) {
      for (let left = bytes; left > 0; left -= 65_536) await writer.write(new Uint8Array(Math.min(left, 65_536)))
    },
    end: () => writer.close(),
  }
}
