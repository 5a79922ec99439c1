import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brandWithId, defaultBrand } from '../../../../functions/brand/hosts.ts'
import type { MailSettings } from '../../../../functions/brand/schema.ts'
import { LOCALES } from '../../../../functions/contract/languages.ts'
import {
  brand,
  events,
  inquiryOf,
  MAIL_FROM,
  OPERATOR,
  refusing,
  send,
  sent,
  taken,
} from '../../../support/mail-binding.ts'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import { DAY, MINUTE, outboxUnderTest } from '../../../support/outbox-under-test.ts'

const HOUR = 60 * MINUTE

beforeEach(() => {
  send.mockReset().mockImplementation(taken)
})

describe('where mail is off', () => {
  const off = outboxUnderTest({ MAIL: { send } })

  test('nothing is sent or stored, though the brand names addresses', async () => {
    off.answer(200)
    await off.accept('k', {}, brand)
    expect(send).not.toHaveBeenCalled()
    expect(await off.outbox.mailStatus()).toEqual({ waiting: 0, refused: 0, last: null, givenUp: [] })
  })
})

/** The alerts of the outbox itself that were sent, in their order. */
const alerts = () =>
  events()
    .filter((event) => !event.includes('.'))
    .map((event) => event.replace(/-\d+$/, ''))

