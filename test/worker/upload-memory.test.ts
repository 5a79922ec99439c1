import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareState } from '../../functions/cli/local-state.ts'
import { MEGABYTE } from '../../functions/contract/attachments.ts'
import { watchHeap } from '../bench/heap.ts'
import { startKillableWorker } from '../bench/killable-worker.ts'
import { uploads } from '../bench/uploads.ts'
import { ADMIN_TOKEN } from '../support/operator.ts'

test('two visitors upload five files of 10 MB each at once: all ten arrive byte for byte, in less than 128 MB', async () => {
  const figures = await uploads({ visitors: 2, filesEach: 5, megabytes: 10 })
  console.table(figures)
  expect(figures).toMatchObject({ files: 10, intact: 10 })
  expect(figures.peakMegabytes).toBeGreaterThan(10)
  expect(figures.peakMegabytes).toBeLessThan(128)
}, 300_000)

test('an operator uploads 19.5 MB in parts, like a visitor', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-operator-upload-'))
  await prepareState(stateDir)
  const worker = await startKillableWorker(stateDir, { ADMIN_TOKEN })
  try {
    const signedIn = await fetch(`${worker.origin}/admin?token=${ADMIN_TOKEN}`, { redirect: 'manual' })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const upload = async (megabytes: number) => {
      const form = new FormData()
      form.set('file', new File(['%PDF-1.7\n', randomBytes(megabytes * MEGABYTE)], 'a.pdf'))
      const headers = { cookie, origin: worker.origin, 'sec-fetch-site': 'same-origin' }
      return (await fetch(`${worker.origin}/api/admin/files`, { method: 'POST', body: form, headers })).status
    }
    // The code is loaded before it is measured.
    expect(await upload(0.1)).toBe(201)
    const idle = await watchHeap(worker.inspectorPort)
    const before = (await idle.stop()) / MEGABYTE
    const heap = await watchHeap(worker.inspectorPort)
    expect(await upload(19.5)).toBe(201)
    const more = (await heap.stop()) / MEGABYTE - before
    console.log(`${more.toFixed(1)} MB more`)
    expect(more).toBeLessThan(40)
  } finally {
    await worker.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}, 300_000)
