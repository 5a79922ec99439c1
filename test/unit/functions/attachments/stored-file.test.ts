import { expect, test } from 'vitest'
import { inMemory } from '../../../../functions/attachments/file-bytes.ts'
import { checkedName, checkStoredFile } from '../../../../functions/attachments/file-type.ts'
import {
  DOCX,
  ENCRYPTED,
  EXE,
  LARGE_DOCM,
  LARGE_DOCX,
  LARGE_ENCRYPTED,
  LARGE_MSI,
  LARGE_ZIP,
  MSI,
  PNG,
  ZIP,
} from '../../../support/sample-files.ts'

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
  const { bucket, asked, bytesAsked } = bucketOf(LARGE_DOCX)
  expect(await checkStoredFile('a.docx', bucket, 'k', LARGE_DOCX.length)).toBe('a.docx')
  expect(LARGE_DOCX.length).toBeGreaterThan(6 * MEGABYTE)
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

test.each([
  ['a document', DOCX],
  ['an encrypted one', ENCRYPTED],
  ['a picture', PNG],
  ['a program', EXE],
  ['an installer', MSI],
  ['an archive', ZIP],
  ['a large document', LARGE_DOCX],
  ['a large one with macros', LARGE_DOCM],
  ['a large encrypted one', LARGE_ENCRYPTED],
  ['a large installer', LARGE_MSI],
  ['a large archive', LARGE_ZIP],
  ['a document that is cut off', LARGE_DOCX.subarray(0, LARGE_DOCX.length - 40)],
])('%s is judged in R2 as it is judged in memory, under each name', async (_, bytes) => {
  for (const name of ['a.pdf', 'a.png', 'a.doc', 'a.docx', 'a']) {
    const stored = await outcome(checkStoredFile(name, bucketOf(bytes).bucket, 'k', bytes.length))
    expect([name, stored]).toEqual([name, await outcome(checkedName(name, inMemory(bytes)))])
  }
})