describe('mails of an outbox', () => {
  const site = outboxUnderTest({ MAIL: { send }, MAIL_FROM })
  const history = async (receipt: string) =>
    (await site.outbox.history(receipt))
      .filter(({ event }) => event === 'mail')
      .map(({ mail, detail }) => ({ ...mail, detail }))

  const typed = {
    subject: '<b>Subject</b>',
    content: 'One\n<script>alert(1)</script>',
    user_name: 'Person & Co',
    company_name: 'Company Ltd',
    phone_number_homepage: '+82-2-555-0101',
  }

  test('an accepted inquiry is one mail to the operator: form, time, receipt and link, nothing that was typed', async () => {
    site.answer(200)
    vi.setSystemTime(new Date('2026-11-22T06:04:59Z'))
    const { receipt, state } = await site.accept('k', inquiryOf(typed), brand)
    expect(state).toBe('delivered')
    expect(sent()).toHaveLength(1)
    const [mail] = sent()
    expect(mail).toMatchObject({
      from: MAIL_FROM,
      to: [OPERATOR],
      subject: '[홈페이지] 도입 문의가 접수되었습니다 / New sales inquiry',
      headers: { 'X-Event': `${receipt}.accepted` },
    })
    expect(mail?.text?.split('\n').filter((line) => line !== '')).toEqual([
      '새 도입 문의가 접수되었습니다.',
      'You have a new sales inquiry.',
      `${defaultBrand.origin}/admin/inquiries/${receipt}`,
      '양식 / Form:',
      '  도입 문의 / Sales inquiry',
      '접수 시각 / Received:',
      '  2026-11-22 15:04 (KST)',
      '접수 번호 / Receipt number:',
      `  ${receipt}`,
    ])
    for (const text of ['도입 문의 / Sales inquiry', '2026-11-22 15:04 (KST)', receipt])
      expect(mail?.html).toContain(text)
    expect(`${mail?.html} ${JSON.stringify(mail)}`).not.toMatch(
      /Subject|One|script|Person|Company|555-0101|a@b\.example/,
    )
    expect(mail?.html?.match(/<a /g)).toHaveLength(1)
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'handed-over', detail: '<1@mail.example>' }])
    expect(site.disk.db.prepare('SELECT message FROM mail').all()).toEqual([{ message: null }])
  })

  test('where the brand asks for the contents, the mail has them too, escaped, and names no file', async () => {
    site.answer(200)
    const { receipt } = await site.accept('k', inquiryOf({ ...typed, held_files: ['f'] }), { ...brand, contents: true })
    const [mail] = sent()
    for (const text of [
      `${defaultBrand.origin}/admin/inquiries/${receipt}`,
      '접수 번호 / Receipt number:',
      'a@b.example',
      '제목 / Title:',
      'Person & Co',
      'Company Ltd',
      '+82-2-555-0101',
      'The attachments are on the page above.',
    ])
      expect(mail?.text).toContain(text)
    expect(mail?.subject).not.toContain('Subject')
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).toContain('&lt;b&gt;Subject&lt;/b&gt;')
    expect(mail?.html?.match(/<a /g)).toHaveLength(1)
    expect(mail).not.toHaveProperty('attachments')
  })

  test('a mail with the contents says what is suspicious, but not what another brand has got', async () => {
    await site.accept('k', { remarks: ['hasty', 'repeated'] }, { ...brand, contents: true })
    await site.accept('k2', { remarks: ['repeated'] }, { ...brand, contents: true })
    const texts = sent().map(({ text }) => text)
    expect(texts.map((text) => text?.includes('Possibly sent by a machine'))).toEqual([true, false])
    expect(texts[0]).toContain('within three seconds')
    expect(texts.join('')).not.toContain('Another brand')
  })

  test('the other language comes first where the brand says so', async () => {
    await site.accept('k', {}, { ...brand, language: 'en' })
    expect(sent()[0]?.subject).toBe('New sales inquiry / [홈페이지] 도입 문의가 접수되었습니다')
  })

  test('a repeated key and a canary are no second mail', async () => {
    site.answer(200)
    await site.accept('k', {}, brand)
    await site.accept('k', {}, brand)
    await site.accept('canary', { canary: true }, null)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('an undelivered inquiry is told once, and once more after an operator sent it again', async () => {
    site.answer(400)
    const { receipt } = await site.accept('k', {}, brand)
    await site.runUntil(Date.now() + DAY)
    const told = () => events().filter((event) => event.includes('undelivered'))
    expect(told()).toEqual([`${receipt}.undelivered`])
    await site.outbox.retry(receipt)
    await site.disk.idle()
    await site.runUntil(Date.now() + DAY)
    expect(told()).toHaveLength(2)
    expect(sent().find(({ headers }) => headers?.['X-Event'] === told()[0])?.text).toContain(
      `/admin/inquiries/${receipt}`,
    )
  })

  test('inquiries that wait for more than 15 minutes are told once, with an all-clear', async () => {
    await site.accept('one', {}, brand)
    await site.accept('two', {}, brand)
    await site.runUntil(Date.now() + 14 * MINUTE)
    expect(alerts()).toEqual([])
    await site.runUntil(Date.now() + 2 * HOUR)
    expect(alerts()).toEqual(['delayed'])
    site.answer(200)
    await site.runUntil(Date.now() + 10 * MINUTE)
    expect(alerts()).toEqual(['delayed', 'all-clear'])
  })

  test('an outage is told although an inquiry that fails by itself has been told before, and once', async () => {
    let isDown = false
    site.upstream.mockImplementation(async (_url, init) => {
      const isFailing = new Headers(init.headers).get('x-request-id') === 'failing'
      return new Response(null, { status: isDown || isFailing ? 500 : 200 })
    })
    const told = () => alerts().filter((alert) => alert === 'delayed').length
    await site.accept('failing', { requestId: 'failing' }, brand, 'one')
    await site.runUntil(Date.now() + DAY)
    await site.accept('good', {}, null, 'two')
    expect(told()).toBe(1)
    isDown = true
    for (const key of ['first', 'second', 'third']) {
      await site.accept(key, {}, null, key)
      await site.runUntil(Date.now() + 20 * MINUTE)
    }
    expect(told()).toBe(2)
  })

  test('an alert goes to whom the registry names by then, not to whom it named for the inquiry', async () => {
    await site.accept('k', {}, brand)
    defaultBrand.mail = { ...brand, notify: ['successor@vcp-x.example'] }
    await site.runUntil(Date.now() + HOUR)
    expect(sent().map(({ to }) => to)).toEqual([[OPERATOR], ['successor@vcp-x.example']])
  })

  test('a destruction that stays away for two hours is told once, with an all-clear', async () => {
    site.answer(200)
    await site.accept('k', {}, brand)
    const start = Date.now()
    await site.runUntil(start + 30 * MINUTE)
    await site.outbox.destructionRan()
    await site.runUntil(start + 2 * HOUR + 29 * MINUTE, { crons: false })
    expect(alerts()).toEqual([])
    await site.runUntil(start + DAY, { crons: false })
    expect(alerts()).toEqual(['no-destruction'])
    expect(sent().at(-1)?.text).toContain(`${defaultBrand.origin}/admin`)
    await site.outbox.destructionRan()
    await site.disk.idle()
    await site.runUntil(start + 2 * DAY)
    expect(alerts()).toEqual(['no-destruction', 'destruction-again'])
  })

  test('a delivery that stays away for two hours is told once, started again, and has an all-clear', async () => {
    await site.accept('k', {}, brand)
    const hourly = async (at: number) => {
      vi.setSystemTime(at)
      await site.outbox.hourly(at)
      await site.outbox.destructionRan()
      await site.disk.idle()
    }
    const due = site.disk.alarm ?? 0
    for (const late of [HOUR, 2 * HOUR - MINUTE]) await hourly(due + late)
    expect(alerts()).toEqual([])
    await hourly(due + 2 * HOUR)
    expect(alerts()).toEqual(['no-delivery'])
    expect(site.disk.alarm).toBeLessThanOrEqual(Date.now())
    site.answer(200)
    await site.runUntil(Date.now() + 10 * MINUTE)
    expect((await site.outbox.counts()).delivered).toBe(1)
    await hourly(Date.now())
    expect(alerts().filter((kind) => kind.includes('deliver'))).toEqual(['no-delivery', 'delivery-again'])
  })

  test('a confirmation holds nothing typed, and goes to one address once an hour', async () => {
    site.answer(200)
    const confirming = { ...brand, notify: [], confirmation: true }
    const typed = inquiryOf({ subject: 'Typed title', content: 'Typed content', user_name: 'Typed name' })
    const { receipt } = await site.accept('one', typed, confirming)
    await site.accept('two', inquiryOf({ inquiry_mail: 'A@B.example' }), confirming)
    await site.accept('list', inquiryOf({ inquiry_mail: 'a,c@b.example' }), confirming)
    expect(sent()).toHaveLength(1)
    expect(sent()[0]).toMatchObject({ to: ['a@b.example'], headers: { 'Auto-Submitted': 'auto-replied' } })
    const written = `${sent()[0]?.subject} ${sent()[0]?.text} ${sent()[0]?.html}`
    expect(written).toContain(`https://www.example/support/request/complete?receipt=${receipt}`)
    expect(written).not.toMatch(/Typed|a@b\.example/)
    await site.runUntil(Date.now() + HOUR + 1)
    await site.accept('three', {}, confirming)
    expect(sent()).toHaveLength(2)
  })

  test("a visitor's address stays for an hour and is in no answer; a destroyed inquiry's mail is never sent", async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_RECIPIENT_NOT_ALLOWED', 'email to A@b.Example not allowed'))
    const { receipt } = await site.accept('k', {}, { ...brand, confirmation: true })
    await site.runUntil(Date.now() + MINUTE)
    const details = (await history(receipt)).map(({ detail }) => detail)
    expect(details).toContain('E_RECIPIENT_NOT_ALLOWED: email to … not allowed')
    await site.outbox.destroy(receipt)
    const { length: tries } = send.mock.calls
    await site.runUntil(Date.now() + DAY)
    expect(send).toHaveBeenCalledTimes(tries)
    send.mockImplementation(taken)
    await site.accept('other', {}, { ...brand, notify: [], confirmation: true })
    await site.outbox.hourly(Date.now() + HOUR)
    expect(JSON.stringify(site.disk.db.prepare('SELECT * FROM mail').all())).not.toMatch(/a@b\.example/i)
  })
})

