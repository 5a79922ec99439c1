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
      `/support/notice/${id}?lng=ko&preview=${await sign(served.site.env, ['preview', id], 'ko', -1000)}`,
    ]
    for (const path of wrong) expect((await open(path)).status, path).toBe(404)
    const other = await open(`/support/notice/preview-notice-1?lng=ko&preview=${proof}`)
    expect([other.status, await other.text()]).toMatchObject([200, expect.not.stringContaining('초안')])
  })
})
