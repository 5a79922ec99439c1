import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentFile } from '../../../functions/publishing/add-content-file.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { pdf, PNG } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})

const added = async (file: File): Promise<ContentFile> =>
  ((await (await operator.post('/api/admin/files', { file })).json()) as { data: ContentFile }).data
const get = (address: string, host = 'www.example', headers: Record<string, string> = {}) =>
  served.site.fetch(`http://${host}${address}`, { headers })
const statusOf = async (address: string, host?: string) => (await get(address, host)).status
const act = (id: string, action: object) => operator.ask<{ basis: string }>('POST', `/api/admin/notices/${id}`, action)
const write = (contents: string, white_label: string | null = null) =>
  operator.ask<{ board_uuid: string; basis: string }>('POST', '/api/admin/notices', {
    sub_category_id: 'all:n-service',
    subject: '그림이 있는 공지',
    subject_en: '',
    contents,
    contents_en: '',
    white_label,
  })
const bytesOf = async ({ file_key }: ContentFile) => (await served.site.env.FILES.head(`content/${file_key}`)) !== null
/** Runs what the clock starts, then once more as if a day had passed since. */
async function sweep(): Promise<void> {
  await served.site.scheduled(new Date())
  await served.site.env.DB.prepare(
    "UPDATE content_file SET unnamed_since = '2020-01-01T00:00:00.000Z' WHERE unnamed_since IS NOT NULL",
  ).run()
  await served.site.scheduled(new Date())
}
/** As if the files had been sent long ago. */
const age = () => served.site.env.DB.prepare("UPDATE content_file SET added_at = '2020-01-01T00:00:00.000Z'").run()

describe('a picture of a notice', () => {
  test('is served while the notice is public, on the hosts that show it, and 404 from its withdrawal on', async () => {
    const { address } = await added(new File([PNG], 'a.png'))
    expect(await statusOf(address)).toBe(404)
    const { board_uuid: id, basis } = await write(`![](${address})`, 'partner-a')
    expect(await statusOf(address)).toBe(404)
    await act(id, { action: 'publish', basis })
    const shown = await get(address, 'partner-a.example')
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(await statusOf(address)).toBe(404)
    const etag = shown.headers.get('etag') ?? ''
    expect((await get(address, 'partner-a.example', { 'if-none-match': etag })).status).toBe(304)
    await act(id, { action: 'withdraw' })
    expect((await get(address, 'partner-a.example', { 'if-none-match': etag })).status).toBe(404)
  })

  test('is not served before the time for which the notice is scheduled', async () => {
    const { address } = await added(new File([PNG], 'later.png'))
    const { board_uuid: id, basis } = await write(`![](${address})`)
    await act(id, { action: 'publish', basis, at: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await statusOf(address)).toBe(404)
    const clock = "UPDATE board_item SET published_at = '2026-01-01T00:00:00.000Z' WHERE board_uuid = ?"
    await served.site.env.DB.prepare(clock).bind(id).run()
    expect(await statusOf(address)).toBe(200)
    await act(id, { action: 'withdraw' })
  })

  test('that nobody has published is shown by a preview to whoever has its address, and kept by no cache', async () => {
    const { address } = await added(new File([PNG], 'b.png'))
    const other = await added(new File([PNG], 'c.png'))
    const { board_uuid: id } = await write(`![](${address})`)
    const asked = { action: 'preview', language: 'ko' }
    const preview = await operator.ask<{ address: string }>('POST', `/api/admin/notices/${id}`, asked)
    const html = await (await get(preview.address)).text()
    const picture = /<img[^>]* src="([^"]*\/content\/[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const shown = await get(picture)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await statusOf(picture.replace(address, other.address))).toBe(404)
    expect(await statusOf(picture.slice(0, -3))).toBe(404)
    const { html: written } = await operator.ask<{ html: string }>('POST', '/api/admin/markdown', {
      source: `![](${other.address})`,
    })
    expect(await statusOf(/src="([^"]*)"/.exec(written)?.[1] ?? '')).toBe(200)
  })

  test('is destroyed once no entry, draft or kept version has named it for a day', async () => {
    const [kept, drafted, unnamed] = [
      await added(new File([PNG], 'kept.png')),
      await added(new File([PNG], 'drafted.png')),
      await added(new File([PNG], 'unnamed.png')),
    ]
    const { board_uuid: id, basis } = await write(`![](${kept.address})`)
    const { basis: next } = await act(id, { action: 'publish', basis })
    const change = {
      sub_category_id: 'all:n-service',
      subject: '그림이 없는 공지',
      subject_en: '',
      contents: '',
      contents_en: '',
    }
    const saved = await operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, {
      ...change,
      contents: '글',
      basis: next,
    })
    await act(id, { action: 'publish', basis: saved.basis })
    const draft = await write(`![](${drafted.address})`)
    await served.site.scheduled(new Date())
    expect(await bytesOf(unnamed)).toBe(true)
    await sweep()
    expect([await bytesOf(kept), await bytesOf(drafted), await bytesOf(unnamed)]).toEqual([true, true, false])
    await act(draft.board_uuid, { action: 'discard-draft', basis: draft.basis }).catch(() => undefined)
    await sweep()
    expect([await bytesOf(kept), await bytesOf(drafted)]).toEqual([true, false])
  })
})

