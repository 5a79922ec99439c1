import { beforeAll, describe, expect, test } from 'vitest'
import { sign } from '../../../functions/http/signature.ts'
import { sampleBoards } from '../../support/boards.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import { seedEmbedded } from '../../support/site.ts'

const served = embeddedSite()
let operator: Operator
let id: string
beforeAll(async () => {
  const { site } = served
  operator = await signIn(site)
  await seedEmbedded(site.env.DB, sampleBoards('preview', { notices: 2, questions: 1 }), 'default')
  const draft = {
    sub_category_id: 'default:n-service',
    subject: '초안',
    subject_en: 'Draft',
    contents: '본문',
    contents_en: 'Body',
  }
  id = (await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', draft)).board_uuid
})

const address = async (language: 'ko' | 'en') =>
  (await operator.ask<{ address: string }>('POST', `/api/admin/notices/${id}`, { action: 'preview', language })).address
const open = (path: string) => served.site.fetch(`http://www.example${path}`)

describe('a preview address', () => {
  test('shows the draft in its language to whoever has it, as the public page will, in no cache and no index', async () => {
    for (const [language, subject] of [
      ['ko', '초안'],
      ['en', 'Draft'],
    ] as const) {
      const answer = await open(await address(language))
      const html = await answer.text()
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('x-robots-tag')).toBe('noindex')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(html).toContain(`<h1>${subject}</h1>`)
      expect(html).toContain('<footer')
    }
    expect((await open(`/support/notice/${id}`)).status).toBe(404)
  })

  test('opens nothing else: another language, entry or board, a forged or expired proof', async () => {
    const valid = new URL(await address('ko'), 'http://www.example')
    const proof = valid.searchParams.get('preview') ?? ''
    const wrong = [
      `/support/notice/${id}?lng=en&preview=${proof}`,
      `/support/faq/${id}?lng=ko&preview=${proof}`,
      `/support/notice/${id}?lng=ko&preview=${proof.slice(0, -2)}`,
      `/support/notice/${id}?lng=ko&preview=`,
      `/support/notice/${id}?lng=ko&preview=${proof.replace(/\.\w+\./, '.zzzzzz.')}`,
      `/support/notice/${id}?lng=en&preview=${proof.replace(/^ko/, 'en')}`,
      `/support/notice/${id}?lng=ko&preview=${await sign(served.site.env, ['preview', id], 'ko..', -1000)}`,
    ]
    for (const path of wrong) expect((await open(path)).status, path).toBe(404)
    const other = await open(`/support/notice/preview-notice-1?lng=ko&preview=${proof}`)
    expect([other.status, await other.text()]).toMatchObject([200, expect.not.stringContaining('초안')])
  })
})

describe('the preview of an entry of one brand', () => {
  const HOSTS = { a: 'partner-a.localhost', b: 'partner-b.localhost', default: 'www.example' }
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  /** A draft of partner B with a picture that nobody has published. */
  async function draftOfB() {
    const sent = await operator.post('/api/admin/files', { file: new File([PNG], 'b.png') })
    const { address: picture } = ((await sent.json()) as { data: { address: string } }).data
    const { board_uuid } = await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', {
      sub_category_id: 'all:n-service',
      subject: '파트너의 초안',
      contents: `![](${picture})`,
      white_label: 'partner-b',
    })
    const asked = { action: 'preview', language: 'ko' }
    const { address } = await operator.ask<{ address: string }>('POST', `/api/admin/notices/${board_uuid}`, asked)
    return { board_uuid, url: new URL(address) }
  }
  const at = (host: string, path: string) => served.site.fetch(`http://${host}${path}`)
  const pictureIn = (html: string) =>
    (/<img[^>]* src="([^"]*\/content\/[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

  test('opens on its host alone, and so do its files', async () => {
    const { url } = await draftOfB()
    expect(url.hostname).toBe(HOSTS.b)
    const page = await at(HOSTS.b, url.pathname + url.search)
    const html = await page.text()
    expect([page.status, html]).toMatchObject([200, expect.stringContaining('<h1>파트너의 초안</h1>')])
    expect(html).toContain('data-brand="partner-b"')
    const statusAt = async (host: string, path: string) => (await at(host, path)).status
    expect(await statusAt(HOSTS.b, pictureIn(html))).toBe(200)
    for (const host of [HOSTS.a, HOSTS.default]) {
      expect(await statusAt(host, url.pathname + url.search), host).toBe(404)
      expect(await statusAt(host, pictureIn(html)), host).toBe(404)
    }
  })

  test('is in the editor of the admin’s host in the dress of its brand, for operators alone', async () => {
    const { board_uuid, url } = await draftOfB()
    const path = `/admin/notices/${board_uuid}`
    const editor = (await operator.page(path, 'ko')).replaceAll('&amp;', '&')
    expect(editor).toContain(`src="${path}/page?lng=ko"`)
    expect(editor).toContain(`href="${url.origin}${url.pathname}?lng=ko`)
    const framed = await operator.get(`${path}/page?lng=ko`)
    expect([framed.status, framed.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    const html = await framed.text()
    expect(html).toContain('<h1>파트너의 초안</h1>')
    expect(html).toContain('data-brand="partner-b"')
    expect((await at('127.0.0.1', pictureIn(html))).status).toBe(200)
    expect((await at(HOSTS.a, pictureIn(html))).status).toBe(404)
    expect((await at('127.0.0.1', `${path}/page?lng=ko`)).status).toBe(403)
  })
})
