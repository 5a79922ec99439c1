import { describe, expect, test, vi } from 'vitest'
import { signFileKeys } from '../../functions/attachments/signed-reference.ts'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { pdf } from '../support/sample-files.ts'
import { otherSpelling } from '../support/base64url.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { SALES, sendInquiry, upload, valueOf } from '../support/visitor-calls.ts'

const data = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data
/** The first letter of the signature changed: all its bits count. */
const tampered = (signed: string) => signed.replace(/.(?=[\w-]{42}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))

describe('a file reference', () => {
  const both = remoteSite()
  const reference = async (name = 'a.pdf') => data<string>(await upload(both.site, [pdf(name, 500)]))
  const select = (file_id: string, cookie?: string, host = 'www.example') =>
    both.site.fetch(`http://${host}/api/file/select`, {
      method: 'POST',
      body: JSON.stringify({ file_id }),
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    })
  const download = (key = '') => both.site.fetch(`/api/file/read/${key}/download`)

  test('is the upstream’s own with a signature, which never goes upstream', async () => {
    const signed = await reference('제안서.pdf')
    expect([...both.upstream.files.keys()]).toContain(valueOf(signed))
    const [record] = await data<FileRecord[]>(await select(signed))
    expect((await download(record?.file_key)).status).toBe(200)
    expect((await sendInquiry(both.site, { ...SALES, file_ref_id: signed })).status).toBe(200)
    expect(both.upstream.callsOf('file/select')[0]?.body).toEqual({ file_id: valueOf(signed) })
    expect(both.upstream.inquiries[0]?.body.file_ref_id).toBe(valueOf(signed))
    expect(JSON.stringify(both.upstream.calls.map(({ path, body }) => [path, body]))).not.toContain(signed)
  })

  test.each([
    ['without its signature', valueOf],
    ['with another signature', tampered],
    ['with its signature spelled otherwise', otherSpelling],
    ['with another expiry', (signed: string) => signed.replace(/\.[0-9a-z]+\.([\w-]{43})$/, '.zzzzzz.$1')],
    ['with another value', (signed: string) => `x${signed}`],
  ])('%s opens nothing and is accepted by no inquiry', async (_, change) => {
    const wrong = change(await reference())
    expect((await select(wrong)).status).toBe(404)
    const answer = await sendInquiry(both.site, { ...SALES, file_ref_id: wrong, held_files: [wrong] })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors?.map(({ field }) => field)).toEqual([
      'file_ref_id',
      'held_files.0',
    ])
    expect(both.upstream.callsOf('file/select')).toEqual([])
    expect(both.upstream.inquiries).toEqual([])
  })

  test('belongs to its visitor and brand', async () => {
    const signed = await reference()
    expect((await select(signed, 'XSRF-TOKEN=t')).status).toBe(200)
    expect((await select(signed, 'XSRF-TOKEN=other')).status).toBe(404)
    expect((await select(signed, undefined, 'partner-a.example')).status).toBe(404)
    const headers = { cookie: 'XSRF-TOKEN=other', 'x-xsrf-token': 'other' }
    expect((await sendInquiry(both.site, { ...SALES, file_ref_id: signed }, { headers })).status).toBe(400)
    const partner = { host: 'partner-a.example' }
    expect((await sendInquiry(both.site, { ...SALES, file_ref_id: signed }, partner)).status).toBe(400)
  })

  test('of staged files is signed too, and their inquiry takes them along', async () => {
    both.upstream.faults.set('file/upload', { kind: 'status', status: 503 })
    const { held = '' } = (await (await upload(both.site, [pdf('late.pdf', 500)])).json()) as Problem
    both.upstream.faults.clear()
    expect((await sendInquiry(both.site, { ...SALES, held_files: [valueOf(held)] })).status).toBe(400)
    expect((await sendInquiry(both.site, { ...SALES, held_files: [held] })).status).toBeLessThan(300)
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.inquiries).toHaveLength(1), { timeout: 60_000, interval: 250 })
    const [inquiry] = both.upstream.inquiries
    expect(both.upstream.files.get(String(inquiry?.body.file_ref_id))?.[0]?.part.filename).toBe('late.pdf')
  })

  test('given by the own upstream opens its file also where a remote one is set', async () => {
    await reference('offer.pdf')
    const [row] = await both.site.sql('SELECT upload_id FROM file WHERE name = ?', 'offer.pdf')
    const records = [{ file_key: `${String(row?.upload_id)}-0`, file_name: 'offer.pdf' }]
    const [link] = await signFileKeys(both.site.env, records, 60_000)
    const answer = await download(link?.file_key)
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 500])
    expect(answer.headers.get('content-disposition')).toContain('offer.pdf')
    expect(both.upstream.calls.filter(({ path }) => path.startsWith('file/read'))).toEqual([])
  })

  test('gives links that expire: a day for the visitor, 31 days for the staff', async () => {
    const signed = await reference()
    const [record] = await data<FileRecord[]>(await select(signed))
    await sendInquiry(both.site, { ...SALES, file_ref_id: signed })
    const contents = String(both.upstream.inquiries[0]?.body.contents)
    const staffKey = decodeURIComponent(/file\/read\/([^/]+)\/download/.exec(contents)?.[1] ?? '')
    const days = (key = '') =>
      Math.round((Number.parseInt(key.split('.').at(-2) ?? '', 36) * 1000 - Date.now()) / 86_400_000)
    expect([days(record?.file_key), days(staffKey)]).toEqual([1, 31])
    expect((await download(staffKey)).status).toBe(200)
    for (const wrong of [valueOf(staffKey), tampered(staffKey), otherSpelling(staffKey), signed])
      expect((await download(wrong)).status).toBe(404)
    expect(both.upstream.calls.filter(({ path }) => path.startsWith('file/read'))).toHaveLength(1)
  })
})
