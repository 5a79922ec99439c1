import { describe, expect, test, vi } from 'vitest'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { readEvent, receiveMailEvents } from '../../../../functions/inquiry/mail-events.ts'
import { send } from '../../../support/mail-binding.ts'

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
const batchOf = (bodies: unknown[]) => ({
  messages: bodies.map((body) => ({ body })) as never,
  retryAll: vi.fn<() => void>(),
})

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
    await site.disk.idle()
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'bounced', detail: '550 5.1.1 <…> unknown' })
    expect(batch.retryAll).not.toHaveBeenCalled()
  })

  test('drops what is no event of a mail, and repeats a batch that could not be taken', async () => {
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
    expect(batch.retryAll).toHaveBeenCalledTimes(1)
  })
})
