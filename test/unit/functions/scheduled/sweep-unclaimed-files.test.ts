import { beforeEach, describe, expect, test } from 'vitest'
import { sweepUnclaimed } from '../../../../functions/scheduled/sweep-unclaimed-files.ts'
import { embeddedKey, embeddedReference } from '../../../../functions/upstream/embedded/file.ts'
import { counted } from '../../../support/counted-calls.ts'
import { DAY, env, objects } from '../../../support/outbox-under-test.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** What one address may upload within an hour. */
const UPLOADS = 3600
/** A run of the clock may make 1000 calls of D1, and other jobs make theirs. */
const CALLS_MAX = 100

const nothing = { uploads: new Set<string>(), references: new Set<string>() }

let calls = 0
const onCall = () => void calls++

beforeEach(() => {
  objects.clear()
  calls = 0
})

test('a run deletes what an hour of uploads that nobody sent has left, in few calls of the platform', async () => {
  const d1 = new SqliteD1()
  const { DB, FILES } = env(d1)
  const names = { name: 'a.png', field: 'files', at: 0 }
  for (let at = 0; at < UPLOADS; at++) {
    const upload = crypto.randomUUID()
    const [reference, key] = [embeddedReference(upload), embeddedKey(upload, 0)]
    for (const object of [`held/${upload}/000`, `refs/${reference}`, `files/${key}`]) objects.set(object, names)
    d1.rows(
      `INSERT INTO file (file_key, file_ref_id, position, file_name, media_type, received_at) VALUES (?, ?, 0, 'a.png', 'image/png', ?)`,
      key,
      reference,
      new Date(0).toISOString(),
    )
  }
  for (let at = 0; at < UPLOADS; at++) objects.set(`conversation/${crypto.randomUUID()}/${at}/000`, names)
  await sweepUnclaimed(
    { DB: counted(DB, onCall) as D1Database, FILES: counted(FILES, onCall) as R2Bucket },
    new Date(DAY),
    nothing,
    1000,
  )
  expect(objects.size).toBe(0)
  expect(d1.rows('SELECT 1 FROM file')).toEqual([])
  expect(calls).toBeLessThan(CALLS_MAX)
})

describe('more files than a run can list', () => {
  /** The platform's, of an invocation that destroys as much as it may beside. */
  const RUN_CALLS = 250
  /** As R2 lists at once, but fewer, so that a few objects are many pages. */
  const PAGE = 4
  const HOUR = DAY / 24
  const UPLOADS = 4096
  const { DB } = env(new SqliteD1())

  /** An R2 that ends an invocation at its last call. */
  function bucket(stored: Map<string, { at: number; upload?: string }>) {
    const left = { calls: 0 }
    const called = () => {
      if (left.calls-- <= 0) throw new Error('Too many API requests by single Worker invocation.')
    }
    const FILES = {
      async list({ prefix, startAfter = '', cursor = startAfter }: Record<string, string>) {
        called()
        const keys = [...stored.keys()].filter((key) => key.startsWith(prefix ?? '') && key > cursor).toSorted()
        const objects = keys.slice(0, PAGE).map((key) => {
          const { at = 0, upload } = stored.get(key) ?? {}
          return { key, uploaded: new Date(at), customMetadata: { ...(upload !== undefined && { upload }) } }
        })
        return { objects, truncated: keys.length > PAGE, cursor: objects.at(-1)?.key }
      },
      async head(key: string) {
        called()
        return stored.has(key) ? { key, customMetadata: stored.get(key) } : null
      },
      async delete(keys: string[]) {
        called()
        for (const key of keys) stored.delete(key)
      },
    } as unknown as R2Bucket
    const run = async (hour: number, inUse = nothing) => {
      left.calls = RUN_CALLS
      await sweepUnclaimed({ DB: DB as D1Database, FILES }, new Date(DAY + hour * HOUR), inUse, RUN_CALLS)
    }
    return { run }
  }
  const uploadAt = (at: number) => `${at.toString(16).padStart(3, '0')}00000-0000-4000-8000-000000000000`
  const uploads = Array.from({ length: UPLOADS }, (_, at) => uploadAt(at))

  test('are deleted by one run after another', async () => {
    const stored = new Map(uploads.map((upload) => [`held/${upload}/000`, { at: 0 }]))
    const { run } = bucket(stored)
    const left: number[] = []
    for (let hour = 0; hour < 18; hour++) {
      await run(hour)
      left.push(stored.size)
    }
    expect(left[0]).toBeLessThan(UPLOADS - 200)
    expect(left.at(-1)).toBe(0)
  })

  test('are deleted within a day while new ones keep coming', async () => {
    const old = uploads.filter((_, at) => at % 16 === 0)
    const stored = new Map(uploads.map((upload) => [`held/${upload}/000`, { at: 2 * DAY }]))
    for (const upload of old) stored.set(`held/${upload}/000`, { at: 0 })
    const { run } = bucket(stored)
    for (let hour = 0; hour < 24; hour++) await run(hour)
    expect(old.filter((upload) => stored.has(`held/${upload}/000`))).toEqual([])
    expect(stored.size).toBe(UPLOADS - old.length)
  })

  test('stay where an inquiry that waits names them by the reference of their upload, in any number', async () => {
    const named = (count: number) => uploads.slice(0, count).map((upload) => `ref-${upload}`)
    const filled = () =>
      new Map<string, { at: number; upload?: string }>([
        ...uploads.map((upload) => [`refs/ref-${upload}`, { at: 2 * DAY, upload }] as const),
        ...uploads.map((upload) => [`held/${upload}/000`, { at: 0 }] as const),
      ])
    const few = filled()
    const one = bucket(few)
    for (let hour = 0; hour < 24; hour++) await one.run(hour, { uploads: new Set(), references: new Set(named(30)) })
    const left = [...few.keys()].filter((key) => key.startsWith('held/'))
    expect(left).toEqual(expect.arrayContaining(uploads.slice(0, 30).map((upload) => `held/${upload}/000`)))
    expect(left.length).toBeLessThan(UPLOADS / 2)
    const many = filled()
    const other = bucket(many)
    await expect(other.run(0, { uploads: new Set(), references: new Set(named(2000)) })).rejects.toThrow('too many')
    expect(many.size).toBe(2 * UPLOADS)
  })
})
