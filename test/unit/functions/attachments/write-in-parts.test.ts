import { expect, test, vi } from 'vitest'
import { writeInParts } from '../../../../functions/attachments/write-in-parts.ts'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import { StoreTimeoutError, TooLargeError } from '../../../../functions/errors.ts'

/** What R2 was given, part by part. */
const stored = vi.fn<(partNumber: number, bytes: Uint8Array<ArrayBuffer>) => Promise<R2UploadedPart>>(
  async (partNumber) => ({ partNumber, etag: 'e' }),
)
const aborted = vi.fn(async () => undefined)
/** R2 that takes everything. */
const bucket = {
  put: async () => ({}),
  createMultipartUpload: async () => ({ uploadPart: stored, complete: async () => ({}), abort: aborted }),
} as unknown as R2Bucket

async function* bytes(count: number) {
  for (let left = count; left > 0; left -= 65_536) yield new Uint8Array(Math.min(left, 65_536))
}
const write = (megabytes: number, store: R2Bucket = bucket, sizeMax = 20 * MEGABYTE) =>
  writeInParts(store, 'k', bytes(megabytes * MEGABYTE), { sizeMax, beforePart: async () => undefined })

test('a file gives its memory back at once when it is stored, without waiting for the collector', async () => {
  expect(await write(6)).toBe(6 * MEGABYTE)
  expect(stored.mock.calls.length).toBeGreaterThan(0)
  for (const [, part] of stored.mock.calls) expect(part.buffer.detached).toBe(true)
})

test('a file that is too large is ended while it arrives, and its parts are aborted', async () => {
  aborted.mockClear()
  await expect(write(12, bucket, 11 * MEGABYTE)).rejects.toBeInstanceOf(TooLargeError)
  expect(aborted).toHaveBeenCalledOnce()
})

const never = () => new Promise<never>(() => undefined)
const hung = { uploadPart: never, complete: never, abort: never }

test.each([
  ['a small file', 3, { ...bucket, put: never }],
  ['the beginning of a large one', 6, { ...bucket, createMultipartUpload: never }],
  ['a part', 6, { ...bucket, createMultipartUpload: async () => hung }],
  ['the end', 6, { ...bucket, createMultipartUpload: async () => ({ ...hung, uploadPart: stored }) }],
])('a store that does not answer to %s is given up well within thirty seconds', async (_, megabytes, store) => {
  vi.useFakeTimers()
  try {
    const { FILES } = withDeadlines({ FILES: store as unknown as R2Bucket })
    const written = write(megabytes, FILES).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await written).toBeInstanceOf(StoreTimeoutError)
  } finally {
    vi.useRealTimers()
  }
})
