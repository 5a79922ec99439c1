import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreadEntry } from '../../../functions/contract/conversation.ts'
import type { Receipt } from '../../../functions/contract/inquiry-body.ts'
import { formOnPage } from '../../support/form-on-page.ts'
import { ADMIN_TOKEN, type Operator, signIn } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'
import { SALES, sendInquiry } from '../../support/visitor-calls.ts'
import { mail, REPLY_DOMAIN, replyTo } from '../../support/visitor-mail.ts'

const PDF = '%PDF-1.7\n%%EOF'
const [KIM, LEE] = ['kim@company.example', 'lee@elsewhere.example'] as const

/* Copies of an answer and replies of colleagues in workerd, by the forms of the admin, as without scripts. */
describe('a conversation with colleagues', () => {
  let site: Site
  let operator: Operator
  beforeAll(async () => {
    site = await startSite({ vars: { ADMIN_TOKEN, MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } })
    operator = await signIn(site)
  })
  afterAll(() => site.close())

  const receive = async () => {
    const answer = await sendInquiry(site, SALES)
    return ((await answer.json()) as { data: Receipt }).data.receipt
  }
  const threadOf = async (receipt: string) =>
    (await operator.ask<{ thread: ThreadEntry[] }>('GET', `/api/admin/inquiries/${receipt}`)).thread
  const caught = (words: string) =>
    globSync(`dist/server/.wrangler/tmp/email/*/email-text/*`)
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes(words))
  const withFile = [
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The order is attached.',
    '--b',
    'Content-Type: application/pdf; name="order.pdf"',
    'Content-Disposition: attachment; filename="order.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(PDF).toString('base64'),
    '--b--',
    '',
  ].join('\r\n')
  const arrives = async (receipt: string, from: string, ...head: string[]) => {
    const to = await replyTo(site, receipt)
    const raw = mail(from, to, crypto.randomUUID(), withFile, ...head, 'Content-Type: multipart/mixed; boundary=b')
    expect(await site.email(from, to, raw)).toBe(null)
  }

  test('is typed into one field, and a reply of a colleague lands in it with its file', async () => {
    const words = `It costs nothing ${crypto.randomUUID()}`
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    const { fields } = formOnPage(await operator.page(page), 'cc')
    const sent = await operator.post(`${page}/answers`, {
      ...fields,
      action: 'send',
      text: words,
      cc: `Kim <${KIM}>; ${LEE.toUpperCase()}`,
    })
    expect(sent.status).toBe(303)
    await expect.poll(() => caught(words)).toHaveLength(1)
    await expect.poll(async () => (await threadOf(receipt)).at(-1)?.state).toBe('handed over')
    await arrives(receipt, KIM)
    const shown = await operator.page(page)
    for (const part of [
      `Cc: ${KIM}, ${LEE}`,
      `Reply from ${KIM}`,
      'From another address than the visitor’s',
      'order.pdf',
    ])
      expect(shown).toContain(part)
    const [, link = ''] = /href="([^"]+)"[^>]*>order\.pdf/.exec(shown) ?? []
    expect(await (await operator.get(link)).text()).toBe(PDF)
    // The next answer begins with the same copies.
    expect(formOnPage(shown, 'cc').fields.cc).toBe(`${KIM}, ${LEE}`)
    expect(await operator.page(page, 'ko')).toContain(`참조: ${KIM}, ${LEE}`)
  })

  test.each([
    ['kim@', 'This is not an e-mail address. Correct or remove it: kim@'],
    [`${KIM}, x@${REPLY_DOMAIN}`, `An address of this site cannot be in Cc. Remove it: x@${REPLY_DOMAIN}`],
    [Array.from({ length: 6 }, (_, n) => `a${n}@company.example`).join(', '), 'Up to five addresses. Remove some.'],
  ])('whose Cc cannot be used says so at its field, and keeps all that was typed: %s', async (cc, said) => {
    const receipt = await receive()
    const text = `Typed ${crypto.randomUUID()}`
    for (const action of ['send', 'send-processed', 'preview']) {
      const answer = await operator.post(`/admin/inquiries/${receipt}/answers`, { action, text, cc, seen: receipt })
      expect(answer.status).toBe(action === 'preview' ? 200 : 422)
      const page = await answer.text()
      expect(page).toContain('Check the Cc.')
      expect(page).toMatch(new RegExp(`id="cc-error".*?${said.replaceAll(/[.@]/g, String.raw`\$&`)}`, 's'))
      expect(formOnPage(page, 'cc').fields).toMatchObject({ text, cc })
    }
    expect((await threadOf(receipt)).length).toBe(1)
    // It is there again after the window was closed.
    expect(formOnPage(await operator.page(`/admin/inquiries/${receipt}`), 'cc').fields).toMatchObject({ text, cc })
    const call = await operator.call('POST', `/api/admin/inquiries/${receipt}/answers`, { text, cc: [cc] })
    expect(call.status).toBe(400)
    expect(await call.json()).toMatchObject({ errors: [{ field: 'cc' }] })
  })

  test('keeps another Cc where an answer is not sent again', async () => {
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    const { id } = await operator.ask<{ id: string }>('POST', `/api/admin/inquiries/${receipt}/answers`, {
      text: 'Hello.',
      seen: receipt,
      cc: [KIM],
    })
    await expect.poll(async () => (await threadOf(receipt)).at(-1)?.state).toBe('handed over')
    await site.sql("UPDATE message SET state = 'bounced' WHERE id = ?", id)
    const { fields } = formOnPage(await operator.page(page), 'to')
    expect(fields).toMatchObject({ id, cc: KIM })
    const wrong = await operator.post(`${page}/again`, { ...fields, cc: `${KIM}, lee@` })
    expect(wrong.status).toBe(422)
    const again = formOnPage(await wrong.text(), 'to').fields
    expect(again).toMatchObject({ id, cc: `${KIM}, lee@` })
    expect((await operator.post(`${page}/again`, { ...again, cc: LEE })).status).toBe(303)
    expect((await threadOf(receipt)).at(-1)).toMatchObject({ id, cc: [LEE] })
  })

  test.each([
    [
      'nothing proves',
      'Authentication-Results: mx; dmarc=fail header.from=elsewhere.example',
      'Nothing proves who sent it',
    ],
    [
      'nobody has admitted',
      'Authentication-Results: mx; dmarc=pass header.from=elsewhere.example',
      'not part of this conversation',
    ],
  ])('takes a reply that %s with one press', async (_, proof, said) => {
    const receipt = await receive()
    const page = `/admin/inquiries/${receipt}`
    await operator.ask('POST', `/api/admin/inquiries/${receipt}/answers`, {
      text: 'Hello.',
      seen: receipt,
      processed: true,
    })
    await arrives(receipt, LEE, proof)
    const shown = await operator.page(page)
    for (const part of ['Quarantined (1)', said, 'Files, not open yet: order.pdf', 'Add to the conversation'])
      expect(shown).toContain(part)
    expect(shown).not.toMatch(/<a[^>]*>order\.pdf/)
    expect(await operator.page(page, 'ko')).toContain('대화에 넣기')
    const form = shown.slice(shown.lastIndexOf('<form', shown.indexOf('Add to the conversation')))
    const { id = '' } = formOnPage(form, 'id').fields
    const pressed = await operator.post(`${page}/admit`, { id })
    expect(pressed.status).toBe(303)
    const entry = (await threadOf(receipt)).at(-1)
    expect(pressed.headers.get('location')).toBe(`${page}#entry-${entry?.id}`)
    expect(entry).toMatchObject({ by: LEE, state: 'received', cameAt: expect.any(String) })
    const after = await operator.page(page)
    expect(after).not.toContain('Quarantined (')
    expect(after).toContain('until an operator added it to the conversation')
    const [, link = ''] = /href="([^"]+)"[^>]*>order\.pdf/.exec(after) ?? []
    expect(await (await operator.get(link)).text()).toBe(PDF)
    const { inquiry } = await operator.ask<{ inquiry: object }>('GET', `/api/admin/inquiries/${receipt}`)
    expect(inquiry).toMatchObject({ state: 'new', destroyAt: null })
    expect(await operator.page('/admin/log')).toContain('added a quarantined reply to the conversation of the inquiry')
    // Pressed again, as after Back, it is there.
    expect((await operator.post(`${page}/admit`, { id })).headers.get('location')).toBe(`${page}#entry-${entry?.id}`)
    const gone = await operator.post(`${page}/admit`, { id: crypto.randomUUID() })
    expect(gone.headers.get('location')).toContain('refused=')
  })

  test('shows nothing of it to the visitor’s status page', async () => {
    const receipt = await receive()
    await operator.ask('POST', `/api/admin/inquiries/${receipt}/answers`, { text: 'Hello.', seen: receipt, cc: [KIM] })
    await arrives(receipt, KIM)
    for (const path of [`/api/board/inquiry/${receipt}`, `/support/request/complete?receipt=${receipt}`])
      expect(await (await site.fetch(`http://www.example${path}`)).text()).not.toContain(KIM)
  })
})
