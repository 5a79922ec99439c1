import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import { parseEnv } from '../../../../functions/env.ts'
import { StoreTimeoutError } from '../../../../functions/errors.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const never = () => new Promise<never>(() => undefined)

describe('a call of a binding that is never answered', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const statement = { bind: () => statement, all: never, first: never, run: never, raw: never }
  const upload = { uploadPart: never, complete: never, abort: never }
  const env = withDeadlines({
    DB: { prepare: () => statement, batch: never },
    CACHE: { get: never, getWithMetadata: never, put: never, delete: never },
    FILES: {
      get: async () => ({ size: 1, arrayBuffer: never, bytes: never }),
      put: never,
      list: never,
      resumeMultipartUpload: () => upload,
      createMultipartUpload: async () => upload,
    },
    READ_LIMIT: { limit: never },
  })
  const calls: [string, number, () => Promise<unknown>][] = [
    ['a statement', 5000, () => env.DB.prepare().bind().first()],
    ['a batch', 5000, () => env.DB.batch()],
    ['a read of KV', 500, () => env.CACHE.get()],
    ['a write to KV', 2000, () => env.CACHE.put()],
    ['a write to R2', 15_000, () => env.FILES.put()],
    ['the bytes of an object', 15_000, async () => (await env.FILES.get()).bytes()],
    ['a part', 15_000, async () => (await env.FILES.createMultipartUpload()).uploadPart()],
    ['an abort', 15_000, () => env.FILES.resumeMultipartUpload().abort()],
    ['a rate limit', 500, () => env.READ_LIMIT.limit()],
  ]

  test.each(calls)('ends after its deadline: %s', async (_, ms, call) => {
    let failure: unknown = null
    call().catch((error: unknown) => (failure = error))
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(failure).toBeInstanceOf(StoreTimeoutError)
  })
})

test('every other answer and failure is that of the binding, and a batch takes its own statements', async () => {
  const { binding } = new SqliteD1()
  const { DB } = withDeadlines({ DB: binding as D1Database })
  const row = DB.prepare('SELECT ? AS text')
  const [one, two] = await DB.batch<{ text: string }>([row.bind('a'), row.bind('b')])
  expect([one?.results, two?.results]).toEqual([[{ text: 'a' }], [{ text: 'b' }]])
  expect(await row.bind('c').first('text')).toBe('c')
  await expect(DB.prepare('SELECT nothing').first()).rejects.toThrow('nothing')
})

test('the bindings are wrapped once, and so are those of settings that are read from them', () => {
  const given = { CACHE: { getWithMetadata: never }, UPSTREAM_URL: '' }
  const env = withDeadlines(given)
  expect(withDeadlines(given)).toBe(env)
  expect(withDeadlines(env)).toBe(env)
  expect(() => parseEnv(env)).toThrow('the binding DB is missing')
})
