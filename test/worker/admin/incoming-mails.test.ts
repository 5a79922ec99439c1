import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreadEntry } from '../../../functions/contract/conversation.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { IDN, KIM, REAL_MAILS, type RealMail } from '../../support/real-mails.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'
import { REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

/* Replies by their real way in: the e-mail handler of the built Worker in workerd. */
describe('a reply', () => {
  let site: Site
  let operator: Operator
  beforeAll(async () => {
    site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
    operator = await signIn(site)
  })
  afterAll(() => site.close())

  /** An inquiry that was answered, and the address for its replies. */
  const answered = async (address: string) => {
    const sent = await sendInquiry(site, { ...SALES, inquiry_mail: address })
    const { receipt } = ((await sent.json()) as { data: Receipt }).data
    const answer = await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, {
      text: 'Hi.',
      seen: receipt,
    })
    expect(answer.status).toBe(202)
    return { receipt, to: await replyTo(site, receipt) }
  }
  const lastOf = async (receipt: string) =>
    (await operator.ask<{ thread: ThreadEntry[] }>('GET', `/api/admin/inquiries/${receipt}`)).thread.at(-1)
  const caught = (words: string) =>
    globSync(`dist/server/.wrangler/tmp/email/*/email-text/*`)
      .map((path) => readFileSync(path, 'utf8'))
      .filter((contents) => contents.includes(words))
  const mailsOf = async (receipt: string, kind: string) =>
    (await site.sql('SELECT event FROM mail WHERE receipt = ? AND kind = ?', receipt, kind)).length

  const expectRead = async (one: RealMail, address = KIM) => {
    const { receipt, to } = await answered(address)
    expect(await site.email(one.from ?? KIM, to, new Uint8Array(one.raw))).toBe(null)
    const reply = await lastOf(receipt)
    expect(reply).toMatchObject({ kind: 'reply', state: 'received' })
    expect(await mailsOf(receipt, 'reply'), 'The operators are told.').toBe(1)
    const { files = [], text = '' } = reply ?? {}
    if (one.text !== undefined) expect(text).toBe(one.text)
    const named = (role?: string) => files.filter((file) => file.role === role).map(({ name }) => name)
    expect(named()).toEqual(one.files ?? [])
    expect(named('in-text')).toEqual(one.pictures ?? [])

    const page = await operator.page(`/admin/inquiries/${receipt}`)
    const shown = page.replace(/<details class="quoted">[^]*?<\/details>/g, '')
    if (one.quoted !== undefined) {
      expect(page).toContain(one.quoted)
      expect(shown).not.toContain(one.quoted)
    }
    for (const name of [...named(), ...named('in-text')]) expect(page).toContain(name)

    const leftOut = (reply?.leftOut ?? []).filter(({ role }) => role === undefined)
    expect(leftOut.map(({ name, fault }) => [name, fault])).toEqual(one.leftOut ?? [])
    for (const { name } of reply?.leftOut ?? []) expect(page).toContain(`${name} (`)
    expect(await mailsOf(receipt, 'left-out')).toBe(leftOut.length > 0 ? 1 : 0)

    const link = /href="([^"]+)"[^>]*>Download the original e-mail/.exec(page)?.[1] ?? ''
    const original = await operator.get(link)
    expect(original.headers.get('content-disposition')).toMatch(/^attachment;.*\.eml/)
    expect(Buffer.from(await original.arrayBuffer()).equals(one.raw), 'The mail as it came.').toBe(true)
    return receipt
  }

  describe.each(Object.entries(REAL_MAILS))('of the kind: %s', (_, mails) => {
    test.each(mails.map((one) => [one.what, one] as const))(
      '%s, is read as its program shows it',
      async (_what, one) => {
        await expectRead(one)
      },
    )
  })

  test.each(IDN.map((one) => [one.what, one] as const))(
    'from the address of the inquiry %s is of the visitor',
    async (_, one) => {
      await expectRead(one, 'hong@회사.한국')
    },
  )

  test('of which something was left out is answered by one automatic line, in its thread', async () => {
    const [program] = REAL_MAILS['what the rules of the forms refuse'] ?? []
    const name = `setup-${crypto.randomUUID()}.exe`
    const raw = Buffer.from(
      Buffer.from(program?.raw ?? [])
        .toString('latin1')
        .replaceAll('setup.exe', name),
      'latin1',
    )
    const { receipt, to } = await answered(KIM)
    for (let n = 0; n < 2; n++) expect(await site.email(KIM, to, new Uint8Array(raw))).toBe(null)
    await expect.poll(() => caught(name)).toHaveLength(1)
    expect(caught(name)[0]).toMatch(
      new RegExp(
        `^We have received your e-mail, but not these attachments: ${name} \\(format not accepted\\)\\. .*automatically\\.\\s*$`,
      ),
    )
    expect(await mailsOf(receipt, 'left-out'), 'A mail that comes twice is told once.').toBe(1)
    expect(await operator.page(`/admin/inquiries/${receipt}`)).toContain(`${name} (`)

    const prefix = `conversation/${receipt}/`
    expect((await site.env.FILES.list({ prefix })).objects, 'The file, and the mail itself.').toHaveLength(2)
    await operator.post(`/admin/inquiries/${receipt}`, { action: 'destroy' })
    expect((await site.env.FILES.list({ prefix })).objects).toEqual([])
    expect(JSON.stringify(await site.sql('SELECT * FROM mail WHERE receipt = ?', receipt))).not.toContain(KIM)
  })
})
