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
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import { destroyPerson } from '../../../../functions/commands/inquiries/person.ts'
import { commands } from '../../../../functions/commands/table.ts'
import { mailStatus } from '../../../../functions/database/mail-record.ts'
import { DAY, HOUR, MINUTE, siteUnderTest } from '../../../support/site-under-test.ts'

beforeEach(() => {
  send.mockReset().mockImplementation(taken)
})

describe('where mail is off', () => {
  const off = siteUnderTest({ MAIL: { send } })

  test('nothing is sent or stored, though the brand names addresses', async () => {
    off.answer(200)
    await off.accept('k', {}, brand)
    expect(send).not.toHaveBeenCalled()
    expect(await mailStatus(off.env.DB, ALL_BRANDS, Date.now())).toEqual({
      waiting: 0,
      refused: 0,
      last: null,
      givenUp: [],
      webhooks: { waiting: 0, oldest: null, refused: 0, lastFailure: null },
    })
  })
})

/** The alerts to the operators of the default brand that were sent, in their order. */
const alerts = () =>
  sent()
    .filter(({ to }) => String(to) === OPERATOR)
    .map(({ headers }) => headers?.['X-Event'] ?? '')
    .filter((event) => !event.includes('.'))
    .map((event) => event.replace(/-\d+$/, ''))

