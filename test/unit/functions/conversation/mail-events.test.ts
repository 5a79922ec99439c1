import { describe, expect, test, vi } from 'vitest'
import { MAIL_EVENTS, type MailEventName } from '../../../../functions/contract/conversation.ts'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { readEvent, receiveMailEvents, takeMailEvent } from '../../../../functions/conversation/mail-events.ts'
import { send } from '../../../support/mail-binding.ts'
import { beginPause, endPause } from '../../../../functions/database/restore-pause.ts'

/** As the platform's documents have it (email-service/platform/event-subscriptions, schema version 1). */
const eventOf = (type: string, messageId: string, more: object = {}) => ({
  type: `cf.email.sending.message.${type}`,
  source: { type: 'email.sending', zoneId: 'z', domain: 'vcp-x.example' },
  payload: {
    eventId: crypto.randomUUID(),
    messageId,
    sender: 'site@vcp-x.example',
    recipient: 'visitor@customer.example',
    terminal: true,
    ...more,
  },
  metadata: { accountId: 'a', eventSubscriptionId: 's', eventSchemaVersion: 1, eventTimestamp: '2026-11-23T05:00:00Z' },
})
const batchOf = (bodies: unknown[]) => ({ messages: bodies.map((body) => ({ body, retry: vi.fn<() => void>() })) })
const retried = ({ messages }: ReturnType<typeof batchOf>) => messages.map(({ retry }) => retry.mock.calls.length)

describe('the queue of what became of mails', () => {
  const conversation = conversationUnderTest()
  const { site, receive, show, answer } = conversation

  test('is tied to the answer, in any order, with the words of the mail server and without an address', async () => {
    send.mockResolvedValue({ messageId: '<one@vcp-x.example>' })
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    const bounced = eventOf('bounced', 'one@vcp-x.example', {
      delivery: { status: 'bounced', smtpResponse: '550 5.1.1 <visitor@customer.example> unknown' },
      bounce: { type: 'hard', reason: 'user unknown' },
    })
    const batch = batchOf([bounced, eventOf('delivered', 'one@vcp-x.example'), bounced])
    await receiveMailEvents(conversation.raw, batch)
    await site.idle()
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'bounced', detail: '550 5.1.1 <…> unknown' })
    expect(retried(batch)).toEqual([0, 0, 0])
  })

  test('drops what is no event of a mail, and repeats what could not be taken', async () => {
    for (const body of [
      null,
      'text',
      {},
      { type: 'cf.r2.object.created' },
      eventOf('opened', 'x'),
      eventOf('delivered', ''),
    ])
      expect(readEvent(body)).toBe(null)
    await receive('k')
    site.d1.state = 'fails'
    const batch = batchOf([{ no: 'event' }, eventOf('delivered', 'unknown')])
    await receiveMailEvents(conversation.raw, batch)
    expect(retried(batch)).toEqual([0, 1])
  })

  test('repeats what is about an unknown mail while the site is restored: it may come yet', async () => {
    await beginPause(site.env.DB, new Date())
    const batch = batchOf([eventOf('bounced', 'one@vcp-x.example')])
    await receiveMailEvents(conversation.raw, batch)
    expect(retried(batch)).toEqual([1])
    await endPause(site.env.DB)
    const later = batchOf([eventOf('bounced', 'one@vcp-x.example')])
    await receiveMailEvents(conversation.raw, later)
    expect(retried(later)).toEqual([0])
  })
})

describe('what becomes of the mail of an answer', () => {
  const { site, receive, show, answer } = conversationUnderTest()
  let mails = 0
  const end = async (events: MailEventName[]) => {
    const mailId = `<answer-${++mails}@mail.example>`
    send.mockResolvedValue({ messageId: mailId })
    const receipt = await receive(mailId)
    await answer(receipt, 'It costs nothing.')
    for (const event of events) await takeMailEvent(site.env, { mailId, event, detail: `said ${event}` })
    await site.idle()
    const { state, detail } = (await show(receipt)).thread.at(-1) ?? {}
    return [state, detail]
  }

  test.each<[MailEventName[], string]>([
    [['deferred'], 'delayed'],
    [['deferred', 'delivered'], 'delivered'],
    [['delivered', 'complained'], 'delivered'],
    [['delivered', 'bounced'], 'bounced'],
    [['deferred', 'failed'], 'refused'],
    [['rejected'], 'refused'],
  ])('%s is shown as %s, in any order and twice', async (events, state) => {
    const expected = await end(events)
    expect(expected[0]).toBe(state)
    expect(await end([...events].toReversed())).toEqual(expected)
    expect(await end([...events, ...events, ...events.toReversed()])).toEqual(expected)
  })

  test('comes before the note that it was handed over, and is not lost', async () => {
    let handOver: (answer: { messageId: string }) => void = () => {}
    const receipt = await receive('k')
    send.mockImplementation(() => new Promise((done) => (handOver = done)))
    const answered = answer(receipt, 'It costs nothing.')
    await vi.waitFor(() => expect(send).toHaveBeenCalled())
    await vi.waitFor(() =>
      expect(site.d1.rows("SELECT 1 FROM mail WHERE kind = 'answer' AND attempts > 0")).toHaveLength(1),
    )
    const early = { mailId: '<early>', event: 'delivered', detail: null } as const
    expect(await takeMailEvent(site.env, early), 'It comes again.').toBe(false)
    handOver({ messageId: '<early>' })
    await answered
    await site.idle()
    expect(await takeMailEvent(site.env, early)).toBe(true)
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'delivered' })
  })

  test('of a mail that nobody knows is ignored', async () => {
    for (const event of MAIL_EVENTS)
      expect(await takeMailEvent(site.env, { mailId: 'unknown', event, detail: null })).toBe(true)
  })
})
