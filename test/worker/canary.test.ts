import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShownList } from '../../functions/commands/inquiries/reading.ts'
import type { WhatWaits } from '../../app/admin/overview/what-waits.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { type Site, startSite } from '../support/site.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

const CANARY_CRON = '*/15 * * * *'

/** What the admin says while a canary is on its way or has arrived: nothing. */
async function expectNothingInInbox(operator: Operator): Promise<void> {
  for (const state of ['', '?state=new', '?state=queued', '?state=undelivered', '?state=delivered', '?state=processed'])
    expect([state, await operator.ask<ShownList>('GET', `/api/admin/inquiries${state}`)]).toMatchObject([
      state,
      { rows: [], counts: [] },
    ])
  const { waiting } = await operator.ask<WhatWaits>('GET', '/api/admin')
  const none = { n: 0, oldest: null }
  expect(waiting).toEqual({ new: none, queued: none, undelivered: none })
  const csv = await (await operator.get('/admin/inquiries.csv')).text()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1)
}

describe('a canary', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ vars: { CANARY: 'vcp-x', ADMIN_TOKEN } })
  })
  afterAll(() => site.close())

  test('goes the real path every 15 minutes, one is kept, and /readyz shows its age', async () => {
    await site.scheduled(new Date(), CANARY_CRON)
    await site.scheduled(new Date(), CANARY_CRON)
    // The last one stays until the next has arrived: /readyz tells its age.
    expect(await site.sql('SELECT canary, state FROM inquiry')).toEqual([{ canary: 1, state: 'new' }])
    expect((await site.sql('SELECT sum(n) AS n FROM inquiry_count'))[0]?.n ?? 0).toBe(0)
    const { checks } = (await (await site.fetch('/readyz')).json()) as { checks: { name: string; detail?: string }[] }
    expect(checks.find(({ name }) => name === 'canary')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/arrived \d+ s ago/),
    })
  })

  test('is in no list and no count between its arrival and its destruction', async () => {
    await site.scheduled(new Date(), CANARY_CRON)
    await expectNothingInInbox(await signIn(site))
  })

  test('is not who gives its e-mail address: a visitor who does is in the inbox', async () => {
    await sendInquiry(site, { ...SALES, subject: 'Not a canary', inquiry_mail: 'canary@site.invalid' })
    const operator = await signIn(site)
    const listed = async () =>
      (await operator.ask<ShownList>('GET', '/api/admin/inquiries')).rows.map(({ subject }) => subject)
    await expect.poll(listed).toEqual(['Not a canary'])
  })
})

describe('a canary that a remote upstream does not take', () => {
  const served = siteWithUpstream({ CANARY: 'vcp-x', ADMIN_TOKEN })

  test.each([
    ['waits', 503, 'queued'],
    ['is refused for good', 400, 'undelivered'],
  ])('is in no list and no count while it %s, and no other is sent until it has ended', async (_, status, state) => {
    served.upstream.faults.set('board/inquiry', { kind: 'status', status })
    await served.site.scheduled(new Date(), CANARY_CRON)
    // A refusal is tried three times within an hour: as if the first two were over.
    if (state === 'undelivered') await served.site.sql('UPDATE inquiry SET refusals = 2')
    await served.site.endPauses()
    const states = async () => (await served.site.sql('SELECT state FROM inquiry')).map((row) => row.state)
    await expect.poll(states).toContain(state)
    await expectNothingInInbox(await signIn(served.site))
    // While it waits it is the only one; once given up, it is destroyed.
    await served.site.scheduled(new Date(), CANARY_CRON)
    await served.site.scheduled(new Date(), CANARY_CRON)
    if (state === 'queued') expect(await states()).toEqual(['queued'])
    else expect(await states()).not.toContain('undelivered')
    await served.site.sql('DELETE FROM inquiry')
  })
})
