import { beforeEach, expect, test } from 'vitest'
import { sweepUnclaimed } from '../../../../functions/scheduled/sweep-unclaimed-files.ts'
import { embeddedKey, embeddedReference } from '../../../../functions/upstream/embedded/file.ts'
import { DAY, env, objects } from '../../../support/outbox-under-test.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** What one address may upload within an hour. */
const UPLOADS = 3600
/** A run of the clock may make 1000 calls of D1, and other jobs make theirs. */
const CALLS_MAX = 100

let calls = 0
const counted = <T extends object>(binding: T): T =>
  new Proxy(binding, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      return typeof method !== 'function'
        ? method
        : (...given: unknown[]) => {
            calls++
            return (method as (...all: unknown[]) => unknown).apply(target, given)
          }
    },
  })

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
  const nothing = { uploads: new Set<string>(), references: new Set<string>() }
  await sweepUnclaimed({ DB: counted(DB) as D1Database, FILES: counted(FILES) as R2Bucket }, new Date(DAY), nothing)
  expect(objects.size).toBe(0)
  expect(d1.rows('SELECT 1 FROM file')).toEqual([])
  expect(calls).toBeLessThan(CALLS_MAX)
})
