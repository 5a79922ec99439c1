import { describe, expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import {
  commands,
  conversationUnderTest,
  replied,
  REPLY_DOMAIN,
  VISITOR,
} from '../../../support/conversation-under-test.ts'
import { readReceiptState } from '../../../../functions/inquiries/receipt.ts'
import { refusing, send, sent } from '../../../support/mail-binding.ts'
import { DAY, MINUTE, objects } from '../../../support/site-under-test.ts'

const PDF = { name: 'offer.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n%%EOF') }

describe('an answer', () => {
  const conversation = conversationUnderTest()
  const { site, receive, show, answer, toVisitors } = conversation

  test('is one mail under the name of the brand, in the language of the inquiry, with the question below it', async () => {
    const receipt = await receive('k')
    const { id } = await answer(receipt, 'It costs **nothing**. See [the notice](/support/notice/1).', { files: [PDF] })
    const [mail] = toVisitors()
    expect(toVisitors()).toHaveLength(1)
    expect(mail).toMatchObject({
      from: { name: 'VCP-X', email: 'site@vcp-x.example' },
      to: [VISITOR],
      subject: 'Re: A quote',
      headers: { 'X-Event': `${receipt}.answer-${id}` },
      attachments: [{ filename: 'offer.pdf', type: 'application/pdf', disposition: 'attachment' }],
    })
    expect(mail?.text).toContain('It costs **nothing**. See [the notice](https://')
    expect(mail?.text).toContain('> What does it cost?\n> <b>Really?</b>')
    expect(mail?.text).toContain(receipt)
    expect(mail?.html).toContain('It costs <strong>nothing</strong>')
    expect(mail?.html).toContain('&lt;b&gt;Really?&lt;/b&gt;')
    expect(mail?.html).not.toMatch(/href="\/|<img|src=/)
    const address = String(mail?.replyTo)
    expect(address).toMatch(new RegExp(`^reply\\+[0-9a-f]{32}@${REPLY_DOMAIN}$`))
  })

  test('leaves with the own sender of its brand, and is still answered here', async () => {
    const receipt = await receive('k')
    defaultBrand.mail = { ...defaultBrand.mail, from: 'answers@vcp-x.example' }
    await answer(receipt, 'It costs nothing.')
    expect(toVisitors()).toMatchObject([
      { from: { name: 'VCP-X', email: 'answers@vcp-x.example' }, replyTo: expect.stringMatching(/^reply\+/) },
    ])
  })

  test('is in the record at once: state, thread, and when it was sent', async () => {
    const receipt = await receive('k')
    expect((await show(receipt)).inquiry.state).toBe('new')
    const { id } = await answer(receipt, 'It costs nothing.')
    const { inquiry, thread } = await show(receipt)
    expect(inquiry).toMatchObject({ state: 'answered', destroyAt: null, answeredAt: expect.any(String) })
    expect(thread.map(({ kind, by, text, state }) => [kind, by, text, state])).toEqual([
      ['inquiry', VISITOR, 'What does it cost?\n<b>Really?</b>', null],
      ['answer', 'anna', 'It costs nothing.', 'handed over'],
    ])
    expect(thread[1]?.id).toBe(id)
    expect(await readReceiptState(site.env, 'vcp-x', receipt)).toMatchObject({ answered_at: expect.any(String) })
    expect(JSON.stringify(await readReceiptState(site.env, 'vcp-x', receipt))).not.toContain('nothing')
  })

  test('is known with its time when the inquiry is destroyed, and nothing of what it said', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'It costs nothing.')
    const before = await readReceiptState(site.env, 'vcp-x', receipt)
    vi.setSystemTime(Date.now() + DAY)
    await commands.destroy.perform(conversation.as('anna'), { receipt })
    const gone = { state: 'destroyed', destroyed_at: new Date().toISOString() }
    expect(await readReceiptState(site.env, 'vcp-x', receipt)).toEqual({ ...before, ...gone })
  })

  test('that was begun before another one was sent is not sent, and its text is kept', async () => {
    const receipt = await receive('k')
    const seen = (await show(receipt, 'ben')).thread.at(-1)?.id ?? null
    await answer(receipt, 'By Anna.', {}, 'anna')
    const late = commands.answer.perform(conversation.as('ben'), { receipt, text: 'By Ben.', seen, files: [PDF] })
    await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining('is kept as a draft') })
    const other = commands.answer.perform(conversation.as('ben'), { receipt, text: 'In another window.', seen })
    await expect(other).rejects.toMatchObject({ status: 409, message: expect.stringContaining('is not kept') })
    expect((await show(receipt, 'ben')).draft?.text).toBe('By Ben.')
    await site.idle()
    expect(toVisitors()).toHaveLength(1)
    expect((await show(receipt, 'ben')).draft).toMatchObject({ text: 'By Ben.' })
    expect([...objects.keys()].filter((key) => key.startsWith('conversation/'))).toEqual([])
    await answer(receipt, 'By Ben, who has read it.', {}, 'ben')
    expect(toVisitors()).toHaveLength(2)
    expect((await show(receipt, 'ben')).draft).toBe(null)
  })

  describe('that the same operator writes in two windows', () => {
    const [ONE, TWO] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
    let turn = 0
    const save = (receipt: string, id: string, text: string, more: object = {}) =>
      commands['save-answer-draft'].perform(conversation.as('anna'), { receipt, id, text, turn: ++turn, ...more })
    const draftOf = async (receipt: string) => (await show(receipt)).draft?.text ?? null
    const send = (receipt: string, id: string, text: string) =>
      commands.answer.perform(conversation.as('anna'), { receipt, id, text, seen: receipt })

    test('is not overwritten by the other one, which is told so', async () => {
      const receipt = await receive('k')
      await save(receipt, ONE, 'Begun here.')
      await expect(save(receipt, TWO, 'Begun there.')).rejects.toMatchObject({ status: 409 })
      await expect(save(receipt, TWO, '')).rejects.toMatchObject({ status: 409 })
      expect(await draftOf(receipt)).toBe('Begun here.')
      const { draft } = await show(receipt)
      vi.setSystemTime(Date.now() + MINUTE)
      await save(receipt, TWO, 'Gone on with there.', { draft: draft?.saved_at })
      await expect(save(receipt, ONE, 'Not seen.')).rejects.toMatchObject({ status: 409 })
      expect(await draftOf(receipt)).toBe('Gone on with there.')
    })

    test('stays where the other one is sent, and goes where it is sent itself', async () => {
      const receipt = await receive('k')
      await save(receipt, ONE, 'Unfinished.')
      await send(receipt, TWO, 'Finished.')
      expect(await draftOf(receipt)).toBe('Unfinished.')
      const seen = (await show(receipt)).thread.at(-1)?.id ?? null
      await commands.answer.perform(conversation.as('anna'), { receipt, id: ONE, text: 'Now it is.', seen })
      await site.idle()
      expect(await draftOf(receipt)).toBe(null)
    })

    test('ignores what was saved before and arrives late', async () => {
      const receipt = await receive('k')
      await save(receipt, ONE, 'Newer.', { turn: 9 })
      await expect(save(receipt, ONE, 'Older.', { turn: 8 })).rejects.toMatchObject({ status: 409 })
      expect(await draftOf(receipt)).toBe('Newer.')
      await send(receipt, ONE, 'Newer, and sent.')
      await site.idle()
      await expect(save(receipt, ONE, 'Newer, and', { turn: 10 })).rejects.toMatchObject({ status: 409 })
      expect(await draftOf(receipt)).toBe(null)
    })
  })

  test('from a page that is older than the last reply leaves the inquiry new, and marks it as nothing', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'First.')
    const seen = (await show(receipt)).thread.at(-1)?.id ?? null
    await conversation.reply(conversation.token(), replied('11111111-1111-4111-8111-111111111111'))
    await expect(answer(receipt, 'Done.', { processed: true, seen })).rejects.toMatchObject({ status: 409 })
    expect(toVisitors()).toHaveLength(1)
    await answer(receipt, 'One more thing.', { seen })
    expect((await show(receipt)).inquiry).toMatchObject({ state: 'new', destroyAt: null })
    expect((await show(receipt)).log.map(({ action }) => action)).not.toContain('mark-processed')
    await answer(receipt, 'Now I have read it.', { processed: true })
    expect((await show(receipt)).inquiry.state).toBe('processed')
  })

  test('may mark the inquiry as processed; without that no clock of destruction starts', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'First.')
    expect((await show(receipt)).inquiry.destroyAt).toBe(null)
    await answer(receipt, 'Done.', { processed: true })
    expect((await show(receipt)).inquiry).toMatchObject({ state: 'processed', destroyAt: expect.any(String) })
  })

  test('that marks the inquiry as processed is two commands in its history, and none where it is refused', async () => {
    const receipt = await receive('k')
    const actions = async () => (await show(receipt)).log.map(({ action }) => action)
    await answer(receipt, 'First.')
    await expect(answer(receipt, 'Late.', { processed: true, seen: receipt })).rejects.toMatchObject({ status: 409 })
    expect(await actions()).toEqual(['answer'])
    await answer(receipt, 'Done.', { processed: true })
    await commands['list-chosen'].perform(conversation.as('anna'), { receipts: [receipt] })
    expect(await actions(), 'A look at a list is none.').toEqual(['answer', 'answer', 'mark-processed'])
  })

  test.each(['E_HEADER_VALUE_TOO_LONG', 'E_CONTENT_TOO_LARGE', 'E_SENDER_NOT_VERIFIED', 'E_RECIPIENT_SUPPRESSED'])(
    'that the platform refuses for good (%s) is told at once; then it can be sent again',
    async (code) => {
      const receipt = await receive('k')
      send.mockImplementation(refusing(code, `<Visitor@Customer.example> is refused`))
      const { id } = await answer(receipt, 'It costs nothing.')
      const last = async () => (await show(receipt)).thread.at(-1)
      expect(await last()).toMatchObject({ state: 'refused', detail: `${code}: <…> is refused` })
      const tries = send.mock.calls.filter(([{ to }]) => String(to) === VISITOR).length
      expect(tries).toBe(1)
      send.mockResolvedValue({ messageId: '<again@mail.example>' })
      await commands['answer-again'].perform(conversation.as('anna'), { receipt, id, to: 'right@customer.example' })
      await site.runUntil(Date.now() + 2 * MINUTE)
      expect(await last()).toMatchObject({ state: 'handed over', recipient: 'right@customer.example', detail: null })
    },
  )

  test('in a thread of long Message-IDs names as many as the platform takes, and is handed over', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'First.')
    const ids = Array.from({ length: 20 }, (_, n) => `<${'x'.repeat(230)}${n}@customer.example>`)
    const contents = {
      ...replied('one').contents,
      headerId: `<${'y'.repeat(230)}@customer.example>`,
      headerReferences: ids.join(' '),
    }
    await conversation.reply(conversation.token(), replied('one', { contents }))
    await answer(receipt, 'Second.')
    const references = String(sent().at(-1)?.headers?.References)
    expect(Buffer.byteLength(references)).toBeLessThanOrEqual(2048)
    expect(references.split(' ').slice(-2)).toEqual([ids.at(-1), contents.headerId])
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'handed over' })
  })

  test('waits while the platform fails, and is refused after eight days; then it can be sent to another address', async () => {
    const receipt = await receive('k')
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', `${VISITOR} cannot be reached`))
    const { id } = await answer(receipt, 'It costs nothing.')
    const last = async () => (await show(receipt)).thread.at(-1)
    expect(await last()).toMatchObject({ state: 'waiting', detail: 'E_INTERNAL_SERVER_ERROR: … cannot be reached' })
    expect(await readReceiptState(site.env, 'vcp-x', receipt)).not.toHaveProperty('answered_at')
    for (let day = 0; day < 9; day++) await site.leap()
    await site.hour()
    await site.idle()
    expect(await last()).toMatchObject({ state: 'refused' })
    send.mockResolvedValue({ messageId: '<again@mail.example>' })
    await commands['answer-again'].perform(conversation.as('anna'), { receipt, id, to: 'right@customer.example' })
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(await last()).toMatchObject({ state: 'handed over', recipient: 'right@customer.example', detail: null })
    expect(toVisitors().at(-1)).toMatchObject({
      to: ['right@customer.example'],
      text: expect.stringContaining('It costs'),
    })
  })

  test('that did not arrive is sent again to one address: who asks for another at the same time is told', async () => {
    const receipt = await receive('k')
    const { id } = await answer(receipt, 'It costs nothing.')
    site.d1.rows("UPDATE message SET state = 'bounced'")
    const again = (to: string) => commands['answer-again'].perform(conversation.as('anna'), { receipt, id, to })
    const [one, same, other] = await Promise.allSettled([
      again('right@customer.example'),
      again('right@customer.example'),
      again('other@customer.example'),
    ])
    await site.idle()
    expect([one?.status, same?.status, other?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(toVisitors().map(({ to }) => to)).toEqual([[VISITOR], ['right@customer.example']])
  })

  test('that did not arrive is sent again to an address under a Korean domain, and to none that no mail server takes', async () => {
    const receipt = await receive('k')
    const { id } = await answer(receipt, 'It costs nothing.')
    site.d1.rows("UPDATE message SET state = 'bounced'")
    const again = (to: string) =>
      commands['answer-again'].performFromClient(conversation.as('anna'), { receipt, id, to })
    for (const to of ['kim@', '김@회사.kr', 'Kim <kim@customer.example>, Lee <lee@customer.example>'])
      await expect(again(to)).rejects.toMatchObject({ status: 400, errors: [{ field: 'to' }] })
    await again('Kim <kim@회사.kr>')
    await site.idle()
    expect(toVisitors().map(({ to }) => to)).toEqual([[VISITOR], ['kim@xn--vf4b131b.kr']])
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'handed over', recipient: 'kim@회사.kr' })
  })

  test('that was accepted is sent by the next process, where this one ends before it was', async () => {
    const receipt = await receive('k')
    send.mockImplementation(() => new Promise<never>(() => undefined))
    void answer(receipt, 'It costs nothing.').catch(() => undefined)
    await vi.waitFor(() => expect(send.mock.calls.length).toBeGreaterThan(0))
    site.restart()
    send.mockReset().mockResolvedValue({ messageId: '<1@mail.example>' })
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(toVisitors()).toHaveLength(1)
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'handed over' })
  })

  test('to an inquiry that a remote upstream has, or that is destroyed, is refused', async () => {
    const receipt = await receive('k')
    site.d1.rows('UPDATE inquiry SET content = NULL')
    await expect(answer(receipt, 'Hello.')).rejects.toMatchObject({ status: 409 })
    await commands.destroy.perform(conversation.as('anna'), { receipt })
    await expect(answer(receipt, 'Hello.')).rejects.toMatchObject({ status: 409 })
    expect(toVisitors()).toEqual([])
  })
})

