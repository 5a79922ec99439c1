import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seoulDay } from '../../../functions/contract/seoul.ts'
import { beginPause } from '../../../functions/database/restore-pause.ts'
import { addInquiry, WAITING } from '../../support/inquiry-row.ts'
import { OpenApi } from '../../support/open-api.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { pdf, PNG } from '../../support/sample-files.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry, upload } from '../../support/visitor-calls.ts'
import { adminRoutes } from '../isolation/admin-routes.ts'

const ROOT = '/api/admin'
const DOCUMENT = `${ROOT}/openapi.json`
let site: Site
let operator: Operator
let api: OpenApi
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example' } })
  operator = await signIn(site)
  api = await OpenApi.of(await operator.get(DOCUMENT))
})
afterAll(() => site.close())

/** Asks with one of the calls of the document, and holds body and answer to it. @returns the `data` of the answer */
async function ask(call: string, values: Record<string, string> = {}, body?: unknown, query = ''): Promise<never> {
  const [method = '', path = ''] = call.split(' ')
  const name = `${method} ${ROOT}${path}`
  const address = ROOT + path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  if (body !== undefined) api.expectBody(name, body)
  const answer = await (method === 'get'
    ? operator.get(address + query)
    : operator.call(method.toUpperCase() as 'POST', address + query, body))
  const value = (await api.expectAnswer(name, answer)) as { data?: unknown } | undefined
  return value?.data as never
}

