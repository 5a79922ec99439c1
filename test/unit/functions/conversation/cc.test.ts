import { describe, expect, test } from 'vitest'
import { commands, conversationUnderTest, replied, VISITOR } from '../../../support/conversation-under-test.ts'
import { takeMailEvent } from '../../../../functions/conversation/mail-events.ts'
import { typedAddresses } from '../../../../functions/commands/inquiries/cc.ts'
import { refusing, send, sent } from '../../../support/mail-binding.ts'

const [KIM, LEE] = ['kim@customer.example', 'lee@partner.example'] as const

describe('the Cc of an answer', () => {
  const conversation = conversationUnderTest()
  const { site, as, receive, show, answer, toVisitors, reply, token } = conversation
  const last = async (receipt: string) => (await show(receipt)).thread.findLast(({ kind }) => kind === 'answer')

  test('is in the one mail that everybody gets, with the same address for replies, and in the thread', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'It costs nothing.', { cc: [`Kim <${KIM.toUpperCase()}>`, LEE, KIM] })
    expect(toVisitors()).toMatchObject([
      {
        to: [VISITOR],
        cc: [KIM, LEE],
        replyTo: expect.stringMatching(/^reply\+/),
        text: expect.stringContaining('It costs'),
      },
    ])
    expect(await last(receipt)).toMatchObject({ recipient: VISITOR, cc: [KIM, LEE], state: 'handed over' })
    await answer(receipt, 'Without a copy.')
    expect(toVisitors()[1]).not.toHaveProperty('cc')
  })

  test('is compared by the ASCII form of its domain, and sent in it', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.', { cc: ['hong@회사.한국'] })
    expect(toVisitors()[0]).toMatchObject({ cc: ['hong@xn--vf4b131b.xn--3e0b707e'] })
  })

  test('has no visitor, who gets the answer anyway', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.', { cc: [VISITOR.toUpperCase()] })
    expect(toVisitors()[0]).not.toHaveProperty('cc')
  })

  test.each([
    ['no address', ['kim@', LEE], { fault: 'address', address: 'kim@' }],
    ['an address that mail services do not take', ['사용자@customer.example'], { fault: 'address' }],
    ['two addresses without a comma', [`Lee <${LEE}> park@customer.example`], { fault: 'address' }],
    ['an address to which replies go', ['reply+x@Reply.vcp-x.example'], { fault: 'own' }],
    ['the address from which the site sends', ['site@vcp-x.example'], { fault: 'own' }],
    ['six addresses', Array.from({ length: 6 }, (_, n) => `a${n}@customer.example`), { fault: 'many' }],
  ])('of %s is refused at its field, nothing is sent, and all of it is a draft', async (_, cc, error) => {
    const receipt = await receive('k')
    const errors = [{ field: 'cc', message: expect.any(String) }]
    await expect(answer(receipt, 'Hello.', { cc })).rejects.toMatchObject({ status: 400, errors, ...error })
    expect(toVisitors()).toEqual([])
    const { draft, thread, log } = await show(receipt)
    expect(draft).toMatchObject({ text: 'Hello.', cc: cc.join(', ') })
    expect(thread).toHaveLength(1)
    expect(log).toEqual([])
  })

  test('of five addresses is taken', async () => {
    const receipt = await receive('k')
    const cc = Array.from({ length: 5 }, (_, n) => `a${n}@customer.example`)
    await answer(receipt, 'Hello.', { cc })
    expect(toVisitors()[0]).toMatchObject({ cc })
  })

  test('is part of what was sent: the same id with another Cc is refused', async () => {
    const receipt = await receive('k')
    const form = { receipt, id: crypto.randomUUID(), text: 'Once.', seen: receipt }
    const post = (cc: string[]) => commands.answer.perform(as('anna'), { ...form, cc })
    await Promise.all([post([KIM]), post([KIM])])
    await expect(post([KIM, LEE])).rejects.toMatchObject({ status: 422, code: 'other-contents' })
    await site.idle()
    expect(toVisitors().map(({ cc }) => cc)).toEqual([[KIM]])
  })

  test('stays where the answer is sent again, unless it is changed', async () => {
    const receipt = await receive('k')
    const { id } = await answer(receipt, 'Hello.', { cc: [KIM, LEE] })
    const again = async (change: object) => {
      site.d1.rows("UPDATE message SET state = 'bounced'")
      await commands['answer-again'].perform(as('anna'), { receipt, id, ...change })
      await site.idle()
      return toVisitors().at(-1)
    }
    expect(await again({})).toMatchObject({ to: [VISITOR], cc: [KIM, LEE] })
    // To one of them the answer goes itself.
    expect(await again({ to: LEE })).toMatchObject({ to: [LEE], cc: [KIM] })
    expect(await again({ cc: [] })).not.toHaveProperty('cc')
    await expect(again({ cc: ['kim@'] })).rejects.toMatchObject({ fault: 'address' })
    expect(await last(receipt)).toMatchObject({ cc: [], state: 'bounced' })
  })

  test('is in no detail of a refusal', async () => {
    const receipt = await receive('k')
    send.mockImplementation(refusing('E_RECIPIENT_SUPPRESSED', `<${KIM}> is suppressed`))
    await answer(receipt, 'Hello.', { cc: [KIM] })
    expect(await last(receipt)).toMatchObject({ state: 'refused', detail: 'E_RECIPIENT_SUPPRESSED: <…> is suppressed' })
  })

  test.each(['bounced', 'failed', 'delivered', 'complained'] as const)(
    'says nothing of the mail to the visitor: %s',
    async (event) => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { cc: [KIM] })
      const mailId =
        site.d1.rows<{ id: string }>("SELECT mail_id AS id FROM message WHERE kind = 'answer'")[0]?.id ?? ''
      const said = (recipient?: string) => takeMailEvent(site.env, { mailId, event, detail: null, recipient })
      expect(await said(KIM), 'It is known, and does not come again.').toBe(true)
      expect(await last(receipt)).toMatchObject({ state: 'handed over' })
      await said(VISITOR.toUpperCase())
      expect((await last(receipt))?.state).not.toBe('handed over')
    },
  )

  test('says nothing of the mail to the visitor either once its address was deleted', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.', { cc: [KIM] })
    await commands['forget-messages'].perform(as('anna'), { email: KIM })
    expect((await last(receipt))?.cc).toEqual([])
    const mailId = site.d1.rows<{ id: string }>("SELECT mail_id AS id FROM message WHERE kind = 'answer'")[0]?.id ?? ''
    const said = (event: 'bounced' | 'delivered', recipient: string) =>
      takeMailEvent(site.env, { mailId, event, detail: null, recipient })
    await said('bounced', KIM)
    expect(await last(receipt)).toMatchObject({ state: 'handed over' })
    await said('delivered', VISITOR)
    expect(await last(receipt)).toMatchObject({ state: 'delivered' })
  })

  test('goes with the inquiry, and out of the table of mails within an hour', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.', { cc: [KIM] })
    const kept = () =>
      JSON.stringify(
        ['message', 'mail', 'answer_draft', 'admin_log'].map((table) => site.d1.rows(`SELECT * FROM ${table}`)),
      )
    expect(JSON.stringify(site.d1.rows('SELECT * FROM mail'))).not.toContain(KIM)
    expect(kept()).toContain(KIM)
    await commands.destroy.perform(as('anna'), { receipt })
    expect(kept()).not.toContain(KIM)
  })

  test.each([
    ['Kim@customer.example, lee@', KIM],
    ['"김" <kim@회사.kr', 'kim@xn--vf4b131b.kr'],
    ['lee@partner.example kim@XN--vf4b131b.kr', 'Kim@회사.kr'],
    ['lee@partner.example/kim@customer.example', KIM],
    ['kim@customer.example|lee@partner.example', KIM],
    ['참조:kim@customer.example', KIM],
    ['kim@customer.example에게', KIM],
  ])('of a draft, %s, goes where %s is among what was typed', async (cc, email) => {
    const receipt = await receive('k')
    await commands['save-answer-draft'].perform(as('anna'), { receipt, text: 'Hello.', cc })
    const draft = async () => (await show(receipt)).draft
    await commands['forget-messages'].perform(as('anna'), { email: email.slice(1) })
    expect(await draft()).toMatchObject({ cc })
    await commands['forget-messages'].perform(as('anna'), { email })
    expect(await draft()).toMatchObject({ text: 'Hello.', cc: '' })
  })

  test('of a mail that waits is without an address that was deleted meanwhile', async () => {
    const receipt = await receive('k')
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'later'))
    await answer(receipt, 'Hello.', { cc: [KIM, LEE] })
    await commands['forget-messages'].perform(as('anna'), { email: KIM.toUpperCase() })
    expect((await last(receipt))?.cc).toEqual([LEE])
    send.mockReset().mockResolvedValue({ messageId: '<9@mail.example>' })
    await site.runUntil(Date.now() + 5 * 60_000)
    expect(sent().filter(({ to }) => String(to) === VISITOR)).toMatchObject([{ cc: [LEE] }])
  })

  test('reads what the visitor has written last below the answer, and nothing that a colleague has replied', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.', { cc: [KIM] })
    const of = (id: string, author: string, text: string) =>
      reply(token(), replied(id, { author, contents: { ...replied(id).contents, text } }))
    await of('11111111-1111-4111-8111-111111111111', VISITOR, 'Of the visitor.')
    await of('22222222-2222-4222-8222-222222222222', KIM, 'Of the colleague.')
    await answer(receipt, 'Welcome.', { cc: [KIM] })
    expect(toVisitors().at(-1)?.text).toContain('> Of the visitor.')
    expect(toVisitors().at(-1)?.text).not.toContain('Of the colleague.')
    expect((await show(receipt)).inquiry.state, 'Both were seen.').toBe('answered')
  })
})

test('addresses are typed into one field as address books give them', () => {
  expect(typedAddresses('"Kim, Ara" <kim@a.example>; lee@b.example，\n"Park; Bo" <park@c.example>,')).toEqual([
    '"Kim, Ara" <kim@a.example>',
    'lee@b.example',
    '"Park; Bo" <park@c.example>',
  ])
})
