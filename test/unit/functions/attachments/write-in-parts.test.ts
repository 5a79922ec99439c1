import { describe, expect, test, vi } from 'vitest'
import { writeInParts } from '../../../../functions/attachments/write-in-parts.ts'
import { StoreTimeoutError, RateLimitError } from '../../../../functions/errors.ts'

const MEGABYTE = 1_048_576

const stored = vi.fn<(partNumber: number, bytes: Uint8Array<ArrayBuffer>) => Promise<R2UploadedPart>>(
  async (partNumber) => ({ partNumber, etag: 'e' }),
)
/** R2 that takes everything. */
const bucket = {
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
function arriving(onMegabyte: () => Promise<void> = async () => undefined, store = bucket) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const written = writeInParts(store, 'k', readable as unknown as AsyncIterable<Uint8Array>, {
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

describe('files that arrive at the same time', () => {
  test('take 40 MB of memory together, and the one beyond waits for another one to end', async () => {
    const eight = Array.from({ length: 8 }, () => arriving())
    for (const file of eight) await file.send(4.8 * MEGABYTE)
    const ninth = arriving()
    let isThere = false
    const sent = ninth.send(4.8 * MEGABYTE).then(() => (isThere = true))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isThere).toBe(false)
    await eight[0]?.end()
    expect(await eight[0]?.written).toBe(Math.floor(4.8 * MEGABYTE))
    await sent
    for (const file of [...eight.slice(1), ninth]) await file.end()
    expect(await ninth.written).toBe(Math.floor(4.8 * MEGABYTE))
  })

  test('are refused after ten seconds without memory, and the others go on', async () => {
    vi.useFakeTimers()
    try {
      const eight = Array.from({ length: 8 }, () => arriving())
      for (const file of eight) await file.send(4.2 * MEGABYTE)
      const ninth = arriving()
      void ninth.send(65_536).catch(() => undefined)
      await vi.advanceTimersByTimeAsync(5000)
      for (const file of eight) await file.send(0.4 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(6000)
      await expect(ninth.written).rejects.toBeInstanceOf(RateLimitError)
      // A part that is stored gives its memory to others.
      for (const file of eight) await file.send(MEGABYTE)
      const tenth = arriving()
      await tenth.send(4.8 * MEGABYTE)
      for (const file of [...eight, tenth]) await file.end()
      await Promise.all([...eight, tenth].map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('lose it to one that has waited for ten seconds where they arrive slower than 20 MB in ten minutes', async () => {
    vi.useFakeTimers()
    try {
      const [slow, ...quick] = Array.from({ length: 8 }, () => arriving())
      for (const file of [slow, ...quick]) await file?.send(4.2 * MEGABYTE)
      // Nobody waits for memory, so it may take its time.
      await vi.advanceTimersByTimeAsync(300_000)
      const ninth = arriving()
      const sent = ninth.send(3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(5000)
      for (const file of quick) await file.send(0.4 * MEGABYTE)
      await slow?.send(0.3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(6000)
      await sent
      void slow?.send(65_536).catch(() => undefined)
      await expect(slow?.written).rejects.toBeInstanceOf(RateLimitError)
      for (const file of [...quick, ninth]) await file.end()
      expect(await ninth.written).toBe(3 * MEGABYTE)
      await Promise.all(quick.map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('give their memory back at once when they are stored, without waiting for the collector', async () => {
    const { written, end, send } = arriving()
    await send(6 * MEGABYTE)
    await end()
    await written
    expect(stored.mock.calls.length).toBeGreaterThan(0)
    for (const [, bytes] of stored.mock.calls) expect(bytes.buffer.detached).toBe(true)
  })

  test('whose memory was taken before their end are never told as stored', async () => {
    vi.useFakeTimers()
    try {
      const [slow, ...quick] = Array.from({ length: 8 }, () => arriving())
      for (const file of quick) await file.send(4.8 * MEGABYTE)
      await slow?.send(9.6 * MEGABYTE)
      const ninth = arriving()
      const sent = ninth.send(3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(5000)
      for (const file of quick) await file.send(0.19 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(6000)
      await sent
      await slow?.end()
      await expect(slow?.written).rejects.toBeInstanceOf(RateLimitError)
      for (const file of [...quick, ninth]) await file.end()
      await Promise.all([...quick, ninth].map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('are counted by the megabyte while they arrive, not when a part is full', async () => {
    let counted = 0
    const file = arriving(async () => void counted++)
    await file.send(1)
    await vi.waitFor(() => expect(counted).toBe(1))
    await file.send(3 * MEGABYTE)
    await vi.waitFor(() => expect(counted).toBe(4))
    await file.end()
    expect(await file.written).toBe(3 * MEGABYTE + 1)
    expect(counted).toBe(4)
  })
})

describe('a store that does not answer', () => {
  const never = () => new Promise<never>(() => undefined)
  const hung = { uploadId: 'u', uploadPart: never, complete: never }
  const resumeMultipartUpload = () => ({ abort: never })

  test.each([
    ['a small file', 3, { ...bucket, put: never }],
    ['the beginning of a large one', 6, { ...bucket, createMultipartUpload: never }],
    ['a part', 6, { ...bucket, createMultipartUpload: async () => hung, resumeMultipartUpload }],
    [
      'the end',
      6,
      { ...bucket, createMultipartUpload: async () => ({ ...hung, uploadPart: stored }), resumeMultipartUpload },
    ],
  ])(
    'to %s leaves the memory to others within fifteen seconds, and the visitor is told well within thirty',
    async (_, megabytes, store) => {
      vi.useFakeTimers()
      try {
        const eight = Array.from({ length: 8 }, () => arriving(undefined, store as unknown as R2Bucket))
        for (const file of eight)
          void file.send(megabytes * MEGABYTE).then(
            () => file.end(),
            () => undefined,
          )
        await vi.advanceTimersByTimeAsync(15_000)
        const next = arriving()
        await next.send(4.8 * MEGABYTE)
        await next.end()
        expect(await next.written).toBe(Math.floor(4.8 * MEGABYTE))
        await vi.advanceTimersByTimeAsync(10_000)
        for (const file of eight) await expect(file.written).rejects.toBeInstanceOf(StoreTimeoutError)
      } finally {
        vi.useRealTimers()
      }
    },
  )
})