describe('/api/admin/openapi.json', () => {
  test('needs a proof, and names every route of the JSON API', async () => {
    expect((await site.fetch(`http://www.example${DOCUMENT}`)).status).toBe(403)
    const routes = (await adminRoutes())
      .filter(({ path }) => path.startsWith(ROOT))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(routes.length).toBeGreaterThan(40)
    expect(api.calls.toSorted()).toEqual(routes.toSorted())
  })

  test('says what inquiries answer, from the first look to the destruction', async () => {
    const { data: file_ref_id } = (await (await upload(site, [pdf('offer.pdf', 300)])).json()) as { data: string }
    const sent = async (change: object) =>
      ((await (await sendInquiry(site, { ...SALES, ...change })).json()) as { data: { receipt: string } }).data
    await sent({ subject: 'Before' })
    const one = await sent({ file_ref_id })
    await ask('get /inquiries')
    await ask('get /inquiries', {}, undefined, '?spam=yes&page=1')
    await ask('get /inquiries.csv')
    await ask('get /arrivals', {}, undefined, '?since=0')
    const { files } = (await ask('get /inquiries/{receipt}', one)) as { files: { key: string }[] }
    await ask('get /inquiries/{receipt}/files/{key}', { ...one, key: files[0]?.key ?? '' })
    await ask('get /inquiries/{receipt}/files/{key}', { ...one, key: 'none' })
    await ask('post /inquiries/{receipt}/claim', one)
    await ask('post /inquiries/{receipt}/draft', one, { text: 'Half an answer', cc: 'kim@company.example' })
    await ask('post /inquiries/{receipt}/notes', one, { text: 'Call first.' })
    const { thread } = (await ask('get /inquiries/{receipt}', one)) as { thread: { id: string }[] }
    const answer = { text: '**Yes.**', seen: thread.at(-1)?.id, cc: ['kim@company.example'] }
    const { id } = (await ask('post /inquiries/{receipt}/answers', one, answer)) as { id: string }
    await site.sql("UPDATE message SET state = 'bounced' WHERE id = ?", id)
    await ask('get ')
    await ask('post /inquiries/{receipt}/answers/{id}/again', { ...one, id }, { cc: ['lee@company.example'] })
    await ask('post /inquiries/{receipt}/answers', one, { text: 'Wrong.', cc: ['no address'] })
    const reply = crypto.randomUUID()
    const insert = `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text)
      VALUES (?, ?, 'vcp-x', 'reply', ?, 'park@company.example', 'quarantined', 'Hello.')`
    await site.sql(insert, reply, one.receipt, new Date().toISOString())
    await ask('get /inquiries/{receipt}', one)
    await ask('post /inquiries/{receipt}/replies/{id}/admit', { ...one, id: reply })
    await ask('post /inquiries/{receipt}/replies/{id}/admit', { ...one, id: crypto.randomUUID() })
    await ask('post /inquiries/{receipt}/claim/end', one)
    await ask('post /inquiries/{receipt}/reminder', one, { on: seoulDay(Date.now() + 86_400_000) })
    await ask('get /inquiries/{receipt}', one)
    await ask('patch /inquiries/{receipt}', one, { processed: true })
    await ask('get ')
    await ask('get /inquiries/{receipt}', one)
    await ask('delete /inquiries/{receipt}', one)
    await ask('get /inquiries/{receipt}', one)
    await ask('get /inquiries/{receipt}', { receipt: crypto.randomUUID() })
    await ask('get /inquiries', {}, undefined, '?state=destroyed')

    const waits = { receipt: crypto.randomUUID() }
    const failed = { state: 'undelivered', attempts: 3, last_failure: 'HTTP 401' }
    await addInquiry(site.env.DB, { ...waits, delivery: WAITING }, failed)
    await ask('get ')
    await ask('get /inquiries/{receipt}', waits)
    await ask('post /inquiries/{receipt}/send', waits)
    await ask('post /inquiries', {}, { action: 'destroy', receipts: [waits.receipt, one.receipt] })
    await ask('get /log')
  })

  test('says what boards, documents and files answer', async () => {
    const { file_key } = (await api
      .expectAnswer(`post ${ROOT}/files`, await operator.post(`${ROOT}/files`, { file: new File([PNG], 'chart.png') }))
      .then((value) => (value as { data: never }).data)) as { file_key: string }
    await ask('post /markdown', {}, { source: '**Bold**' })
    await ask('get /categories')
    for (const board of ['notices', 'faq']) {
      const name = { board: board === 'faq' ? 'faq' : 'notice', sub_category_name: '새', sub_category_en_name: 'New' }
      const { sub_category_id } = (await ask('post /categories', {}, name)) as { sub_category_id: string }
      const texts = { sub_category_id, subject: '제목', subject_en: 'Title', contents: '글', contents_en: 'Text' }
      const { board_uuid: id, basis } = (await ask(`post /${board}`, {}, texts)) as {
        board_uuid: string
        basis: string
      }
      const changed = (await ask(`patch /${board}/{id}`, { id }, { ...texts, subject: '새 제목', basis })) as {
        basis: string
      }
      await ask(`post /${board}/{id}`, { id }, { action: 'preview', language: 'ko' })
      const publish = { action: 'publish', basis: changed.basis }
      const published = (await ask(`post /${board}/{id}`, { id }, publish)) as { basis: string }
      await ask(`patch /${board}/{id}`, { id }, { ...texts, basis: published.basis })
      const { basis: drafted } = (await ask(`get /${board}/{id}`, { id })) as { basis: string }
      await ask('get ')
      await ask(`post /${board}/{id}`, { id }, { action: 'discard-draft', basis: drafted })
      await ask(`post /${board}/{id}`, { id }, { action: 'priority', priority: true })
      await ask(`post /${board}/{id}`, { id }, { action: 'withdraw' })
      await ask(`get /${board}`)
      await ask(`get /${board}/{id}`, { id: 'none' })
    }

    const ids: string[] = []
    for (const sub_category_name of ['하나', '둘']) {
      const body = { board: 'faq', sub_category_name, sub_category_en_name: sub_category_name === '둘' ? 'Two' : 'One' }
      ids.push(((await ask('post /categories', {}, body)) as { sub_category_id: string }).sub_category_id)
    }
    const [id = ''] = ids
    await ask('patch /categories/{id}', { id }, { sub_category_name: '셋', sub_category_en_name: 'Three' })
    await ask('post /categories/{id}', { id }, { up: true })
    await ask('delete /categories/{id}', { id })

    const added = (await ask('post /downloads', {}, { file_key, title: '안내서', draft: true })) as {
      download_id: string
    }
    const document = { id: added.download_id }
    await ask('get /downloads')
    await ask('patch /downloads/{id}', document, { title: '설명서', version: 1 })
    await ask('post /downloads/{id}', document, { action: 'publish' })
    await ask('post /downloads/{id}', document, { action: 'withdraw' })
    await ask('delete /downloads/{id}', document)
  })

  test('says what the rest answers, and nothing that no test has seen', async () => {
    const texts = { title: 'Prices', text: '네', text_en: 'Yes' }
    const { id } = (await ask('post /answers', {}, texts)) as { id: string }
    await ask('get /answers')
    await ask('patch /answers/{id}', { id }, { ...texts, title: 'Price', version: 1 })
    await ask('delete /answers/{id}', { id })
    await ask('get /maintenance')
    const announced = { start: '2099-01-01T00:00+09:00', hours: 1, reason_ko: '점검', reason_en: 'Service' }
    await ask('post /maintenance', {}, announced)
    await ask('get /maintenance')
    await ask('get ')
    await ask('delete /maintenance')
    await beginPause(site.env.DB, new Date())
    await ask('get ')
    await ask('delete /pause')
    await ask('delete /pause')
    await ask('get /openapi.json')
    expect(api.unseen).toEqual([])
  })
})