describe('the mails about inquiries', () => {
  const site = siteUnderTest({ MAIL: { send }, MAIL_FROM })
  const history = async (receipt: string) =>
    (await site.history(receipt))
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
    expect(site.d1.rows('SELECT message FROM mail')).toEqual([{ message: null }])
  })

  test('where the brand asks for the contents, the mail has them too, escaped, and names no file', async () => {
    site.answer(200)
    const { receipt } = await site.accept('k', inquiryOf({ ...typed, file_ref_id: 'f' }), { ...brand, contents: true })
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

  describe('a mail that waits with what was typed, though a remote upstream has the inquiry,', () => {
    const call = () => ({ env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' })
    const wait = async (inquiry_mail: string, content = 'Hello.') => {
      site.answer(200)
      send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'not now'))
      const inquiry = inquiryOf({ ...typed, inquiry_mail, content })
      const { receipt } = await site.accept('k', inquiry, { ...brand, contents: true })
      expect(site.rowOf(receipt)).toMatchObject({ state: 'delivered', inquiry_mail: null })
      return receipt
    }

    test.each([
      ['Kim@visitor.example', 'kim@visitor.example'],
      ['Kim@회사.kr', 'kim@회사.kr'],
      ['kim@회사.kr', 'Kim@xn--vf4b131b.kr'],
      ['kim@xn--vf4b131b.kr', 'kim@회사.kr'],
    ])('is found of its sender, typed as %s and asked for as %s, and destroyed', async (sender, asked) => {
      const receipt = await wait(sender)
      const page = await commands['show-person'].perform(call(), { email: asked })
      expect(page.inquiries.map((one) => one.receipt)).toEqual([receipt])
      await destroyPerson(call(), { email: page.email, receipts: [receipt], shownAt: page.shownAt })
      send.mockImplementation(taken)
      send.mockClear()
      await site.leap(HOUR)
      expect(sent().filter(({ text }) => text?.includes(sender))).toEqual([])
    })

    test('is of nobody whom it only mentions, and says its sender in no other way than before', async () => {
      await wait('kim@visitor.example', 'Ask lee@visitor.example.')
      for (const email of ['lee@visitor.example', 'im@visitor.example'])
        expect((await commands['show-person'].perform(call(), { email })).inquiries).toEqual([])
      send.mockReset().mockImplementation(taken)
      await site.leap(HOUR)
      const [mail] = sent()
      expect(Object.keys(mail ?? {}).sort()).toEqual(['from', 'headers', 'html', 'subject', 'text', 'to'])
    })
  })

  test('a mail with the contents says what is suspicious', async () => {
    await site.accept('k', { isTooFast: true }, { ...brand, contents: true })
    await site.accept('k2', {}, { ...brand, contents: true })
    const texts = sent().map(({ text }) => text)
    expect(texts.map((text) => text?.includes('Possibly sent by a machine'))).toEqual([true, false])
    expect(texts[0]).toContain('within three seconds')
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
    expect(told()).toHaveLength(1)
    await commands['send-again'].perform(
      { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
      { receipt },
    )
    await site.idle()
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
      const isFailing = String(init.body).includes('failing')
      return new Response(null, { status: isDown || isFailing ? 500 : 200 })
    })
    const told = () => alerts().filter((alert) => alert === 'delayed').length
    await site.accept('failing', inquiryOf({ subject: 'failing' }), brand)
    await site.runUntil(Date.now() + 3 * HOUR)
    await site.accept('good')
    await site.runUntil(Date.now() + MINUTE)
    expect(told()).toBe(1)
    isDown = true
    for (const key of ['first', 'second', 'third']) {
      await site.accept(key)
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

  const everyMinute = async (minutes: number) => {
    for (let n = 0; n < minutes; n++) await site.leap(MINUTE)
  }

  test('a destruction that stays away for two hours is told once, with an all-clear', async () => {
    site.answer(200)
    await site.accept('k', {}, brand)
    await site.hour()
    await everyMinute(119)
    expect(alerts()).toEqual([])
    await everyMinute(30)
    expect(alerts()).toEqual(['no-destruction'])
    expect(sent().findLast(({ to }) => String(to) === OPERATOR)?.text).toContain(`${defaultBrand.origin}/admin`)
    await site.hour()
    await everyMinute(10)
    expect(alerts()).toEqual(['no-destruction', 'destruction-again'])
  })

  test('deliveries that stay away for two hours are told once by the hour, and have an all-clear', async () => {
    site.answer(200)
    await site.accept('k', {}, brand)
    await site.minute()
    const hourly = async (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      await site.hour()
    }
    await hourly(HOUR)
    expect(alerts()).toEqual([])
    await hourly(HOUR + MINUTE)
    await hourly(HOUR)
    expect(alerts()).toEqual(['no-delivery'])
    await everyMinute(2)
    expect(alerts()).toEqual(['no-delivery', 'delivery-again'])
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
    expect(written).toContain(`${defaultBrand.origin}/support/request/complete?receipt=${receipt}`)
    expect(written).not.toMatch(/Typed|a@b\.example/)
    expect(written).toContain(`write to ${defaultBrand.privacy?.email ?? defaultBrand.company.email}`)
    await site.runUntil(Date.now() + HOUR + 1)
    await site.accept('three', {}, confirming)
    expect(sent()).toHaveLength(2)
  })

  test('a visitor under a Korean domain gets the confirmation too, in either spelling once an hour', async () => {
    site.answer(200)
    const confirming = { ...brand, notify: [], confirmation: true }
    await site.accept('one', inquiryOf({ inquiry_mail: 'Kim@회사.kr' }), confirming)
    expect(sent()).toHaveLength(1)
    await site.accept('two', inquiryOf({ inquiry_mail: 'kim@xn--vf4b131b.kr' }), confirming)
    await site.accept('no mail server takes it', inquiryOf({ inquiry_mail: '김@회사.kr' }), confirming)
    expect(sent().map(({ to }) => to)).toEqual([['kim@xn--vf4b131b.kr']])
  })

  test("a visitor's address stays for an hour and is in no answer; a destroyed inquiry's mail is never sent", async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_RECIPIENT_NOT_ALLOWED', 'email to A@b.Example not allowed'))
    const { receipt } = await site.accept('k', {}, { ...brand, confirmation: true })
    await site.runUntil(Date.now() + MINUTE)
    const details = (await history(receipt)).map(({ detail }) => detail)
    expect(details).toContain('E_RECIPIENT_NOT_ALLOWED: email to … not allowed')
    await commands.destroy.perform(
      { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
      { receipt },
    )
    const { length: tries } = send.mock.calls
    await site.runUntil(Date.now() + DAY)
    expect(send).toHaveBeenCalledTimes(tries)
    send.mockImplementation(taken)
    await site.accept('other', {}, { ...brand, notify: [], confirmation: true })
    vi.setSystemTime(Date.now() + HOUR)
    await site.hour()
    expect(JSON.stringify(site.d1.rows('SELECT * FROM mail'))).not.toMatch(/a@b\.example/i)
  })
})

describe('a first answer that a brand promises', () => {
  const site = siteUnderTest({ MAIL: { send }, MAIL_FROM, UPSTREAM_URL: '' })
  const late = () => events().filter((event) => event.endsWith('.late'))
  const call = () => ({ env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' })
  afterEach(() => {
    delete defaultBrand.answerWithinHours
  })

  test('is told once by mail when its hours have passed, and of none that was answered, marked or promised nothing', async () => {
    const start = Date.now()
    const { receipt: first } = await site.accept('first', inquiryOf({ subject: 'First' }), brand)
    await site.runUntil(start + 5 * HOUR)
    expect(late()).toEqual([])
    defaultBrand.answerWithinHours = 6
    const { receipt: marked } = await site.accept('marked', inquiryOf({ subject: 'Marked' }), brand)
    const { receipt: second } = await site.accept('second', inquiryOf({ subject: 'Second' }), brand)
    await commands['mark-processed'].perform(call(), { receipt: marked })
    await site.runUntil(start + 6 * HOUR)
    expect(late()).toEqual([])
    await site.runUntil(start + 6 * HOUR + 2 * MINUTE)
    expect(late()).toEqual([`${first}.late`])
    expect(sent().at(-1)?.text).toContain(`/admin/inquiries/${first}`)
    expect(JSON.stringify(sent().at(-1))).not.toContain('First')
    await commands.answer.perform(call(), { receipt: second, text: 'Yes.', seen: second })
    await site.runUntil(start + 14 * HOUR)
    expect(late()).toEqual([`${first}.late`])
  })
})

describe('mails of a partner', () => {
  const site = siteUnderTest({ MAIL: { send }, MAIL_FROM })
  const partner = brandWithId('partner-a')
  const { mail: registered } = partner
  const confirming = { ...brand, notify: ['inquiries@partner-a.example'], confirmation: true }
  const accepted = async (mail: MailSettings) => {
    site.answer(200)
    await site.accept('k', { brandId: partner.id }, mail)
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
