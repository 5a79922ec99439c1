import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { LARGE_DOCM, LARGE_DOCX, LARGE_ENCRYPTED, LARGE_MSI, LARGE_ZIP, pdf, ZIP } from '../support/sample-files.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { upload, valueOf } from '../support/visitor-calls.ts'

const MEGABYTE = 1_048_576
const PART = 5 * MEGABYTE
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const randomPdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])

describe('a file larger than one part', () => {
  const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '20000' })
  const objectKeys = async () => (await both.site.env.FILES.list()).objects.map(({ key }) => key)
  afterEach(async () => {
    for (const key of await objectKeys()) await both.site.env.FILES.delete(key)
  })

  test('arrives byte for byte, whatever its size in parts, and nothing of its parts is left', async () => {
    const files = [PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 70_000].map(randomPdf)
    const answer = await upload(
      both.site,
      files.map((bytes, at) => new File([bytes], `${at}.pdf`)),
    )
    expect(answer.status).toBe(200)
    const reference = valueOf(((await answer.json()) as { data: string }).data)
    expect(both.upstream.files.get(reference)?.map(({ part }) => digest(part.bytes))).toEqual(files.map(digest))
    expect((await objectKeys()).filter((key) => !key.startsWith('files/'))).toEqual([])
  })

  test.each([
    ['a document that says at its end what it is', LARGE_DOCX, 'a.docx'],
    ['an encrypted document', LARGE_ENCRYPTED, 'a.xlsx'],
  ])('of %s is accepted', async (_, bytes, name) => {
    expect((await upload(both.site, [new File([bytes], name)])).status).toBe(200)
  })

  test.each([
    ['a document with macros, which it says at its end', LARGE_DOCM, 'a.docx'],
    ['a renamed archive', LARGE_ZIP, 'a.docx'],
    ['a renamed installer whose directory is at its end', LARGE_MSI, 'a.doc'],
    ['an archive with the extension of a PDF', LARGE_ZIP, 'a.pdf'],
    ['a PDF with the extension of a picture', randomPdf(6 * MEGABYTE), 'a.png'],
  ])('of %s is refused, and nothing is stored', async (_, bytes, name) => {
    expect((await upload(both.site, [pdf('good.pdf', 500), new File([bytes], name)])).status).toBe(415)
    expect(await objectKeys()).toEqual([])
    expect(both.upstream.calls).toEqual([])
  })

  test('that is followed by a refused one is deleted, finished or not', async () => {
    expect((await upload(both.site, [pdf('a.pdf', 6 * MEGABYTE), new File([ZIP], 'b.docx')])).status).toBe(415)
    expect((await upload(both.site, [pdf('a.pdf', 21 * MEGABYTE)])).status).toBe(413)
    expect(await objectKeys()).toEqual([])
  })
})
