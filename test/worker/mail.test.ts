import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WhatWaits } from '../../app/admin/overview/what-waits.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../support/operator.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

/* The e-mail binding of the platform, as Miniflare has it: it writes each message into files. */
const served = siteWithUpstream({
  UPSTREAM_TIMEOUT_MS: '5000',
  ADMIN_TOKEN,
  MAIL_FROM: 'site@vcp-x.example',
  CANARY: 'vcp-x',
})

describe('mail', () => {
  let operator: Operator
  beforeAll(async () => {
    operator = await signIn(served.site)
  })
  /** Contents of the caught files that name a receipt; other sites of a test run write into the same folder. */
  const caught = (kind: 'text' | 'html', receipt: string) =>
    globSync(`dist/server/.wrangler/tmp/email/*/email-${kind}/*`)
      .map((file) => readFileSync(file, 'utf8'))
      .filter((contents) => contents.includes(receipt))
  const accepted = async (subject: string) =>
    ((await (await sendInquiry(served.site, { ...SALES, subject })).json()) as { data: Receipt }).data

  test('each accepted inquiry is one message to its operators; the admin shows what became of it', async () => {
    await served.site.scheduled(new Date(), '*/15 * * * *')
    const { receipt, state } = await accepted('Mailed <b>title</b>')
    expect(state).toBe('delivered')
    await expect.poll(() => caught('html', receipt)).toHaveLength(1)
    const [text, ...more] = caught('text', receipt)
    expect(more).toEqual([])
    expect(text).toContain(`/admin/inquiries/${receipt}`)
    // No brand of the example registry asks for the contents.
    for (const mail of [text, caught('html', receipt)[0]]) {
      expect(mail).toContain('도입 문의 / Sales inquiry')
      expect(mail).not.toContain('Mailed')
      for (const typed of [SALES.content, SALES.user_name, SALES.company_name, SALES.inquiry_mail])
        expect(mail).not.toContain(typed)
    }

    // The canary is none of them.
    expect(await served.site.sql('SELECT receipt, event FROM mail')).toEqual([{ receipt, event: 'accepted' }])
    const { mail } = await operator.ask<WhatWaits>('GET', '/api/admin')
    expect(mail).toMatchObject({ off: null, waiting: 0, refused: 0, last: { kind: 'accepted', state: 'handed-over' } })
    expect(await operator.page('/admin')).toContain('sent (accepted by the mail service)')
    expect(await operator.page('/admin', 'ko')).toContain('발송됨(메일 서비스 접수)')
  })

  test('is a check of /readyz', async () => {
    const { checks } = (await (await served.site.fetch('/readyz')).json()) as { checks: unknown[] }
    expect(checks).toContainEqual({ name: 'MAIL', ok: true })
  })

  test('the history of an inquiry names its mails', async () => {
    served.upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const { receipt } = await accepted('Waits')
    await expect
      .poll(() => operator.page(`/admin/inquiries/${receipt}`))
      .toContain('Mail to operators: new inquiry, sent (accepted by the mail service)')
    expect(await operator.page(`/admin/inquiries/${receipt}`, 'ko')).toContain(
      '운영자 메일: 새 문의, 발송됨(메일 서비스 접수)',
    )
  })

  test('a mail that was given up is told on /admin, with its inquiry and the last answer', async () => {
    const { receipt } = await accepted('Nobody was told')
    await expect.poll(() => caught('text', receipt)).toHaveLength(1)
    const text = 'The mail service did not confirm these mails of the last month'
    expect(await operator.page('/admin')).not.toContain(text)
    await served.site.sql(
      `UPDATE mail SET state = 'refused', answer = 'E_TEST: no such sender', changed_at = ${Date.now()} WHERE receipt = '${receipt}'`,
    )
    const { mail } = await operator.ask<WhatWaits>('GET', '/api/admin')
    const answer = 'E_TEST: no such sender'
    expect(mail?.givenUp).toEqual([{ receipt, kind: 'accepted', answer, at: expect.any(String) }])
    for (const [locale, words] of [
      ['en', [text, 'Mail to operators: new inquiry']],
      ['ko', ['발송을 중단한 메일입니다', '운영자 메일: 새 문의']],
    ] as const) {
      const page = await operator.page('/admin', locale)
      for (const shown of [...words, `/admin/inquiries/${receipt}`, answer]) expect(page).toContain(shown)
    }
  })

  test('no page names the addresses of operators', async () => {
    for (const path of ['/', '/support/request', '/privacy-policy/current'])
      expect(await (await served.site.fetch(`http://www.example${path}`)).text()).not.toContain('inquiries@')
  })
})

describe('without the setting MAIL_FROM', () => {
  const served = remoteSite()

  test('no mail is sent, and the admin says why', async () => {
    expect((await sendInquiry(served.site, SALES)).status).toBe(200)
    const operator = await signIn(served.site)
    const { mail } = await operator.ask<WhatWaits>('GET', '/api/admin')
    expect(mail).toMatchObject({ off: 'MAIL_FROM', waiting: 0, refused: 0, last: null, givenUp: [] })
    expect(await operator.page('/admin')).toContain('Mail is off: MAIL_FROM is not set.')
    expect(await served.site.sql('SELECT * FROM mail')).toEqual([])
  })
})

describe('the destruction of processed inquiries', () => {
  const noted = async () =>
    (await served.site.sql("SELECT succeeded_at FROM run WHERE name = 'destruction'"))[0]?.succeeded_at

  test('counts as run only when it has succeeded, and its absence is mailed', async () => {
    const { site } = served
    await sendInquiry(site, SALES)
    await site.scheduled(new Date())
    const first = await noted()
    expect(Number(first)).toBeGreaterThan(Date.now() - 60_000)

    await site.env.DB.exec('ALTER TABLE inquiry RENAME TO inquiry_away')
    try {
      await site.scheduled(new Date())
      expect(site.logged()).toContainEqual(expect.objectContaining({ code: 'destroy-due', level: 'error' }))
      expect(await noted()).toBe(first)
    } finally {
      await site.env.DB.exec('ALTER TABLE inquiry_away RENAME TO inquiry')
    }

    // As if that had been three hours ago.
    await site.sql("UPDATE run SET succeeded_at = 1 WHERE name = 'destruction'")
    await site.scheduled(new Date(), '* * * * *')
    const alerts = async () =>
      (await site.sql("SELECT kind FROM mail WHERE receipt = '' AND brand_id = 'vcp-x' ORDER BY id")).map(
        ({ kind }) => kind,
      )
    expect(await alerts()).toEqual(['no-destruction'])
    await site.scheduled(new Date())
    expect(await alerts()).toEqual(['no-destruction', 'destruction-again'])
  })
})
