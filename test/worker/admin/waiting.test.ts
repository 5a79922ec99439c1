import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListRow } from '../../../functions/database/inquiry-search.ts'
import type { WhatWaits } from '../../../app/admin/overview/what-waits.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import type { ShownInquiry, ShownList } from '../../../functions/commands/inquiries/reading.ts'
import { beginPause } from '../../../functions/database/restore-pause.ts'
import { within } from '../../support/clock.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { resumeByButton } from '../../support/paused-site.ts'
import { siteWithUpstream } from '../../support/site-with-upstream.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

/* The admin in front of a remote upstream: what waits or failed is seen, sent again and destroyed. */
const served = siteWithUpstream({ ADMIN_TOKEN, UPSTREAM_TIMEOUT_MS: '5000' })
let operator: Operator
beforeAll(async () => {
  operator = await signIn(served.site)
})
afterAll(() => served.upstream.faults.clear())

const waiting = async (state: string) =>
  (await operator.ask<{ rows: ListRow[] }>('GET', `/api/admin/inquiries?state=${state}`)).rows.map(
    ({ receipt }) => receipt,
  )
async function sendWhile(status: number, subject: string): Promise<string> {
  served.upstream.faults.set('board/inquiry', { kind: 'status', status })
  const answer = await sendInquiry(served.site, { ...SALES, subject })
  expect(answer.status).toBe(202)
  const { receipt } = ((await answer.json()) as { data: Receipt }).data
  await expect.poll(() => waiting('queued')).toContain(receipt)
  return receipt
}
const path = (receipt: string) => `/admin/inquiries/${receipt}`

describe('what a remote upstream has taken', () => {
  const receipts: string[] = []
  beforeAll(async () => {
    for (const subject of ['First secret', 'Second secret']) {
      const answer = await sendInquiry(served.site, { ...SALES, subject })
      const { receipt, state } = ((await answer.json()) as { data: Receipt }).data
      expect(state).toBe('delivered')
      receipts.unshift(receipt)
    }
  })

  test('is a tab with the receipts, the newest first, and nothing that a visitor typed', async () => {
    const delivered = () => operator.ask<ShownList>('GET', '/api/admin/inquiries?state=delivered')
    await expect.poll(async () => (await delivered()).rows.map(({ receipt }) => receipt)).toEqual(receipts)
    const { rows, counts } = await delivered()
    expect(rows).toMatchObject(
      receipts.map((receipt) => ({ receipt, state: 'delivered', subject: null, user_name: null })),
    )
    expect(counts).toMatchObject([{ state: 'delivered', brand: 'vcp-x', n: 2 }])
    for (const [language, tab, hint] of [
      ['en', 'Delivered', 'Only a record of each, without what the visitor typed, is kept here'],
      ['ko', '전달 완료', '접수 기록만'],
    ] as const) {
      expect(await operator.page('/admin/inquiries', language)).toContain(`>${tab}<span class="count">`)
      const page = await operator.page('/admin/inquiries?state=delivered', language)
      for (const text of [hint, ...receipts]) expect(page).toContain(text)
      expect(page).not.toContain('secret')
      expect(page).not.toContain(SALES.inquiry_mail)
    }
  })

  test('has a page with its history, where it is marked as processed', async () => {
    const receipt = receipts[0] ?? ''
    const page = await operator.page(path(receipt))
    for (const text of ['The receiving system has it', 'Accepted', 'Mark as processed']) expect(page).toContain(text)
    expect((await operator.post(path(receipt), { action: 'mark-processed' })).headers.get('location')).toBe(
      path(receipt),
    )
    expect(await operator.page(path(receipt))).toContain('To be destroyed with its files on')
  })

  test('is why nothing is new in the overview', async () => {
    expect(await operator.page('/admin')).toContain('The receiving system keeps the inquiries that it has accepted.')
  })
})

test('an inquiry that waits is shown with its reason and history, and is sent again at once', async () => {
  const receipt = await sendWhile(503, 'Waits for the upstream')
  const page = await operator.page(path(receipt))
  for (const text of ['Waiting for delivery', 'Last failure:', 'Accepted', 'Delivery attempt', 'Send again'])
    expect(page).toContain(text)
  const overview = await operator.ask<WhatWaits>('GET', '/api/admin')
  expect(overview.waiting?.queued).toEqual({ n: 1, oldest: expect.stringMatching(/^\d{4}-/) })
  expect(overview.failures?.queued).toEqual(expect.any(String))

  served.upstream.faults.clear()
  const answer = await operator.post(path(receipt), { action: 'send-again' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path(receipt)])
  await expect.poll(() => served.upstream.inquiries.map(({ body }) => body.subject)).toEqual(['Waits for the upstream'])
  await expect.poll(() => waiting('queued')).toEqual([])
})

test('an inquiry that is delivered meanwhile is not sent again: it is said, and no row of the log says that it was', async () => {
  const receipt = await sendWhile(503, 'Delivered meanwhile')
  served.upstream.faults.clear()
  await served.site.endPauses()
  await expect.poll(() => waiting('delivered')).toContain(receipt)
  const answer = await operator.post(path(receipt), { action: 'send-again' })
  expect(answer.headers.get('location')).toBe(`${path(receipt)}?refused=`)
  expect(await operator.page(`${path(receipt)}?refused=`)).toContain('could not be done')
  const refused = await operator.call('POST', `/api${path(receipt)}/send`)
  expect(await refused.json()).toMatchObject({ status: 409, detail: 'The state of the inquiry does not allow this.' })
  const { log } = await operator.ask<ShownInquiry>('GET', `/api${path(receipt)}`)
  expect(log).toEqual([])
  served.upstream.inquiries.length = 0
})

test('an inquiry that waits is destroyed at the word of an operator, and never sent', async () => {
  const receipt = await sendWhile(503, 'To be destroyed')
  expect(await operator.page(`${path(receipt)}/destroy`)).toContain('it can no longer be read')
  expect((await operator.call('DELETE', `/api${path(receipt)}`)).status).toBe(200)
  expect(await operator.page(path(receipt))).not.toContain('To be destroyed')
  served.upstream.faults.clear()
  expect(served.site.logged()).toContainEqual(
    expect.objectContaining({ code: 'destroyed', receipt, processed_at: null }),
  )
  const [row] = await served.site.sql('SELECT content FROM inquiry WHERE receipt = ?', receipt)
  expect(row?.content).toBeNull()
  expect(served.upstream.inquiries).toEqual([])
})

test('the overview and /readyz share one round of checks for ten seconds', async () => {
  const checks = async () => (await operator.ask<WhatWaits>('GET', '/api/admin')).checks
  const thrice = async () => {
    const before = served.upstream.calls.length
    const first = await checks()
    const others = [await checks(), ((await (await served.site.fetch('/readyz')).json()) as { checks: unknown }).checks]
    return { asked: served.upstream.calls.length - before, first, others }
  }
  // A round that began earlier may end during the first three, and then not during the others.
  const answers = await within(8000, async () => [await thrice(), await thrice()])
  const shared = answers.find(({ asked }) => asked === 0)
  expect(shared?.others).toEqual([shared?.first, shared?.first])
  expect(shared?.first).toBeTruthy()
})

test('a restored site says first of all in the admin that it is paused, and its button resumes it', async () => {
  await beginPause(served.site.env.DB, new Date())
  await resumeByButton(served.site)
})