describe('a reply', () => {
  const { site, as, receive, show, answer, token, reply } = conversationUnderTest()
  const operatorMails = () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.reply-'))

  test('lands in the same inquiry, tells the operator, and is answered in the same thread', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'It costs nothing.')
    expect(await reply(token(), replied('one'))).toBe('taken')
    const { inquiry, thread } = await show(receipt)
    expect(inquiry.state).toBe('new')
    expect(thread.at(-1)).toMatchObject({ kind: 'reply', by: VISITOR, text: 'Thank you.', state: 'received' })
    expect(operatorMails()).toHaveLength(1)
    expect(JSON.stringify(operatorMails())).not.toContain('Thank you')
    await answer(receipt, 'You are welcome.')
    expect(sent().at(-1)).toMatchObject({
      headers: { 'In-Reply-To': '<one@customer.example>', References: '<one@customer.example>' },
      text: expect.stringContaining('> Thank you.'),
    })
    expect((await show(receipt)).inquiry.state).toBe('answered')
  })

  test('to a processed inquiry reopens it', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Done.', { processed: true })
    await reply(token(), replied('one'))
    expect((await show(receipt)).inquiry).toMatchObject({ state: 'new', processedAt: null, destroyAt: null })
  })

  test('that comes twice is one, and one that a machine has sent changes nothing', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Done.', { processed: true })
    await reply(token(), replied('auto', { state: 'automatic' }))
    await reply(token(), replied('forged', { state: 'quarantined' }))
    expect((await show(receipt)).inquiry.state).toBe('processed')
    expect(operatorMails()).toEqual([])
    await reply(token(), replied('one'))
    expect(await reply(token(), replied('one'))).toBe('known')
    expect((await show(receipt)).thread.filter(({ state }) => state === 'received')).toHaveLength(1)
    expect(operatorMails()).toHaveLength(1)
  })

  test('of a loop tells the operator five times an hour, and after fifty it is not taken', async () => {
    await answer(await receive('k'), 'Hello.')
    const results: string[] = []
    for (let n = 0; n < 51; n++) results.push(await reply(token(), replied(`reply-${n}`)))
    expect(operatorMails()).toHaveLength(5)
    expect(results.filter((result) => result === 'taken')).toHaveLength(50)
    expect(results.at(-1)).toBe('too-many')
    vi.setSystemTime(Date.now() + 61 * MINUTE)
    expect(await reply(token(), replied('later'))).toBe('taken')
    expect(operatorMails()).toHaveLength(6)
  })

  test('that nothing proves is destroyed after a week', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    await reply(token(), replied('forged', { state: 'quarantined' }))
    const at = Date.now()
    vi.setSystemTime(at + 6 * DAY)
    await site.hour()
    expect((await show(receipt)).thread.at(-1)?.state).toBe('quarantined')
    vi.setSystemTime(at + 7 * DAY)
    await site.hour()
    expect((await show(receipt)).thread.map(({ kind }) => kind)).toEqual(['inquiry', 'answer'])
    expect(site.d1.rows("SELECT 1 FROM message WHERE kind = 'reply'")).toEqual([])
  })

  test('and everything else that was said ends with the inquiry', async () => {
    const receipt = await receive('k', { content: 'SECRET question' })
    await answer(receipt, 'SECRET answer', { files: [PDF] })
    const address = token()
    await reply(address, replied('one', { contents: { ...replied('one').contents, text: 'SECRET reply' } }))
    await commands.note.perform(as('anna'), { receipt, text: 'SECRET note' })
    await commands.claim.perform(as('anna'), { receipt })
    await commands['save-answer-draft'].perform(as('anna'), { receipt, text: 'SECRET draft' })
    const everything = () =>
      JSON.stringify([
        ...['inquiry', 'inquiry_event', 'message', 'mail', 'note', 'claim', 'answer_draft', 'admin_log'].map((table) =>
          site.d1.rows(`SELECT * FROM ${table}`),
        ),
        [...objects.keys()].filter((key) => !key.startsWith('destroyed/')),
      ])
    expect(everything().match(/SECRET/g)?.length).toBeGreaterThanOrEqual(5)
    expect(everything()).toContain(`conversation/${receipt}/`)
    await commands.destroy.perform(as('anna'), { receipt })
    await site.idle()
    expect(everything()).not.toMatch(/SECRET|customer\.example|conversation\//)
    expect(site.d1.rows('SELECT * FROM claim')).toEqual([])
    expect(site.d1.rows('SELECT reply_token FROM inquiry')).toEqual([{ reply_token: null }])
    expect(await reply(address, replied('late'))).toBe('unknown')
    expect(everything()).not.toContain('late')
  })
})