describe('mails of a partner', () => {
  const site = outboxUnderTest({ MAIL: { send }, MAIL_FROM })
  const partner = brandWithId('partner-a')
  const { mail: registered } = partner
  const confirming = { ...brand, notify: ['inquiries@partner-a.example'], confirmation: true }
  const accepted = async (mail: MailSettings) => {
    partner.mail = mail
    site.disk = outboxDisk(partner.id)
    await site.start()
    site.answer(200)
    await site.accept('k')
    const to = (address: string) => sent().find((each) => [each.to].flat().includes(address))
    return { toVisitor: to('a@b.example'), toOperator: to('inquiries@partner-a.example') }
  }
  afterEach(() => {
    partner.mail = registered
  })
  const shown = { name: partner.name.ko }

  test('come from its own address, and say nothing of anybody else', async () => {
    const from = 'site@partner-a.example'
    const { toVisitor, toOperator } = await accepted({ ...confirming, from })
    for (const mail of [toVisitor, toOperator]) expect(mail?.from).toEqual({ ...shown, email: from })
    expect(toVisitor).not.toHaveProperty('replyTo')
    const { company, name, origin } = defaultBrand
    for (const words of [...Object.values(company.name), ...Object.values(name), MAIL_FROM, new URL(origin).host])
      expect(JSON.stringify(toVisitor)).not.toContain(words)
  })

  test('without one come from the default sender under its name; a visitor is told who sends and why, and answers the partner', async () => {
    const { toVisitor, toOperator } = await accepted(confirming)
    expect(toVisitor).toMatchObject({ from: { ...shown, email: MAIL_FROM }, replyTo: partner.company.email })
    expect(toOperator?.from).toEqual({ ...shown, email: MAIL_FROM })
    expect(toOperator).not.toHaveProperty('replyTo')
    for (const language of LOCALES)
      for (const body of [toVisitor?.text, toVisitor?.html])
        for (const { name } of [partner.company, defaultBrand.company]) expect(body).toContain(name[language])
    expect(`${toVisitor?.text}${toVisitor?.html}`).toMatch(/위탁을 받아.*on behalf of/s)
  })
})
