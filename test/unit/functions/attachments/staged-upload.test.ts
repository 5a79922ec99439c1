import { afterEach, expect, test, vi } from 'vitest'
import { checkStoredFile } from '../../../../functions/attachments/file-type.ts'
import { openReference, signReference } from '../../../../functions/attachments/signed-reference.ts'
import { StagedUpload } from '../../../../functions/attachments/staged-upload.ts'
import type { Env } from '../../../../functions/env.ts'
import { StoreTimeoutError, UpstreamError } from '../../../../functions/errors.ts'
import type { Upstream } from '../../../../functions/upstream/upstream.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const HOUR = 3_600_000
const HOLDER = { brandId: 'vcp-x', visitor: 'a' }
afterEach(() => vi.useRealTimers())

test('an id of staged files that is signed again late is valid as long as the files are kept, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T00:00:00Z') })
  const uploaded = new Date()
  const object = { key: 'held/u/000', size: 1, uploaded, customMetadata: { name: 'a.pdf', field: 'files' } }
  const env = {
    DB: new SqliteD1().binding,
    FILES: { list: async () => ({ objects: [object] }) },
    UPLOAD_LIMIT: { limit: async () => ({ success: true }) },
    UPLOAD_BYTES_LIMIT: { limit: async () => ({ success: true }) },
  } as unknown as Env
  vi.setSystemTime(uploaded.getTime() + 23 * HOUR)
  const upload = new StagedUpload(env, new Request('http://www.example/'))
  await upload.addStaged('u')
  const signed = await signReference(env, HOLDER, await upload.complete(), upload.stagedAt)
  expect(await openReference(env, HOLDER, signed)).toBe('u')
  vi.setSystemTime(uploaded.getTime() + 24 * HOUR + 1000)
  await expect(openReference(env, HOLDER, signed)).rejects.toThrow('expired')
})

test('a file takes no more memory than its request announces, so that many small ones arrive slowly at the same time', async () => {
  const limit = { limit: async () => ({ success: true }) }
  const FILES = { put: async () => ({}) }
  const env = { FILES, UPLOAD_LIMIT: limit, UPLOAD_BYTES_LIMIT: limit } as unknown as Env
  const end = Promise.withResolvers<void>()
  let arrived = 0
  async function* chunks() {
    yield new TextEncoder().encode('%PDF-1.7\n')
    arrived++
    await end.promise
  }
  const staged = Array.from({ length: 30 }, (_, nth) => {
    const headers = { 'content-length': '1000000', 'cf-connecting-ip': `192.0.2.${nth}` }
    const upload = new StagedUpload(env, new Request('http://www.example/', { method: 'POST', headers }))
    return upload.add({ name: 'files', filename: 'a.pdf', chunks: chunks() }, 20_000_000)
  })
  await vi.waitFor(() => expect(arrived).toBe(30))
  end.resolve()
  await Promise.all(staged)
})

test('an Office file of which R2 gives nothing is given up, so that its memory and its place are free', async () => {
  vi.useFakeTimers()
  const bucket = { get: () => new Promise(() => undefined) } as unknown as R2Bucket
  const checked = checkStoredFile('a.docx', bucket, 'key', 6_000_000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await checked).toBeInstanceOf(StoreTimeoutError)
})

test.each([
  ['hangs', () => new Promise(() => undefined)],
  ['fails', () => Promise.reject(new Error('put: internal error (10001)'))],
])(
  'files of several uploads stay where they are, to be named again, where R2 %s while it brings them together',
  async (_, put) => {
    vi.useFakeTimers()
    const object = { size: 1, uploaded: new Date(), customMetadata: { name: 'a.pdf', field: 'files' } }
    const list = async ({ prefix }: { prefix: string }) => ({ objects: [{ ...object, key: `${prefix}000` }] })
    const limit = { limit: async () => ({ success: true }) }
    const FILES = { list, put, get: async () => ({ body: null }) }
    const upload = new StagedUpload(
      { FILES, UPLOAD_LIMIT: limit, UPLOAD_BYTES_LIMIT: limit } as unknown as Env,
      new Request('http://www.example/'),
    )
    for (const id of ['u', 'v']) await upload.addStaged(id)
    const upstream = { uploadFiles: async () => 'reference' } as unknown as Upstream
    const sent = upload.forward(upstream, { requestId: 'r', whiteLabel: 'w' }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(15_000)
    const failed = await sent
    expect(failed).toBeInstanceOf(UpstreamError)
    expect(failed).not.toHaveProperty('held', expect.any(String))
  },
)

test.each([
  ['fails', () => Promise.reject(new Error('list: internal error (10001)')), 502],
  ['hangs', () => new Promise(() => undefined), 504],
])(
  'a request that names staged files is answered by a problem of the upstream where R2 %s',
  async (_, list, status) => {
    vi.useFakeTimers()
    const failed = new StagedUpload({ FILES: { list } } as unknown as Env, new Request('http://www.example/'))
      .addStaged('u')
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await failed).toMatchObject({ status })
  },
)

test.each([
  ['hangs before the files are sent', { list: () => new Promise(() => undefined) }],
  ['hangs after the upstream has them', { put: () => new Promise(() => undefined) }],
  ['fails after the upstream has them', { put: () => Promise.reject(new Error('put: internal error (10001)')) }],
])('files are held for a later attempt where R2 %s', async (_, r2) => {
  vi.useFakeTimers()
  const FILES = { list: async () => ({ objects: [] }), put: async () => ({}), ...r2 }
  const upload = new StagedUpload({ FILES } as unknown as Env, new Request('http://www.example/'))
  const upstream = { uploadFiles: async () => 'reference' } as unknown as Upstream
  const sent = upload.forward(upstream, { requestId: 'r', whiteLabel: 'w' }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(15_000)
  const failed = await sent
  expect(failed).toBeInstanceOf(UpstreamError)
  expect(failed).toMatchObject({ held: upload.id })
})
