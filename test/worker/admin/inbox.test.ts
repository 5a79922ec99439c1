import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readInquiryRow } from '../../../functions/database/inquiry-row.ts'
import { searchExpression } from '../../../functions/database/inquiry-search-words.ts'
import type { ListRow } from '../../../functions/database/inquiry-search.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import type { WhatWaits } from '../../../app/admin/overview/what-waits.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { addInquiry, NEW_INQUIRY, WAITING } from '../../support/inquiry-row.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import en from '../../../app/i18n/en/admin/inbox.json'
import ko from '../../../app/i18n/ko/admin/inbox.json'
import { DOCX, ENCRYPTED, pdf, PLAIN_PDF } from '../../support/sample-files.ts'
import { type Site, startSite } from '../../support/site.ts'
import { PROPOSAL, SALES, sendInquiry, upload } from '../../support/visitor-calls.ts'

let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN } })
  operator = await signIn(site)
})
afterAll(() => site.close())

const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
async function send(body: object, host = 'www.example', headers = {}): Promise<string> {
  const answer = await sendInquiry(site, { ...SALES, ...body }, { host, headers })
  expect(answer.status).toBe(200)
  const { receipt } = await data<Receipt>(answer)
  expect((await readInquiryRow(site.env.DB, receipt))?.state).toBe('new')
  return receipt
}
const list = (query = '') => operator.ask<{ rows: ListRow[]; more: boolean }>('GET', `/api/admin/inquiries${query}`)
const receipts = async (query = '') => (await list(query)).rows.map(({ receipt }) => receipt)
const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
const lastLog = async () => (await log())[0]
const detail = (receipt: string) => `/admin/inquiries/${receipt}`

/** An inquiry that could not be delivered three times. */
const addFailed = (receipt: string, state: 'queued' | 'undelivered', fields: object = {}) =>
  addInquiry(
    site.env.DB,
    { receipt, texts: { ...NEW_INQUIRY.texts, ...fields }, delivery: WAITING },
    { state, attempts: 3, last_failure: 'HTTP 401' },
  )