describe('a file that was sent long ago', () => {
  const change = { sub_category_id: 'all:n-service', subject: '공지', subject_en: '', contents_en: '' }
  const save = (id: string, basis: string, contents: string) =>
    operator.ask<{ basis: string }>('PATCH', `/api/admin/notices/${id}`, { ...change, contents, basis })

  test('is there for a day after a draft has let go of it, and a whole one when another took it meanwhile', async () => {
    const file = await added(new File([PNG], 'moved.png'))
    const { board_uuid: id, basis } = await write(`![](${file.address})`)
    await age()
    await served.site.scheduled(new Date())
    const { basis: without } = await save(id, basis, '글')
    await served.site.scheduled(new Date())
    expect(await bytesOf(file)).toBe(true)
    await served.site.env.DB.prepare("UPDATE content_file SET unnamed_since = '2020-01-01' WHERE file_key = ?")
      .bind(file.file_key)
      .run()
    const { basis: next } = await save(id, without, `![](${file.address})`)
    await save(id, next, '글')
    await served.site.scheduled(new Date())
    expect(await bytesOf(file)).toBe(true)
    await sweep()
    expect(await bytesOf(file)).toBe(false)
  })

  test('is there for a day after another one has taken its place on the data page', async () => {
    const [first, second] = [await added(pdf('old.pdf', 500)), await added(pdf('new.pdf', 500))]
    const fields = { title: '안내서', title_en: '', category: '', category_en: '' }
    const { download_id: id } = await operator.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
      ...fields,
      file_key: first.file_key,
    })
    await age()
    await operator.call('PATCH', `/api/admin/downloads/${id}`, { ...fields, version: 1, file_key: second.file_key })
    await served.site.scheduled(new Date())
    expect([await bytesOf(first), await bytesOf(second)]).toEqual([true, true])
    await sweep()
    expect([await bytesOf(first), await bytesOf(second)]).toEqual([false, true])
  })
})

describe('a document of the data page', () => {
  const fields = { title: '안내서', title_en: '', category: '', category_en: '' }
  const offer = async (file: ContentFile) =>
    (
      await operator.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
        ...fields,
        file_key: file.file_key,
      })
    ).download_id

  test('is served until it is replaced or withdrawn', async () => {
    const [first, second] = [await added(pdf('1.pdf', 500)), await added(pdf('2.pdf', 500))]
    const id = await offer(first)
    expect(await statusOf(first.address)).toBe(200)
    await operator.call('PATCH', `/api/admin/downloads/${id}`, { ...fields, version: 1, file_key: second.file_key })
    expect([await statusOf(first.address), await statusOf(second.address)]).toEqual([404, 200])
    await operator.call('POST', `/api/admin/downloads/${id}`, { action: 'withdraw' })
    expect(await statusOf(second.address)).toBe(404)
  })

  test('is destroyed with its file by Delete, which the operator has once it is withdrawn', async () => {
    const file = await added(pdf('3.pdf', 500))
    const id = await offer(file)
    const remove = () => operator.call('DELETE', `/api/admin/downloads/${id}`)
    expect((await remove()).status).toBe(404)
    expect(await bytesOf(file)).toBe(true)
    await operator.call('POST', `/api/admin/downloads/${id}`, { action: 'withdraw' })
    expect(await operator.page('/admin/downloads')).toContain('The document and its file are deleted.')
    const answer = await operator.post('/admin/downloads', { action: 'delete', id })
    expect(answer.status).toBe(303)
    expect(await bytesOf(file)).toBe(false)
    expect((await remove()).status).toBe(404)
    expect(await operator.page('/admin/log')).toContain('Deleted a document')
  })
})
