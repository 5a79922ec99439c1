import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readInquiryRow } from '../../../functions/database/inquiry-row.ts'
import type { ListRow } from '../../../functions/database/inquiry-search.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { addInquiry, NEW_INQUIRY, WAITING } from '../../support/inquiry-row.ts'
import { cellsOf } from '../../support/csv.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'
import { mail, REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

/* What is done with more than one inquiry: the export, and several that were chosen. */
let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
  operator = await signIn(site)
})
afterAll(() => site.close())

const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
async function send(body: object): Promise<string> {
  const { receipt } = await data<Receipt>(await sendInquiry(site, { ...SALES, ...body }, { host: 'www.example' }))
  expect((await readInquiryRow(site.env.DB, receipt))?.state).toBe('new')
  return receipt
}
const list = (query = '') => operator.ask<{ rows: ListRow[] }>('GET', `/api/admin/inquiries${query}`)
const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
const lastLog = async () => (await log())[0]

/** An inquiry that could not be delivered three times. */
const addFailed = (receipt: string, state: 'queued' | 'undelivered', fields: object = {}) =>
  addInquiry(
    site.env.DB,
    { receipt, texts: { ...NEW_INQUIRY.texts, ...fields }, delivery: WAITING },
    { state, attempts: 3, last_failure: 'HTTP 401' },
  )

