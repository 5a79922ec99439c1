import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareState, withLocalState } from '../../functions/cli/local-state.ts'
import { sweepUnclaimed } from '../../functions/scheduled/sweep-unclaimed-files.ts'
import { embeddedFiles } from '../../functions/upstream/embedded/file.ts'
import type { OutgoingFile } from '../../functions/upstream/upstream.ts'

/* The embedded upstream's files over real D1 and R2, ended at any step of an upload. */

type Storage = Parameters<typeof embeddedFiles>[0]
const CALL = { requestId: 'r', whiteLabel: 'default' }
const HOUR_MS = 3_600_000

const upload = crypto.randomUUID()
const files: OutgoingFile[] = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({
  name,
  type: 'application/pdf',
  size: name.length,
  open: async () => new Blob([name]).stream() as ReadableStream<Uint8Array>,
}))

class Death extends Error {}

/** The storage as seen by a process that dies at its nth write, right before it or right after. */
function dyingAt({ DB, FILES }: Storage, step: number, when: 'before' | 'after'): Storage {
  let writes = 0
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    writes++
    if (writes === step && when === 'before') throw new Death()
    const result = await work()
    if (writes === step) throw new Death()
    return result
  }
  return {
    DB: Object.assign(Object.create(DB) as D1Database, {
      prepare: (sql: string) => DB.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => write(() => DB.batch(statements)),
    }),
    FILES: Object.assign(Object.create(FILES) as R2Bucket, {
      get: (key: string) => FILES.get(key),
      // The proxy of the bindings takes no stream without a length.
      put: (key: string, body: ReadableStream) =>
        write(async () => FILES.put(key, await new Response(body).arrayBuffer())),
    }),
  }
}

describe('an upload to the embedded upstream', () => {
  let stateDir: string
  let storage: Storage
  let done: () => void
  let closed: Promise<void>
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-files-'))
    await prepareState(stateDir)
    await new Promise<void>((ready) => {
      closed = withLocalState(stateDir, (bindings) => {
        storage = bindings
        ready()
        return new Promise<void>((end) => {
          done = end
        })
      })
    })
  })
  afterAll(async () => {
    done()
    await closed
    await rm(stateDir, { recursive: true, force: true })
  })

  const objects = async () => (await storage.FILES.list()).objects.map(({ key }) => key)
  const rows = async () => (await storage.DB.prepare('SELECT file_key FROM file').all<{ file_key: string }>()).results
  const sweep = (hours: number, uploads: string[] = []) =>
    sweepUnclaimed(
      storage as never,
      new Date(Date.now() + hours * HOUR_MS),
      { uploads: new Set(uploads), references: new Set() },
      1000,
    )
  afterEach(() => sweep(25))

  const STEPS = [1, 2, 3, 4].flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const])
  test.each(STEPS)('that dies at write %i, %s it, leaves nothing that survives a day', async (step, when) => {
    await expect(embeddedFiles(dyingAt(storage, step, when)).uploadFiles(upload, files, CALL)).rejects.toThrow()
    const known = (await rows()).map(({ file_key }) => `files/${file_key}`)
    expect(known).toEqual(expect.arrayContaining(await objects()))
    // The run of the hour before the day is over.
    await sweep(23.1)
    expect([await objects(), await rows()]).toEqual([[], []])
  })

  test('that is repeated overwrites what the earlier attempts have left', async () => {
    for (const [step, when] of STEPS)
      await embeddedFiles(dyingAt(storage, step, when))
        .uploadFiles(upload, files, CALL)
        .catch(() => null)
    const reference = await embeddedFiles(dyingAt(storage, 0, 'after')).uploadFiles(upload, files, CALL)
    const records = await embeddedFiles(storage).selectFiles(reference, CALL)
    expect(records.map(({ file_name }) => file_name)).toEqual(['one.pdf', 'two.pdf', 'three.pdf'])
    expect((await objects()).toSorted()).toEqual(records.map(({ file_key }) => `files/${file_key}`).toSorted())
    const { body } = await embeddedFiles(storage).readFile(records[1]?.file_key ?? '', CALL)
    expect(await new Response(body).text()).toBe('two.pdf')
  })

  test('is kept while the inquiry that it belongs to is queued', async () => {
    await embeddedFiles(dyingAt(storage, 0, 'after')).uploadFiles(upload, files, CALL)
    await sweep(25, [upload])
    expect(await objects()).toHaveLength(3)
  })
})
