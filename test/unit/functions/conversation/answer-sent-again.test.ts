import { describe, expect, test, vi } from 'vitest'
import { commands, conversationUnderTest, replied } from '../../../support/conversation-under-test.ts'
import { send } from '../../../support/mail-binding.ts'
import { objects } from '../../../support/site-under-test.ts'

const PDF = { name: 'offer.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n%%EOF') }

describe('an answer', () => {
  const conversation = conversationUnderTest()
  const { site, receive, show, answer, toVisitors } = conversation

  test('that is sent twice, as by a double click, is one', async () => {
    const receipt = await receive('k')
    const id = crypto.randomUUID()
    // A file without an extension is kept under another name than it is sent with.
    const form = { receipt, id, text: 'Once.', seen: receipt, files: [PDF, { ...PDF, name: 'terms' }] }
    const send = () => commands.answer.perform(conversation.as('anna'), form)
    await Promise.all([send(), send()])
    await send()
    await site.idle()
    expect(toVisitors()).toMatchObject([{ attachments: [{ filename: PDF.name }, { filename: 'terms.pdf' }] }])
    const answers = (await show(receipt)).thread.filter(({ kind }) => kind === 'answer')
    expect(answers).toHaveLength(1)
    const kept = [...objects.keys()].filter((key) => key.startsWith('conversation/'))
    expect(kept, 'The files of the second sending go.').toEqual(answers[0]?.files.map(({ key }) => key))
  })

  test.each([
    ['text', { text: 'Once, and more.' }],
    ['file', { files: [PDF, { ...PDF, name: 'second.pdf' }] }],
    ['content of its file', { files: [{ ...PDF, bytes: new TextEncoder().encode('%PDF-1.4\n%%EOF') }] }],
  ])(
    'that is sent again with another %s, as after Back in the browser, is refused, and its text is kept',
    async (_, change) => {
      const receipt = await receive('k')
      const first = { receipt, id: crypto.randomUUID(), text: 'Once.', seen: receipt, files: [PDF] }
      await commands.answer.perform(conversation.as('anna'), first)
      await site.idle()
      const stored = structuredClone([...objects])
      const again = commands.answer.perform(conversation.as('anna'), { ...first, ...change })
      await expect(again).rejects.toMatchObject({ status: 422, code: 'other-contents' })
      await site.idle()
      expect(toVisitors()).toHaveLength(1)
      expect([...objects]).toEqual(stored)
      expect((await show(receipt)).draft).toMatchObject({ text: { ...first, ...change }.text })
      // The form that comes back has another id, and has seen the answer.
      await answer(receipt, 'And more.')
      expect(toVisitors()).toHaveLength(2)
      expect((await show(receipt)).draft).toBe(null)
    },
  )

  test('that is sent again with the mark marks the inquiry as processed, once, and not over a reply', async () => {
    const receipt = await receive('k')
    const form = { receipt, id: crypto.randomUUID(), text: 'Once.', seen: receipt }
    const send = async (processed: boolean) => {
      await commands.answer.perform(conversation.as('anna'), { ...form, processed })
      await site.idle()
      return site.rowOf(receipt)?.processed_at
    }
    expect(await send(false)).toBe(null)
    vi.setSystemTime(1000)
    expect(await send(true)).toBe(new Date(1000).toISOString())
    vi.setSystemTime(2000)
    expect(await send(true)).toBe(new Date(1000).toISOString())
    expect(await conversation.reply(conversation.token(), replied('reply'))).toBe('taken')
    expect(await send(true)).toBe(null)
    expect(toVisitors()).toHaveLength(1)
  })

  test('that is sent twice at once with other bytes under one name is refused once', async () => {
    const receipt = await receive('k')
    const form = { receipt, id: crypto.randomUUID(), text: 'Once.', seen: receipt }
    const outcomes = await Promise.allSettled(
      ['1.7', '1.4'].map((version) => {
        const bytes = new TextEncoder().encode(`%PDF-${version}\n%%EOF`)
        return commands.answer.perform(conversation.as('anna'), { ...form, files: [{ name: 'offer.pdf', bytes }] })
      }),
    )
    await site.idle()
    expect(outcomes.toSorted((one, other) => one.status.localeCompare(other.status))).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'other-contents' } },
    ])
    expect(toVisitors()).toHaveLength(1)
  })

  test('whose files R2 gives too late is one mail, also where the next attempt is on its way by then', async () => {
    const receipt = await receive('k')
    const later = setTimeout
    const timers = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((act, ms) => later(act, ms === 10_000 ? 0 : ms))
    const slow = Promise.withResolvers<void>()
    const get = site.env.FILES.get.bind(site.env.FILES)
    vi.spyOn(site.env.FILES, 'get').mockImplementationOnce((async (key: string) => {
      await slow.promise
      return get(key)
    }) as never)
    await answer(receipt, 'Here it is.', { files: [PDF] })
    timers.mockRestore()
    expect(toVisitors()).toEqual([])
    const handing = Promise.withResolvers<EmailSendResult>()
    send.mockImplementationOnce(() => handing.promise)
    vi.setSystemTime(Date.now() + 60_000)
    const run = site.minute()
    await vi.waitFor(() => expect(toVisitors()).toHaveLength(1))
    slow.resolve()
    await new Promise((resolve) => later(resolve, 20))
    handing.resolve({ messageId: '<2@mail.example>' })
    await run
    await site.runUntil(Date.now() + 3_600_000)
    expect(toVisitors()).toHaveLength(1)
    expect((await show(receipt)).thread.at(-1)).toMatchObject({ state: 'handed over' })
  })
})