describe('the export', () => {
  test('has a row for each inquiry of the selection, quoted and without formulas, and is in the log', async () => {
    const formula = '=HYPERLINK("http://evil.example")'
    await send({
      subject: formula,
      company_name: '+cmd|calc',
      user_name: '@SUM(1)',
      content: 'First line\nSecond line',
    })
    await addFailed(crypto.randomUUID(), 'undelivered', { subject: 'Exportable copy' })
    const answer = await operator.get('/admin/inquiries.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="inquiries-[\d-]+\.csv"$/)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    const [head, ...rows] = cellsOf(text)
    expect(head?.slice(0, 5)).toEqual(['Received', 'State', 'Form', 'Brand', 'Company'])
    expect(rows).toHaveLength((await list()).rows.length)
    const row = Object.fromEntries(
      rows.find((cells) => cells.includes(`'${formula}`))?.map((cell, at) => [head?.[at], cell]) ?? [],
    )
    expect(row).toMatchObject({
      Company: "'+cmd|calc",
      Contact: "'@SUM(1)",
      Phone: '(+82) 010-1234-5678',
      State: 'New',
      Form: 'Sales inquiry',
    })
    expect(row.Content).toBe('First line\nSecond line')
    expect(text).toMatch(/\r\n$/)
    expect(await lastLog()).toMatchObject({ action: 'list' })
    expect(await log()).toContainEqual(expect.objectContaining({ action: 'export', subject: '' }))

    const filtered = cellsOf(await operator.page('/admin/inquiries.csv?state=undelivered&q=exportable'))
    expect(filtered).toHaveLength(2)
    expect(await operator.page('/admin/inquiries?state=undelivered')).toContain(
      '/admin/inquiries.csv?state=undelivered',
    )
  })

  test('is in the words of the operator, with times that a spreadsheet reads in Seoul time, for a month of them', async () => {
    const acceptedAt = Date.parse('2026-10-31T15:30:00Z')
    const texts = { ...NEW_INQUIRY.texts, subject: '협력 제안', recipient_type: 'partner' }
    await addInquiry(site.env.DB, {
      receipt: crypto.randomUUID(),
      kind: 'partnership',
      acceptedAt,
      brandId: 'partner-a',
      texts,
    })
    const export_ = async (query: string, language: 'ko' | 'en' = 'ko') =>
      cellsOf(await operator.page(`/admin/inquiries.csv?${query}`, language))
    const [head, row, ...others] = await export_('from=2026-11-01&to=2026-11-30&kind=partnership&q=협력')
    expect(others).toEqual([])
    expect(head?.slice(0, 4)).toEqual(['접수 일시', '상태', '양식', '브랜드'])
    expect(row?.slice(0, 3)).toEqual(['2026-11-01 00:30', '신규', '제휴 제안'])
    expect(row).toContain('파트너사')
    expect(await export_('from=2026-10-01&to=2026-10-31&q=협력')).toHaveLength(1)
    const page = await operator.page('/admin/inquiries?kind=partnership', 'ko')
    expect(page.match(/inquiries\.csv\?kind=partnership&amp;from=\d{4}-\d\d-01&amp;to=[\d-]{10}/g)).toHaveLength(2)
  })
})

describe('several inquiries that were chosen', () => {
  const chosen = async (count: number) => {
    const receipts: string[] = []
    for (let n = 0; n < count; n++) receipts.push(await send({ subject: `Chosen ${n}` }))
    return receipts
  }
  const post = async (action: string, receipts: string[], word?: string) =>
    operator.postMany('/admin/inquiries?state=new', [
      ['action', action],
      ...receipts.map((receipt): [string, string] => ['receipt', receipt]),
      ...(word === undefined ? [] : [['word', word] as [string, string]]),
    ])
  const stateOf = async (receipt: string) => (await readInquiryRow(site.env.DB, receipt))?.state

  test('are marked as processed, each with its own row of the log, and what the state does not allow is said', async () => {
    const receipts = await chosen(2)
    await operator.post(`/admin/inquiries/${receipts[0]}`, { action: 'mark-processed' })
    const answer = await post('processed', receipts)
    const told = answer.headers.get('location') ?? ''
    expect([answer.status, told]).toEqual([303, '/admin/inquiries?state=new&command=processed&done=1&refused=1'])
    expect(await operator.page(told)).toContain('Marked as processed: 1. Left as they were')
    expect(await operator.page(told, 'ko')).toContain('1건을 처리 완료로 표시했습니다.')
    expect(await Promise.all(receipts.map(stateOf))).toEqual(['processed', 'processed'])
    const logged = (await log()).filter(({ action }) => action === 'mark-processed').map(({ subject }) => subject)
    expect(logged.toSorted()).toEqual(receipts.toSorted())
  })

  test('are not marked by a list or a page that is older than a reply of the visitor', async () => {
    const [receipt = '', other = ''] = await chosen(2)
    const page = `/admin/inquiries/${receipt}`
    await operator.call('POST', `/api${page}/answers`, { text: 'It costs 100.', seen: receipt })
    const shownAt = /name="shownAt" value="([^"]+)"/
    const [, ofList = ''] = shownAt.exec(await operator.page('/admin/inquiries')) ?? []
    const [, ofPage = ''] = shownAt.exec(await operator.page(page)) ?? []
    const to = await replyTo(site, receipt)
    expect(await site.email(SALES.inquiry_mail, to, mail(SALES.inquiry_mail, to, receipt, 'And 200 of them?'))).toBe(
      null,
    )

    const marked = await operator.postMany('/admin/inquiries', [
      ['action', 'processed'],
      ['shownAt', ofList],
      ...[receipt, other].map((one): [string, string] => ['receipt', one]),
    ])
    expect(marked.headers.get('location')).toBe('/admin/inquiries?command=processed&done=1&refused=1')
    const byPage = await operator.post(page, { action: 'mark-spam', shownAt: ofPage })
    expect(await operator.page(byPage.headers.get('location') ?? '')).toContain('so this could not be done')
    const byJson = { processed: true, shownAt: ofPage }
    expect((await operator.call('PATCH', `/api${page}`, byJson)).status).toBe(409)
    expect(await Promise.all([receipt, other].map(stateOf))).toEqual(['new', 'processed'])

    const { shownAt: now } = await operator.ask<{ shownAt: string }>('GET', `/api${page}`)
    expect((await operator.call('PATCH', `/api${page}`, { ...byJson, shownAt: now })).status).toBe(200)
    expect(await stateOf(receipt)).toBe('processed')
  })

  test('are not destroyed by a list or a page that is older than a reply of the visitor', async () => {
    const [receipt = '', other = ''] = await chosen(2)
    const page = `/admin/inquiries/${receipt}`
    await operator.call('POST', `/api${page}/answers`, { text: 'It costs 100.', seen: receipt })
    const { fields: ofList } = formOnPage(await operator.page('/admin/inquiries'), 'shownAt')
    const { fields: ofPage } = formOnPage(await operator.page(`${page}/destroy`), 'shownAt')
    const to = await replyTo(site, receipt)
    const reply = mail(SALES.inquiry_mail, to, crypto.randomUUID(), 'And 200 of them?')
    expect(await site.email(SALES.inquiry_mail, to, reply)).toBe(null)

    const several = [receipt, other].map((one): [string, string] => ['receipt', one])
    const question = await operator.postMany('/admin/inquiries', [
      ['action', 'destroy'],
      ['shownAt', ofList.shownAt ?? ''],
      ...several,
    ])
    const { fields } = formOnPage(await question.text(), 'word')
    const destroyed = await operator.postMany('/admin/inquiries', [
      ['action', 'destroy'],
      ['word', 'destroy'],
      ['shownAt', fields.shownAt ?? ''],
      ...several,
    ])
    expect(destroyed.headers.get('location')).toBe('/admin/inquiries?command=destroy&done=1&refused=1')
    const byPage = await operator.post(page, { ...ofPage, action: 'destroy' })
    expect(await operator.page(byPage.headers.get('location') ?? '')).toContain('so this could not be done')
    expect((await operator.call('DELETE', `/api${page}?shownAt=${ofPage.shownAt}`)).status).toBe(409)
    expect(await Promise.all([receipt, other].map(stateOf))).toEqual(['new', 'destroyed'])
    const now = formOnPage(await operator.page(`${page}/destroy`), 'shownAt').fields
    await operator.post(page, { ...now, action: 'destroy' })
    expect(await stateOf(receipt)).toBe('destroyed')
  })

  test('of which one fails half-way are told apart: done, refused and failed', async () => {
    const [failing = '', processed = '', good = ''] = await chosen(3)
    await operator.post(`/admin/inquiries/${processed}`, { action: 'mark-processed' })
    await site.sql(
      `CREATE TRIGGER half_way BEFORE UPDATE ON inquiry WHEN OLD.receipt = '${failing}' BEGIN SELECT RAISE(ABORT, 'x'); END`,
    )
    const answer = await post('processed', [failing, processed, good])
    await site.sql('DROP TRIGGER half_way')
    const told = answer.headers.get('location') ?? ''
    expect(told).toContain('command=processed&done=1&refused=1&failed=1')
    expect(await operator.page(told)).toContain('look at them and try again: 1.')
    expect(await Promise.all([failing, processed, good].map(stateOf))).toEqual(['new', 'processed', 'processed'])
  })

  test('are called spam, which counts as processed and is found with the signals', async () => {
    const receipts = await chosen(2)
    await post('spam', receipts)
    const found = (await list('?state=processed&spam=yes')).rows.map(({ receipt }) => receipt)
    expect(found).toEqual(receipts.toReversed())
    expect(await operator.page(`/admin/inquiries/${receipts[0]}`)).toContain('Marked as spam by an operator.')
    await operator.call('PATCH', `/api/admin/inquiries/${receipts[0]}`, { processed: false })
    expect((await list('?spam=yes')).rows.map(({ receipt }) => receipt)).toEqual([receipts[1]])
  })

  test('are destroyed once the word is typed, and not before', async () => {
    const receipts = await chosen(2)
    const question = await post('destroy', receipts)
    expect(question.status).toBe(200)
    const text = await question.text()
    for (const part of ['Chosen 0', 'Chosen 1', 'Type “destroy” to go on', ...receipts]) expect(text).toContain(part)
    const wrong = await post('destroy', receipts, 'destory')
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Nothing has been destroyed yet')
    expect(await Promise.all(receipts.map(stateOf))).toEqual(['new', 'new'])
    expect((await post('destroy', receipts, ' 파기 ')).headers.get('location')).toContain('command=destroy&done=2')
    expect(await Promise.all(receipts.map(stateOf))).toEqual(['destroyed', 'destroyed'])
  })

  test('are exported alone, and the log names them', async () => {
    const receipts = await chosen(2)
    const answer = await post('export', receipts)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = cellsOf(await answer.text()).slice(1)
    expect(rows.map((cells) => cells.at(-1)).toSorted()).toEqual(receipts.toSorted())
    expect((await log()).find(({ action }) => action === 'export')?.subject).toBe(receipts.join(' '))
  })

  test('are none where nothing was chosen: it is said, and nothing happens', async () => {
    const told = (await post('processed', [])).headers.get('location') ?? ''
    expect(await operator.page(told, 'ko')).toContain('선택한 문의가 없습니다')
    expect((await post('processed', ['not-a-receipt'])).headers.get('location')).toContain('command=none')
  })

  test('are done by JSON too', async () => {
    const [receipt = ''] = await chosen(1)
    const unknown = crypto.randomUUID()
    const ask = (body: object) => operator.call('POST', '/api/admin/inquiries', body)
    const outcome = (await (await ask({ action: 'spam', receipts: [receipt, unknown] })).json()) as { data: object }
    expect(outcome.data).toEqual({ done: [receipt], refused: [unknown], failed: [] })
    expect((await ask({ action: 'publish', receipts: [receipt] })).status).toBe(400)
  })
})

describe('new inquiries', () => {
  test('are counted since a moment, without a row of the log', async () => {
    const since = Date.now()
    const before = await log()
    const arrivals = (from: number) => operator.ask<object>('GET', `/api/admin/arrivals?since=${from}`)
    expect(await arrivals(since)).toEqual({ n: 0, more: false })
    await send({ subject: 'Just arrived' })
    expect(await arrivals(since)).toEqual({ n: 1, more: false })
    expect(await log()).toEqual(before)
  })
})
