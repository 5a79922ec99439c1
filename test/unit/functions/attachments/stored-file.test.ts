import { expect, test } from 'vitest'
import { inMemory } from '../../../../functions/attachments/content.ts'
import { checkedName, checkStoredFile } from '../../../../functions/attachments/file-type.ts'
import { hostileDocuments, KINDS_COUNT } from '../../../support/hostile-documents/corpus.ts'

const MEGABYTE = 1_048_576

/** R2 with one file, and what is asked of it. */
function bucketOf(bytes: Uint8Array<ArrayBuffer>) {
  const asked: number[] = []
  const bucket = {
    async get(_key: string, { range = {} }: { range?: { offset?: number; length?: number } } = {}) {
      const { offset = 0, length = bytes.length } = range
      const piece = bytes.subarray(offset, offset + length)
      asked.push(piece.length)
      return Object.assign(new Response(piece), { size: bytes.length })
    },
  } as unknown as R2Bucket
  return { bucket, asked, bytesAsked: () => asked.reduce((sum, length) => sum + length, 0) }
}

/** An archive of so many entries, none of which says what it is. */
function archive(entries: number, bytesEach: number, flags = 0): Buffer<ArrayBuffer> {
  const name = 'x'
  const local = Buffer.alloc(30 + name.length + bytesEach, 7)
  local.fill(0, 0, 30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(flags, 6)
  if (!(flags & 8)) {
    local.writeUInt32LE(bytesEach, 18)
    local.writeUInt32LE(bytesEach, 22)
  }
  local.writeUInt16LE(name.length, 26)
  local.write(name, 30, 'latin1')
  return Buffer.concat(Array.from({ length: entries }, () => local))
}

const outcome = (check: Promise<unknown>) =>
  check.then(
    (name) => `taken as ${String(name)}`,
    (error: Error) => error.message,
  )

test('a document of many megabytes is known by its end, its directory and its list of types', async () => {
  const document = [...hostileDocuments(KINDS_COUNT)].find(({ what }) => what.endsWith(' of several parts'))
  if (!document) throw new Error('There is no such document.')
  const { bucket, asked, bytesAsked } = bucketOf(document.bytes)
  expect(await checkStoredFile(document.name, bucket, 'k', document.bytes.length)).toBe(document.name)
  expect(document.bytes.length).toBeGreaterThan(6 * MEGABYTE)
  expect(asked.length).toBeLessThanOrEqual(5)
  expect(bytesAsked()).toBeLessThanOrEqual(MEGABYTE / 4)
})

test.each([
  ['a thousand entries, all over it', archive(1000, 19_000)],
  ['many entries', archive(4500, 4000)],
  ['two entries of nine megabytes', archive(2, 9 * MEGABYTE)],
  ['entries whose sizes stand behind them', archive(1000, 19_000, 8)],
])('an archive of %s without a directory is read at both ends', async (_, bytes) => {
  const { bucket, bytesAsked } = bucketOf(bytes)
  expect(await outcome(checkStoredFile('a.docx', bucket, 'k', bytes.length))).toMatch(/does not match/)
  expect(bytesAsked()).toBeLessThanOrEqual(MEGABYTE / 4)
})

test('every hostile document is judged in R2 as it is judged in memory', async () => {
  for (const { what, name, bytes } of hostileDocuments(2 * KINDS_COUNT)) {
    if (bytes.length === 0) continue
    const stored = await outcome(checkStoredFile(name, bucketOf(bytes).bucket, 'k', bytes.length))
    expect([what, stored]).toEqual([what, await outcome(checkedName(name, inMemory(bytes)))])
  }
})