describe('the inbox', () => {
  test('says what will be here while it is empty', async () => {
    const page = await operator.page('/admin/inquiries')
    expect(page).toContain('No inquiry has been received yet.')
    expect(await operator.page('/admin/inquiries?state=undelivered', 'ko')).toContain('전달에 실패한 문의가 없습니다.')
  })

  test('shows an inquiry as soon as a visitor has sent it, newest first, with the log of the look', async () => {
    const first = await send({ subject: 'First <script>alert(1)</script>' })
    const second = await send({ ...PROPOSAL, subject: '둘째 문의' })
    expect(await receipts()).toEqual([second, first])
    const page = await operator.page('/admin/inquiries')
    expect(page).toContain('First &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain(detail(second))
    expect(await lastLog()).toMatchObject({ actor: 'local', action: 'list', subject: '' })
  })

  test('filters by state, kind and brand, and leaves the searched words out of the log', async () => {
    const partner = await send({ subject: 'For the partner' }, 'partner-a.example')
    expect(await receipts('?kind=partnership')).toHaveLength(1)
    const { brand } = (await list('?q=partner')).rows[0] ?? {}
    expect(await receipts(`?brand=${brand}`)).toEqual([partner])
    expect(await receipts('?state=processed')).toEqual([])
    expect(await receipts('?state=delivered')).toHaveLength(3)
    expect(await receipts('?state=nonsense&kind=x&page=-1&brand=%27')).toHaveLength(3)
    await operator.page('/admin/inquiries?state=new&kind=sales&q=partner')
    expect(await lastLog()).toMatchObject({ action: 'list', subject: 'state=new kind=sales search=yes' })
  })

  test.each([
    ['the beginning of a name', '홍길', 1],
    ['the beginning of a company', 'fäb', 1],
    ['an e-mail address', 'fabrik@werk.example', 1],
    ['two words of different fields', 'dampf fabrik', 1],
    ['the subject', 'Dampfkessel', 1],
    ['the end of a word', 'kessel', 1],
    ['a telephone number as it is dialled', '030 1234567', 1],
    ['what only two words together have', 'jane fabrikgmbh', 0],
    ['signs alone', '"*()-', 5],
    ['operators of the index as words', 'NOT fabrik', 0],
    ['a quotation', '"Dampf', 1],
  ])('finds %s', async (_, query, count) => {
    if (count === 1 && query === '홍길')
      await send({
        subject: 'Dampfkessel',
        company_name: 'Fäbrik GmbH',
        user_name: 'Jane',
        inquiry_mail: 'fabrik@werk.example',
        phone_number_homepage: '+49-30-1234567',
      })
    if (query === '홍길') await send({ subject: 'Another', user_name: 'Nobody' })
    const found = await list(`?q=${encodeURIComponent(query)}`)
    if (query === '홍길') expect(found.rows.every(({ user_name }) => user_name === '홍길동')).toBe(true)
    else expect(found.rows).toHaveLength(count)
  })

  test('pages by fifty and refuses no page', async () => {
    for (let count = 0; count < 60; count++) await addFailed(crypto.randomUUID(), 'queued', { subject: `Row ${count}` })
    const [first, second] = [await list('?state=queued'), await list('?state=queued&page=2')]
    expect([first.rows.length, first.more, second.rows.length, second.more]).toEqual([50, true, 10, false])
    expect(new Set([...first.rows, ...second.rows].map(({ receipt }) => receipt)).size).toBe(60)
    expect(await operator.page('/admin/inquiries?state=queued&page=2')).toContain(
      'href="/admin/inquiries?state=queued"',
    )
    expect((await operator.get('/admin/inquiries?state=queued&page=99999')).status).toBe(200)
    await site.env.DB.prepare("DELETE FROM inquiry WHERE state = 'queued'").run()
    expect(await receipts('?state=queued')).toEqual([])
  })

  test('has queued and undelivered ones with their reason, and shows one inquiry once', async () => {
    const receipt = crypto.randomUUID()
    await addFailed(receipt, 'queued', { subject: 'Waits' })
    expect(await receipts('?state=queued')).toEqual([receipt])
    expect(await operator.page('/admin')).toContain('Last failure: HTTP 401')
    await site.sql("UPDATE inquiry SET state = 'undelivered' WHERE receipt = ?", receipt)
    expect(await receipts('?state=undelivered')).toEqual([receipt])
    const overview = await operator.ask<WhatWaits>('GET', '/api/admin')
    expect(overview.waiting?.undelivered.n).toBe(1)
    expect(overview.failures?.undelivered).toBe('HTTP 401')
    // The upstream has taken it after all.
    await site.sql(
      "UPDATE inquiry SET state = 'new', delivered_at = ? WHERE receipt = ?",
      new Date().toISOString(),
      receipt,
    )
    expect((await list()).rows.filter((row) => row.receipt === receipt)).toMatchObject([{ state: 'new' }])
  })

  test('finds an inquiry by its receipt, and a destroyed one only where it is asked for, without what was typed', async () => {
    const receipt = crypto.randomUUID()
    await addFailed(receipt, 'undelivered', { subject: 'Found by its receipt' })
    expect((await list(`?q=${receipt.toUpperCase()}`)).rows).toMatchObject([
      { receipt, subject: 'Found by its receipt' },
    ])
    await operator.post(detail(receipt), { action: 'destroy' })
    for (const query of ['', '?kind=sales', '?brand=vcp-x', '?state=undelivered', `?q=${receipt}`])
      expect(await receipts(query)).not.toContain(receipt)
    for (const query of [
      '?state=destroyed',
      '?state=destroyed&kind=sales&brand=vcp-x',
      `?state=destroyed&q=${receipt}`,
    ])
      expect((await list(query)).rows, query).toMatchObject([{ receipt, subject: null, inquiry_mail: null }])
    expect(await operator.page('/admin/inquiries?state=destroyed')).toContain(detail(receipt))
    const page = await operator.page(detail(receipt))
    expect(page).toContain('None of them contains anything that the visitor typed')
    expect(page).not.toContain('Destroy now')
    await site.env.DB.prepare('DELETE FROM inquiry WHERE receipt = ?').bind(receipt).run()
  })

  test('has the inquiries of two brands that came under one key, each with its own contents', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send({ subject: 'Samekey, one' }, 'www.vcp-x.example', headers)
    const second = await send({ subject: 'Samekey, two' }, 'partner-a.example', headers)
    expect((await list('?q=samekey')).rows).toMatchObject([
      { receipt: second, brand: 'partner-a', subject: 'Samekey, two', state: 'new' },
      { receipt: first, brand: 'vcp-x', subject: 'Samekey, one', state: 'new' },
    ])
  })
})

