import { describe, expect, test, vi } from 'vitest'
import { withDeadlines } from '../../../../functions/bindings.ts'
import { MEGABYTE } from '../../../../functions/contract/limits.ts'
import { RateLimitError, StoreTimeoutError } from '../../../../functions/errors.ts'
import { arriving, bucket, stored } from '../../../support/arriving-file.ts'

describe('files that arrive', () => {
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
      const [slow, ...quick] = Array.from({ length: 7 }, () => arriving())
      for (const file of quick) await file.send(4.8 * MEGABYTE)
      await slow?.send(9.6 * MEGABYTE)
      const eighth = arriving()
      const sent = eighth.send(3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(5000)
      for (const file of quick) await file.send(0.19 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(6000)
      await sent
      await slow?.end()
      await expect(slow?.written).rejects.toBeInstanceOf(RateLimitError)
      for (const file of [...quick, eighth]) await file.end()
      await Promise.all([...quick, eighth].map(({ written }) => written))
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
  const hung = { uploadPart: never, complete: never, abort: never }

  test.each([
    ['a small file', 3, { ...bucket, put: never }],
    ['the beginning of a large one', 6, { ...bucket, createMultipartUpload: never }],
    ['a part', 6, { ...bucket, createMultipartUpload: async () => hung }],
    ['the end', 6, { ...bucket, createMultipartUpload: async () => ({ ...hung, uploadPart: stored }) }],
  ])(
    'to %s leaves the memory to others within fifteen seconds, and the visitor is told well within thirty',
    async (_, megabytes, store) => {
      vi.useFakeTimers()
      try {
        const seven = Array.from({ length: 7 }, () =>
          arriving(undefined, withDeadlines({ FILES: store as unknown as R2Bucket }).FILES),
        )
        for (const file of seven)
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
        for (const file of seven) await expect(file.written).rejects.toBeInstanceOf(StoreTimeoutError)
      } finally {
        vi.useRealTimers()
      }
    },
  )
})
