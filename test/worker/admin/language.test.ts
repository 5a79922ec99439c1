import { beforeAll, expect, test } from 'vitest'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { read, sources } from '../../architecture/tree.ts'
import { type Operator, signIn } from '../../support/operator.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

const served = embeddedSite()
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})

/** Where the form of the language posts to, on a page. */
async function formOn(path: string): Promise<string> {
  const [form = ''] = /<form[^>]*class="language"[^>]*>/.exec(await operator.page(path)) ?? []
  return (/action="([^"]*)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&')
}

test('the language has a form of its own, which leads back to the page with its query', async () => {
  const search = `q=${encodeURIComponent('긴 검색어 '.repeat(15).trim())}`
  for (const path of ['/admin', '/admin/log', `/admin/inquiries?state=new&${search}`]) {
    const action = await formOn(path)
    expect(action).toMatch(/^\/admin\/language\?/)
    const answer = await operator.post(action, { language: 'ko' })
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '', 'http://127.0.0.1')
    expect([back.pathname, [...back.searchParams]]).toEqual([
      path.split('?')[0],
      [...new URLSearchParams(path.split('?')[1])],
    ])
    expect(answer.headers.get('set-cookie')).toContain('i18next=ko')
  }
})

test.each(['//evil.example/admin', 'https://evil.example/admin', '/support/notice', '/administrators', ''])(
  'it leads to the overview instead of %s',
  async (back) => {
    const answer = await operator.post(`/admin/language?${new URLSearchParams({ back })}`, { language: 'ko' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin'])
  },
)

test('a field of that name in another form is a field of that form', async () => {
  const answer = await operator.post('/admin/maintenance', { action: 'on', language: 'ko', start: '' })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null])
  expect(await answer.text()).toContain('<html lang="en">')
})

test('it leads back from the page of a form that failed, as a reload by address does', async () => {
  const sent = await sendInquiry(served.site, SALES)
  const { receipt } = ((await sent.json()) as { data: Receipt }).data
  const page = `/admin/inquiries/${receipt}`
  for (const [path, part] of [
    ['answers', 'answer'],
    ['again', 'answer'],
    ['notes', 'answer'],
    ['reminder', 'reminder'],
    ['admit', 'conversation'],
    ['claim', 'claim'],
    ['claim/end', 'claim'],
  ]) {
    const back = await operator.get(`${page}/${path}?q=Kim`)
    expect([path, back.status, back.headers.get('location')]).toEqual([path, 303, `${page}?q=Kim#${part}`])
  }
  for (const path of ['/admin/language', '/admin/sign-out']) {
    const back = await operator.get(path)
    expect([path, back.status, back.headers.get('location')]).toEqual([path, 303, '/admin'])
  }
})

test('every form of the admin posts to an address that can be asked for', () => {
  const files = sources.filter((file) => file.startsWith('app/admin/')).map(read)
  const routes = (method: 'get' | 'post') =>
    files.flatMap((file) =>
      [...file.matchAll(new RegExp(`\\bpages\\.${method}\\(\\s*([^,]+),`, 'g'))].map(([, path]) => path),
    )
  const shown = new Set(routes('get'))
  expect(routes('post').length).toBeGreaterThan(10)
  expect(routes('post').filter((path) => !shown.has(path))).toEqual([])
})
