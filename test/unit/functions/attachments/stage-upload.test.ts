import { afterEach, expect, test, vi } from 'vitest'
import { checkStoredFile } from '../../../../functions/attachments/file-type.ts'
import { StagedUpload } from '../../../../functions/attachments/stage-upload.ts'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import type { Env } from '../../../../functions/env.ts'
import { StoreTimeoutError, UpstreamError } from '../../../../functions/errors.ts'
import type { Upstream } from '../../../../functions/upstream/upstream.ts'

afterEach(() => vi.useRealTimers())

test('an Office file of which R2 gives nothing is given up, so that its memory and its place are free', async () => {
  vi.useFakeTimers()
  const { FILES: bucket } = withDeadlines({ FILES: { get: () => new Promise(() => undefined) } as unknown as R2Bucket })
  const checked = checkStoredFile('a.docx', bucket, 'key', 6_000_000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await checked).toBeInstanceOf(StoreTimeoutError)
})

const HANGS = () => new Promise(() => undefined)
const FAILS = () => Promise.reject(new Error('D1_ERROR: internal error'))

test.each([
  ['hangs', 504, HANGS],
  ['fails', 502, FAILS],
])('nothing is stored of a file where D1 %s before its first byte', async (_, status, batch) => {
  vi.useFakeTimers()
  const stored = vi.fn()
  const statement = { bind: () => statement, run: batch }
  const limit = { limit: async () => ({ success: true }) }
  const env = { DB: { prepare: () => statement, batch }, FILES: { put: stored }, UPLOAD_LIMIT: limit }
  const upload = new StagedUpload(withDeadlines(env) as unknown as Env, new Request('http://www.example/'))
  async function* chunks() {
    yield new TextEncoder().encode('%PDF-1.7\n')
  }
  const added = upload
    .add({ name: 'files', filename: 'a.pdf', chunks: chunks() }, 1000)
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await added).toMatchObject({ status })
  expect(stored).not.toHaveBeenCalled()
})

test.each([
  ['hangs before the files are noted', 1, HANGS, false],
  ['fails before the files are noted', 1, FAILS, false],
  ['hangs after the upstream has them', 2, HANGS, true],
  ['fails after the upstream has them', 2, FAILS, true],
])('files are held for a later attempt as soon as they are noted: D1 %s', async (_, nth, breaks, isHeld) => {
  vi.useFakeTimers()
  let calls = 0
  const answer = (value: unknown) => async () => (++calls === nth ? breaks() : value)
  const statement = { bind: () => statement, run: answer({}), all: async () => ({ results: [] }) }
  const DB = { prepare: () => statement, batch: answer([]) }
  const upload = new StagedUpload(withDeadlines({ DB }) as unknown as Env, new Request('http://www.example/'))
  const upstream = { uploadFiles: async () => 'reference' } as unknown as Upstream
  const sent = upload.forward(upstream, { requestId: 'r', whiteLabel: 'w' }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  const failed = await sent
  expect(failed).toBeInstanceOf(UpstreamError)
  if (isHeld) expect(failed).toMatchObject({ held: upload.id })
  else expect(failed).not.toHaveProperty('held', expect.any(String))
})
