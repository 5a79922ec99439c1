import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxRow } from '../../../functions/admin/inbox.ts'
import type { Overview } from '../../../functions/admin/overview.ts'
import type { Receipt } from '../../../functions/contract/inquiry.ts'
import { ADMIN_TOKEN, type OperatorCalls, signIn } from '../../support/admin.ts'
import { siteWithUpstream } from '../../support/site-with-upstream.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'

/* The admin in front of a remote upstream: what waits or failed is seen, sent again and destroyed. */
const served = siteWithUpstream({ ADMIN_TOKEN })
let operator: OperatorCalls
beforeAll(async () => {
  operator = await signIn(served.site)
})
afterAll(() => served.upstream.faults.clear())

const waiting = async (state: string) =>
  (await operator.json<{ rows: InboxRow[] }>(`/api/admin/inquiries?state=${state}`)).rows.map(({ receipt }) => receipt)
async function sendWhile(status: number, subject: string): Promise<string> {
  served.upstream.faults.set('board/inquiry', { kind: 'status', status })
  const answer = await sendInquiry(served.site, { ...SALES, subject })
  expect(answer.status).toBe(202)
  const { receipt } = ((await answer.json()) as { data: Receipt }).data
  await expect.poll(() => waiting('queued')).toContain(receipt)
  return receipt
}
const path = (receipt: string) => `/admin/inquiries/${receipt}`

test('an inquiry that waits is shown with its reason and history, and is sent again at once', async () => {
  const receipt = await sendWhile(503, 'Waits for the upstream')
  const page = await operator.page(path(receipt))
  for (const text of ['Waiting for delivery', 'Last failure:', 'Accepted', 'Delivery attempt', 'Send again'])
    expect(page).toContain(text)
  const overview = await operator.json<Overview>('/api/admin')
  expect(overview.waiting.queued).toEqual({ n: 1, oldest: expect.stringMatching(/^\d{4}-/) })
  expect(overview.failures.queued).not.toBeNull()
  expect(overview.outboxes).toMatchObject({ accepted: 1, queued: 1, delivered: 0 })

  served.upstream.faults.clear()
  const answer = await operator.post(path(receipt), { action: 'send-again' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path(receipt)])
  await expect.poll(() => served.upstream.inquiries.map(({ body }) => body.subject)).toEqual(['Waits for the upstream'])
  await expect.poll(() => waiting('queued')).toEqual([])
})

test('an inquiry that waits is destroyed at the word of an operator, and never sent', async () => {
  const receipt = await sendWhile(503, 'To be destroyed')
  expect(await operator.page(`${path(receipt)}/destroy`)).toContain('it can no longer be read')
  expect((await operator.call('DELETE', `/api${path(receipt)}`)).status).toBe(200)
  expect((await operator.get(path(receipt))).status).toBe(404)
  served.upstream.faults.clear()
  expect(served.site.logged()).toContainEqual(
    expect.objectContaining({ code: 'destroyed', receipt, processed_at: null }),
  )
  const [row] = await served.site.outboxSql('vcp-x', 'SELECT payload FROM inquiry WHERE receipt = ?', receipt)
  expect(row?.payload).toBeNull()
  expect(served.upstream.inquiries).toEqual([])
})
