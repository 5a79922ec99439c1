import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import en from '../../app/i18n/en/error.json'
import type { Problem } from '../../functions/contract/problem.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { pdf } from '../support/sample-files.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

const KEY = '11111111-1111-4111-8111-111111111111'

let site: Site
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, UPSTREAM_TIMEOUT_MS: '500' } })
})
afterAll(() => site.close())

describe.each(['DB slow', 'DB fails'])('a visitor of a site with "%s"', (fault) => {
  const ask = (path: string) =>
    site.fetch(`http://www.example${path}`, { headers: { 'accept-language': 'en', 'x-binding-fault': fault } })

  test('gets the page of a list that cannot be had, whole and with its layout', async () => {
    const answer = await ask('/support/data')
    const html = await answer.text()
    expect(answer.status).toBe(502)
    expect(html).toContain(`Error occurred: ${en.code[fault === 'DB slow' ? 'upstream-timeout' : 'upstream-failed']}`)
    expect(html).toContain('<footer')
  })

  test.each(['/content/downloads', `/content/${KEY}/a.png`, `/content/${KEY}/a.png?preview=x`])(
    'gets a problem that says so: %s',
    async (path) => {
      const answer = await ask(path)
      const { code } = (await answer.json()) as Problem
      expect([answer.status, code]).toEqual(fault === 'DB slow' ? [504, 'upstream-timeout'] : [502, 'upstream-failed'])
    },
  )

  test('gets a problem for the preview of a draft too, as a page with its layout', async () => {
    const operator = await signIn(site)
    const draft = { subject: 'Secret draft', contents: 'Text', sub_category_id: '' }
    const { board_uuid } = await operator.ask<{ board_uuid: string }>('POST', '/api/admin/notices', draft)
    const asked = { action: 'preview', language: 'en' }
    const { address } = await operator.ask<{ address: string }>('POST', `/api/admin/notices/${board_uuid}`, asked)
    const { pathname, search } = new URL(address, 'http://www.example')
    const answer = await ask(pathname + search)
    const html = await answer.text()
    expect([answer.status, html]).toEqual([502, expect.stringContaining('Error occurred: ')])
    expect(html).toContain('<footer')
    expect(html).not.toContain(draft.subject)
  })

  test('is told that an inquiry was not stored, and to send it again', async () => {
    const answer = await sendInquiry(site, { ...SALES, content: fault }, { headers: { 'x-binding-fault': fault } })
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'not-stored' })])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is told so of an inquiry with a file too', async () => {
    const { data } = (await (await upload(site, [pdf('a.pdf', 100)])).json()) as { data: string }
    const sent = { ...SALES, content: `A file, ${fault}`, file_ref_id: data }
    const answer = await sendInquiry(site, sent, { headers: { 'x-binding-fault': fault } })
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'not-stored' })])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sendInquiry(site, sent)).status).toBe(200)
  })

  test('is told that the state of a receipt cannot be shown now', async () => {
    const receipt = crypto.randomUUID()
    const shown = await ask(`/support/request/status?receipt=${receipt}`)
    expect([shown.status, await shown.text()]).toEqual([502, expect.stringContaining('The status cannot be shown')])
    const told = await ask(`/api/board/inquiry/${receipt}`)
    expect(told.status).toBe(fault === 'DB slow' ? 504 : 502)
  })
})
