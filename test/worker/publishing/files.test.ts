import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentFile } from '../../../functions/publishing/add-content-file.ts'
import type { Download } from '../../../functions/contract/download.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { EXE, pdf, PNG } from '../../support/sample-files.ts'
import { embeddedSite } from '../../support/shared-sites.ts'

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})

const add = (file: File) => operator.post('/api/admin/files', { file })
const added = async (file: File): Promise<ContentFile> =>
  ((await (await add(file)).json()) as { data: ContentFile }).data
const at = (address: string) => served.site.fetch(`http://www.example${address}`)

describe('a file of the operator', () => {
  test('is served from our own host, a picture in the page and anything else as a download', async () => {
    const offered = async (file: File) => {
      const { address, file_key } = await added(file)
      await operator.ask('POST', '/api/admin/downloads', { file_key, title: 'x' })
      return at(address)
    }
    const shown = await offered(new File([PNG], '그림 1.png'))
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toBe('inline')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
    expect((await offered(pdf('안내서.pdf', 2000))).headers.get('content-disposition')).toMatch(
      /^attachment; .*UTF-8''%EC/,
    )
    await served.site.env.DB.prepare('DELETE FROM download').run()
  })

  test('goes on where a download was interrupted, and is not sent again to whoever has it', async () => {
    const { address, file_key } = await added(pdf('large.pdf', 4000))
    await operator.ask('POST', '/api/admin/downloads', { file_key, title: 'x' })
    const get = (headers: Record<string, string>) => served.site.fetch(`http://www.example${address}`, { headers })
    const whole = await get({})
    const etag = whole.headers.get('etag') ?? ''
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, whole.headers.get('accept-ranges'), bytes.length]).toEqual([200, 'bytes', 4000])

    for (const [range, from, to] of [
      ['bytes=1000-', 1000, 3999],
      ['bytes=0-99', 0, 99],
      ['bytes=3900-9999', 3900, 3999],
      ['bytes=-10', 3990, 3999],
    ] as const) {
      const part = await get({ range, 'if-range': etag })
      expect([part.status, part.headers.get('content-range')], range).toEqual([206, `bytes ${from}-${to}/4000`])
      expect(part.headers.get('content-length')).toBe(String(to - from + 1))
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to + 1))
    }
    for (const [range, version] of [
      ['bytes=1-', '"other"'],
      ['bytes=0-1,5-6', etag],
      ['lines=1-', etag],
    ] as const)
      expect((await get({ range, 'if-range': version })).status).toBe(200)
    const beyond = await get({ range: 'bytes=4000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */4000'])

    for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, '*'])
      expect((await get({ 'if-none-match': known })).status, known).toBe(304)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    await served.site.env.DB.prepare('DELETE FROM download').run()
  })

  test('is checked by its content', async () => {
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="canary()"/>'], 'x.svg')
    const html = new File(['<script>canary()</script>'], 'x.png')
    for (const file of [svg, html, new File([EXE], 'x.pdf'), new File([], 'x.png')])
      expect((await add(file)).status, file.name).toBe(415)
    // The content decides, whatever the name says.
    expect((await added(new File([PNG], 'x.html'))).media_type).toBe('image/png')
  })

  test('that does not exist is a 404', async () => {
    for (const address of ['/content/x/y.png', `/content/${crypto.randomUUID()}/y.png`, '/content/'])
      expect((await at(address)).status).toBe(404)
  })
})

describe('the data page', () => {
  const list = async (): Promise<Download[]> =>
    ((await (await at('/content/downloads')).json()) as { data: Download[] }).data
  const pageOf = async (language: string, query = '') => {
    const address = `http://www.example/support/data${query}`
    return (await served.site.fetch(address, { headers: { 'accept-language': language } })).text()
  }

  test('shows what the operator offers, eight at a time, in the order and language of the operator', async () => {
    expect(await pageOf('en')).toContain('No registered content found.')
    const ids: string[] = []
    for (let number = 1; number <= 10; number += 1) {
      const { file_key } = await added(pdf(`guide-${number}.pdf`, 1000))
      const { download_id } = await operator.ask<{ download_id: string }>('POST', '/api/admin/downloads', {
        file_key,
        title: `안내서 ${number}`,
        title_en: number === 3 ? '' : `Guide ${number}`,
        category: '안내',
        category_en: 'Guides',
      })
      ids.push(download_id)
    }
    expect((await list()).map(({ title }) => title)[0]).toBe('안내서 10')
    const english = await pageOf('en')
    expect(english.match(/href="\/content\//g)).toHaveLength(8)
    expect(english).toContain('<h2 lang="ko">안내서 3</h2>')
    expect(english).toContain('?count=16')
    expect((await pageOf('en', '?count=16')).match(/href="\/content\//g)).toHaveLength(10)

    await operator.call('POST', `/api/admin/downloads/${ids[8]}`, { up: true })
    expect((await list()).map(({ title }) => title).slice(0, 2)).toEqual(['안내서 9', '안내서 10'])

    const change = { title: '새 제목', title_en: 'New title', category: '안내', category_en: 'Guides' }
    expect((await operator.call('PATCH', `/api/admin/downloads/${ids[8]}`, { ...change, version: 1 })).status).toBe(204)
    expect((await operator.call('PATCH', `/api/admin/downloads/${ids[8]}`, { ...change, version: 1 })).status).toBe(409)
    expect(await pageOf('ko')).toContain('새 제목')

    await operator.call('POST', `/api/admin/downloads/${ids[8]}`, { action: 'withdraw' })
    expect(await pageOf('ko')).not.toContain('새 제목')
    await operator.call('POST', `/api/admin/downloads/${ids[8]}`, { action: 'publish-again' })
    expect(await pageOf('ko')).toContain('새 제목')
  })
})
