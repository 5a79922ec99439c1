import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WhatWaits } from '../../../app/admin/overview/what-waits.ts'
import type { ShownInquiry, ShownList } from '../../../functions/commands/inquiries/reading.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { seoulDay } from '../../../functions/contract/seoul.ts'
import { formatDay } from '../../../app/i18n/format.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { addInquiry, NEW_INQUIRY } from '../../support/inquiry-row.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'
import { mail, REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

/* Inquiries that are put off to a day, and those that wait for their first answer for longer than was promised. */
const DAY = 86_400_000
let site: Site
let operator: Operator
beforeAll(async () => {
  site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
  operator = await signIn(site)
})
afterAll(() => site.close())

async function send(subject: string): Promise<string> {
  const answer = await sendInquiry(site, { ...SALES, subject }, { host: 'www.example' })
  return ((await answer.json()) as { data: Receipt }).data.receipt
}
const page = (receipt: string) => `/admin/inquiries/${receipt}`
const list = async (query: string) =>
  (await operator.ask<ShownList>('GET', `/api/admin/inquiries${query}`)).rows.map(({ subject }) => subject)
const waiting = async () => (await operator.ask<WhatWaits>('GET', '/api/admin')).waiting?.new.n
const shown = (receipt: string) => operator.ask<ShownInquiry>('GET', `/api${page(receipt)}`)
/** As the form on its page does. */
const putOff = async (receipt: string, on: string, fields?: Record<string, string>) =>
  (
    await operator.post(`${page(receipt)}/reminder`, {
      ...(fields ?? formOnPage(await operator.page(page(receipt)), 'on').fields),
      on,
    })
  ).headers.get('location')

describe('an inquiry that is put off', () => {
  test('does not wait until its day, is found among those, and waits again on that morning', async () => {
    const [receipt] = [await send('Put off'), await send('Waits')]
    const on = seoulDay(Date.now() + 2 * DAY)
    expect(await putOff(receipt, on)).toBe(`${page(receipt)}#reminder`)
    expect(await list('?state=new')).toEqual(['Waits'])
    expect(await list('?reminder=later')).toEqual(['Put off'])
    expect(await list('')).toEqual(['Waits', 'Put off'])
    expect(await waiting()).toBe(1)
    const inbox = await operator.page('/admin/inquiries', 'ko')
    expect(await operator.page('/admin/inquiries?reminder=later', 'ko')).toContain(`${formatDay(on, 'ko')}까지 미룸`)
    expect(inbox).toMatch(/전체<span class="count">2<.*신규<span class="count">1<.*미룬 문의/s)
    const { inquiry, log } = await shown(receipt)
    expect(inquiry).toMatchObject({ state: 'new', remindOn: on })
    expect(log).toMatchObject([{ action: 'remind', subject: receipt }])
    expect(await operator.page('/admin', 'ko')).not.toContain('오늘 다시 볼 문의')

    // That morning.
    await site.sql('UPDATE inquiry SET remind_on = ? WHERE receipt = ?', seoulDay(Date.now()), receipt)
    expect(await list('?state=new')).toEqual(['Waits', 'Put off'])
    expect(await list('?reminder=due')).toEqual(['Put off'])
    expect(await operator.page('/admin/inquiries?reminder=due', 'ko')).toMatch(/aria-current="page">다시 볼 문의</)
    expect(await waiting()).toBe(2)
    expect(await operator.page('/admin', 'ko')).toContain('오늘 다시 볼 문의가 1건 있습니다.')
    await operator.ask('POST', `/api${page(receipt)}/reminder`, { on: null })
    expect((await shown(receipt)).log.map(({ action }) => action)).toEqual(['remind', 'end-reminder'])
    expect(await list('?reminder=due')).toEqual([])
  })

  test('comes back at once with a reply of its visitor, which no stale page can put off', async () => {
    const receipt = await send('Is replied to')
    await operator.ask('POST', `/api${page(receipt)}/answers`, { text: 'It costs 100.', seen: receipt })
    const { fields } = formOnPage(await operator.page(page(receipt)), 'on')
    await putOff(receipt, seoulDay(Date.now() + DAY), fields)
    expect((await shown(receipt)).inquiry.remindOn).toBe(seoulDay(Date.now() + DAY))
    const to = await replyTo(site, receipt)
    expect(await site.email(SALES.inquiry_mail, to, mail(SALES.inquiry_mail, to, receipt, 'And 200?'))).toBe(null)
    expect((await shown(receipt)).inquiry).toMatchObject({ state: 'new', remindOn: null })
    expect(await putOff(receipt, seoulDay(Date.now() + 3 * DAY), fields)).toBe(`${page(receipt)}?refused=`)
    expect((await shown(receipt)).inquiry.remindOn).toBeNull()
  })

  test('waits no more once it is answered or marked, and is put off to a day within a year alone', async () => {
    const receipt = await send('Is answered')
    const tomorrow = seoulDay(Date.now() + DAY)
    for (const day of [seoulDay(Date.now()), '2020-01-01', seoulDay(Date.now() + 400 * DAY), 'soon'])
      expect(await putOff(receipt, day)).toBe(`${page(receipt)}?refused=day&on=${day}`)
    const refused = await operator.page(`${page(receipt)}?refused=day&on=2020-01-01`)
    expect(refused).toContain('Enter a day from tomorrow on')
    expect(refused).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="on"[^>]*value="2020-01-01"/)
    await putOff(receipt, tomorrow)
    await operator.ask('POST', `/api${page(receipt)}/answers`, { text: 'Yes.', seen: receipt })
    expect((await shown(receipt)).inquiry).toMatchObject({ state: 'answered', remindOn: null })
    await putOff(receipt, tomorrow)
    await operator.ask('PATCH', `/api${page(receipt)}`, { processed: true })
    expect((await shown(receipt)).inquiry).toMatchObject({ state: 'processed', remindOn: null })
    expect((await operator.call('POST', `/api${page(receipt)}/reminder`, { on: tomorrow })).status).toBe(409)
  })
})

