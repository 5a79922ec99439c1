import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecord } from '../../../functions/database/inquiry-record.ts'
import type { ListRow } from '../../../functions/database/inquiry-search.ts'
import type { LogEntry } from '../../../functions/database/admin-log.ts'
import type { Receipt } from '../../../functions/contract/inquiry.ts'
import { addRecord } from '../../support/record-row.ts'
import { cellsOf } from '../../support/csv.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

/* What is done with more than one inquiry: the export, and several that were chosen. */
let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN } })
  operator = await signIn(site)
})
afterAll(() => site.close())

const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
async function send(body: object): Promise<string> {
  const { receipt } = await data<Receipt>(await sendInquiry(site, { ...SALES, ...body }, { host: 'www.example' }))
  // Its outbox writes the state in the background.
  await expect.poll(async () => (await readRecord(site.env.DB, receipt))?.state).toBe('new')
  return receipt
}
const list = (query = '') => operator.ask<{ rows: ListRow[] }>('GET', `/api/admin/inquiries${query}`)
const log = async () => (await operator.ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')).entries
const lastLog = async () => (await log())[0]

/** An inquiry that could not be delivered three times. */
const addFailed = (receipt: string, state: 'queued' | 'undelivered', fields: object = {}) =>
  addRecord(site.env.DB, { receipt, state, attempts: 3, lastFailure: 'HTTP 401' }, fields)

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
    expect(head?.slice(0, 3)).toEqual(['received_at', 'state', 'kind'])
    expect(rows).toHaveLength((await list()).rows.length)
    const row = Object.fromEntries(
      rows.find((cells) => cells.includes(`'${formula}`))?.map((cell, at) => [head?.[at], cell]) ?? [],
    )
    expect(row).toMatchObject({
      company_name: "'+cmd|calc",
      user_name: "'@SUM(1)",
      phone_number_homepage: "'+82-010-1234-5678",
    })
    expect(row.content).toBe('First line\nSecond line')
    expect(text).toMatch(/\r\n$/)
    expect(await lastLog()).toMatchObject({ action: 'list' })
    expect(await log()).toContainEqual(expect.objectContaining({ action: 'export', subject: '' }))

    const filtered = cellsOf(await operator.page('/admin/inquiries.csv?state=undelivered&q=exportable'))
    expect(filtered).toHaveLength(2)
    expect(await operator.page('/admin/inquiries?state=undelivered')).toContain(
      '/admin/inquiries.csv?state=undelivered',
    )
  })
})