describe('one inquiry', () => {
  test('shows every field as typed, its files, and its neighbours', async () => {
    const older = await send({ subject: 'Older' })
    const contract = pdf('계약서.pdf', 500)
    const plain = new File([DOCX], 'plain.docx')
    const reference = await data<string>(await upload(site, [contract, plain]))
    const receipt = await send({
      subject: 'With files',
      content: 'First line\n<b>second</b> line',
      file_ref_id: reference,
    })
    const newer = await send({ subject: 'Newer' })
    const page = await operator.page(detail(receipt))
    // A number as it is written in its country, to be called.
    expect(page).toContain('<a href="tel:+821012345678">(+82) 010-1234-5678</a>')
    expect(page).toContain('First line\n&lt;b&gt;second&lt;/b&gt; line')
    for (const text of ['홍길동', '예시 주식회사', 'visitor@company.example', 'Sales', receipt])
      expect(page).toContain(text)
    expect(page).toContain(`mailto:visitor@company.example?subject=Re%3A%20With%20files%20%5B${receipt}%5D`)
    expect(page).toContain(`href="${detail(newer)}"`)
    expect(page).toContain(`href="${detail(older)}"`)
    expect(await lastLog()).toMatchObject({ action: 'show', subject: receipt })
    const address = /href="([^"]*\/files\/[^"]*)"/.exec(page)?.[1] ?? ''
    const file = await operator.get(address)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*%EA%B3%84/)
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(await contract.arrayBuffer()))).toBe(true)
    expect(await lastLog()).toMatchObject({ action: 'download', subject: expect.stringContaining(receipt) })
    expect((await operator.get(address.replace(receipt, older))).status).toBe(404)
  })

  test('has files that nobody has scanned, and says so; each is an attachment in a sandbox, byte for byte', async () => {
    const sent = [new File([PLAIN_PDF], 'a.pdf'), new File([ENCRYPTED], 'b.xls'), new File([DOCX], 'c.docx')]
    const receipt = await send({ file_ref_id: await data<string>(await upload(site, sent)) })
    expect(await operator.page(detail(receipt), 'en')).toContain(en['not-scanned'])
    expect(await operator.page(detail(receipt), 'ko')).toContain(ko['not-scanned'])
    const { files } = await operator.ask<{ files: { key: string }[] }>('GET', `/api${detail(receipt)}`)
    expect(files).toHaveLength(sent.length)
    for (const [nth, { key }] of files.entries())
      for (const address of [detail(receipt), `/api${detail(receipt)}`]) {
        const file = await operator.get(`${address}/files/${encodeURIComponent(key)}`)
        expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
        expect(file.headers.get('content-security-policy')).toContain('sandbox')
        expect(file.headers.get('x-content-type-options')).toBe('nosniff')
        expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(await (sent[nth] as File).arrayBuffer()))).toBe(
          true,
        )
      }
  })

  test('lists what the same address or company has sent to the same brand before, with its state, and none that is destroyed', async () => {
    const inquiry_mail = `kim-${crypto.randomUUID().slice(0, 8)}@gaon.example`
    const company_name = `Gaon ${crypto.randomUUID().slice(0, 8)}`
    const first = await send({ inquiry_mail: inquiry_mail.toUpperCase(), subject: 'Asked <first>' })
    const ofPartner = await send({ inquiry_mail, company_name, subject: 'Of the partner' }, 'partner-a.example')
    const ofColleague = await send({ ...PROPOSAL, company_name, subject: 'Of a colleague' })
    const gone = await send({ inquiry_mail, subject: 'Gone' })
    await operator.post(detail(gone), { action: 'destroy' })
    await operator.post(detail(first), { action: 'mark-processed' })
    const last = await send({ inquiry_mail, company_name, subject: 'Asked last' })
    const { earlier } = await operator.ask<{ earlier: ListRow[] }>('GET', `/api/admin/inquiries/${last}`)
    expect(earlier.map(({ receipt, state }) => [receipt, state])).toEqual([
      [ofColleague, 'new'],
      [first, 'processed'],
    ])
    for (const [language, heading, processed] of [
      ['en', 'Earlier inquiries of the sender or company', 'Processed'],
      ['ko', '같은 고객 또는 회사의 이전 문의', '처리 완료'],
    ] as const) {
      const page = await operator.page(detail(last), language)
      const part = page.slice(page.indexOf(heading), page.indexOf('</section>', page.indexOf(heading)))
      expect(part).toContain(
        `<a href="${detail(first)}">Asked &lt;first&gt;</a> <span class="mark processed">${processed}<`,
      )
      expect(part).toContain(detail(ofColleague))
      expect(page).not.toContain(ofPartner)
      expect(page).not.toContain(gone)
      expect(await operator.page(detail(ofPartner), language)).not.toContain(heading)
    }
  })

  test('is marked as processed, and the mark is taken back within ten minutes only', async () => {
    const receipt = await send({ subject: 'To be processed' })
    const answer = await operator.post(detail(receipt), { action: 'mark-processed' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, detail(receipt)])
    expect(await operator.page(detail(receipt))).toContain('To be destroyed with its files on')
    expect((await operator.ask<WhatWaits>('GET', '/api/admin')).nextDestruction).toMatch(/^\d{4}-/)
    await operator.post(detail(receipt), { action: 'undo-processed' })
    expect((await list('?q=processed')).rows).toMatchObject([{ state: 'new' }])
    const actions = (await log()).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['mark-processed', 'undo-processed']))

    await operator.call('PATCH', `/api${detail(receipt)}`, { processed: true })
    const before = Date.now() - 11 * 60_000
    const processed = 'UPDATE inquiry SET processed_at = ? WHERE receipt = ?'
    await site.env.DB.prepare(processed).bind(new Date(before).toISOString(), receipt).run()
    expect(await operator.page(detail(receipt))).not.toContain('Mark as not processed</button>')
    const told = (await operator.post(detail(receipt), { action: 'undo-processed' })).headers.get('location') ?? ''
    expect(await operator.page(told)).toContain('within ten minutes. That time has passed')
    expect(await operator.page(told, 'ko')).toContain('10분 안에만 취소할 수 있습니다')
    const entries = await log()
    const refused = await operator.call('PATCH', `/api${detail(receipt)}`, { processed: false })
    expect(await refused.json()).toMatchObject({ status: 409, detail: expect.stringContaining('10 minutes') })
    expect(await log()).toEqual(entries)
  })

  test('is destroyed after one question: contents, files and search words, with a certificate', async () => {
    const reference = await data<string>(await upload(site, [pdf('geheim.pdf', 500)]))
    const receipt = await send({ subject: 'Unwiederbringlich', file_ref_id: reference })
    const question = await operator.page(`${detail(receipt)}/destroy`)
    for (const text of ['This cannot be undone', 'geheim.pdf', 'Unwiederbringlich']) expect(question).toContain(text)
    const stored = async () => (await site.env.FILES.list({ prefix: 'files/' })).objects.length
    const before = await stored()
    const answer = await operator.post(detail(receipt), { action: 'destroy' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/inquiries'])
    const left = await operator.page(detail(receipt))
    for (const text of ['Unwiederbringlich', 'geheim.pdf', SALES.user_name, SALES.content])
      expect(left).not.toContain(text)
    expect(await receipts('?q=Unwieder')).toEqual([])
    expect(await stored()).toBe(before - 1)
    const { results } = await site.env.DB.prepare('SELECT rowid FROM inquiry_search WHERE inquiry_search MATCH ?')
      .bind(searchExpression('unwiederbringlich'))
      .all()
    expect(results).toEqual([])
    expect(site.logged()).toContainEqual(expect.objectContaining({ code: 'destroyed', receipt, files: 1 }))
    expect(await log()).toContainEqual(expect.objectContaining({ action: 'destroy', subject: receipt }))
  })

  test('that is not there is a page with status 404, and writes no row', async () => {
    const before = await lastLog()
    for (const path of [detail(crypto.randomUUID()), detail('x'), `/api${detail("'; DROP TABLE inquiry; --")}`])
      expect((await operator.get(path)).status).toBe(404)
    expect((await operator.post(detail(crypto.randomUUID()), { action: 'destroy' })).status).toBe(404)
    expect(await lastLog()).toEqual(before)
  })

  test('nothing happens when the log cannot be written', async () => {
    const receipt = await send({ subject: 'Unlogged' })
    await site.env.DB.exec('ALTER TABLE admin_log RENAME TO admin_log_away')
    try {
      expect((await operator.post(detail(receipt), { action: 'destroy' })).status).toBe(500)
      const page = await operator.get(detail(receipt))
      expect(page.status).toBe(500)
      expect(await page.text()).not.toContain('홍길동')
    } finally {
      await site.env.DB.exec('ALTER TABLE admin_log_away RENAME TO admin_log')
    }
    expect(await receipts('?q=Unlogged')).toEqual([receipt])
  })
})
