import { expect, test } from 'vitest'
import { processedAt } from '../support/inquiry-row.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { PROPOSAL, SALES, sendInquiry } from '../support/visitor-calls.ts'

const served = remoteSite()
const read = async (receipt: string) =>
  (await (await served.site.fetch(`http://www.example/api/board/inquiry/${receipt}`)).json()) as { data: object }

test('a receipt tells when its inquiry was processed and when it is destroyed, and nothing personal', async () => {
  const { data } = (await (await sendInquiry(served.site, SALES)).json()) as { data: { receipt: string } }
  expect(Object.keys((await read(data.receipt)).data).sort()).toEqual(['accepted_at', 'delivered_at', 'kind', 'state'])
  await processedAt(served.site, data.receipt, '2026-01-31T09:00:00.000Z', '2026-02-28T09:00:00.000Z')
  // The edge may keep a state for some seconds.
  await expect
    .poll(() => read(data.receipt))
    .toEqual({
      data: {
        state: 'delivered',
        kind: 'sales',
        accepted_at: expect.any(String),
        delivered_at: expect.any(String),
        processed_at: '2026-01-31T09:00:00.000Z',
        destroy_at: '2026-02-28T09:00:00.000Z',
      },
    })
  const page = await served.site.fetch(`http://www.example/support/request/status?receipt=${data.receipt}&lng=en`)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  expect(html).toContain('February 28, 2026')
  expect(html).not.toContain('visitor@company.example')
  const unknown = await served.site.fetch(`http://www.example/support/request/status?receipt=${crypto.randomUUID()}`)
  expect(unknown.status).toBe(404)
})

test('a complete page says the kind of its receipt, also at the address of the other form', async () => {
  const page = async (address: string, sent: object) => {
    const { data } = (await (await sendInquiry(served.site, sent)).json()) as { data: { receipt: string } }
    const answer = await served.site.fetch(
      `http://www.example/support/${address}/complete?receipt=${data.receipt}&lng=en`,
    )
    return (await answer.text()).replace(/<script[^]*?<\/script>/g, '')
  }
  const proposal = await page('request', PROPOSAL)
  for (const text of [
    '<title>Your partnership proposal has been registered.',
    '<dd>Partnership proposal</dd>',
    'We will review it',
  ])
    expect(proposal).toContain(text)
  const sales = await page('affiliate', SALES)
  for (const text of [
    '<title>Your inquiry has been registered.',
    '<dd>Sales inquiry</dd>',
    'An answer will soon be sent',
  ])
    expect(sales).toContain(text)
})

const NONE = {
  ko: '이 접수 번호로 접수된 문의나 제안을 홈페이지에서 찾을 수 없습니다.',
  en: 'We found no inquiry or proposal',
}
const UNKNOWN = { ko: '접수 내역을 확인할 수 없습니다', en: 'We cannot find this receipt' }
const pageOf = async (path: string, receipt: string, lng: string) => {
  const answer = await served.site.fetch(`http://www.example${path}?${new URLSearchParams({ receipt, lng })}`)
  return { status: answer.status, html: await answer.text() }
}

test.each(['😀', '../x', '12 34', 'x'.repeat(64), 'x'.repeat(65), '\u0000\u0001?'])(
  'what no receipt can be, %j, is told like one that is unknown, and confirms nothing',
  async (receipt) => {
    for (const lng of ['ko', 'en'] as const) {
      const { status, html } = await pageOf('/support/request/status', receipt, lng)
      expect([status, html.includes(NONE[lng])]).toEqual([404, true])
      for (const form of ['request', 'affiliate'])
        expect((await pageOf(`/support/${form}/complete`, receipt, lng)).html).toContain(NONE[lng])
    }
  },
)

test('what was typed stands in the field again, to be mended', async () => {
  expect((await pageOf('/support/request/status', '12 <34', 'ko')).html).toContain('value="12 &lt;34"')
})

test('a receipt may be pasted with white space around it', async () => {
  const { data } = (await (await sendInquiry(served.site, SALES)).json()) as { data: { receipt: string } }
  expect((await pageOf('/support/request/status', ` ${data.receipt}\n`, 'ko')).status).toBe(200)
})

test.each(['', ' ', '\u200b', '\u0000'])('a blank receipt, %j, is asked for, and confirms nothing', async (receipt) => {
  for (const lng of ['ko', 'en'] as const) {
    const { status, html } = await pageOf('/support/request/status', receipt, lng)
    expect([status, html.includes(NONE[lng])]).toEqual([200, false])
    for (const form of ['request', 'affiliate']) {
      const complete = await pageOf(`/support/${form}/complete`, receipt, lng)
      expect(complete.html).toContain(NONE[lng])
      expect(complete.html.match(/<title>(.*?)<\/title>/)?.[1]).toContain(UNKNOWN[lng])
    }
  }
})