test('what waits for its first answer longer than its brand promises stands first, and nothing of a brand that promises none', async () => {
  const old = Date.now() - 25 * 3_600_000
  const add = async (brandId: string, subject: string, columns = {}) => {
    const receipt = crypto.randomUUID()
    const texts = { ...NEW_INQUIRY.texts, subject }
    await addInquiry(site.env.DB, { receipt, brandId, acceptedAt: old, texts }, columns)
    return receipt
  }
  const late = await add('partner-b', 'Late')
  await add('vcp-x', 'Promised nothing')
  await add('partner-b', 'Answered before', { answered_at: new Date(old).toISOString() })
  await send('Newest of all')
  const overview = await operator.ask<WhatWaits>('GET', '/api/admin')
  expect(overview.late).toEqual([{ receipt: late, accepted_at: new Date(old).toISOString(), brand: 'partner-b' }])
  const text = await operator.page('/admin', 'ko')
  expect(text.indexOf('답변 기한이 지난 문의')).toBeLessThan(text.indexOf('class="waiting"'))
  expect(text).toContain('1일 전 접수')
  for (const query of ['', '?state=new']) {
    const inbox = await operator.page(`/admin/inquiries${query}`)
    expect(inbox.match(/>Late<\/a>/g)).toHaveLength(1)
    expect(inbox.indexOf('>Late</a>')).toBeLessThan(inbox.indexOf('>Newest of all</a>'))
    expect(inbox.match(/class="mark undelivered">Late</g)).toHaveLength(1)
  }
  expect((await operator.ask<ShownList>('GET', '/api/admin/inquiries?state=answered')).late).toEqual([])
  const own = await signIn(site, 'partner-a')
  expect((await own.ask<WhatWaits>('GET', '/api/admin')).late).toEqual([])
  await operator.ask('POST', `/api${page(late)}/answers`, { text: 'Yes.', seen: late })
  expect((await operator.ask<WhatWaits>('GET', '/api/admin')).late).toEqual([])
})
