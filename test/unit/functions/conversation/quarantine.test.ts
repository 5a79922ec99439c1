import { describe, expect, test, vi } from 'vitest'
import { receiveMail } from '../../../../functions/conversation/receive-reply.ts'
import { admittedId } from '../../../../functions/conversation/quarantine.ts'
import type { MessageFile } from '../../../../functions/contract/conversation.ts'
import { messageFileKey } from '../../../../functions/inquiries/files.ts'
import { commands, conversationUnderTest, VISITOR } from '../../../support/conversation-under-test.ts'
import { rawMail } from '../../../support/hostile-mails/index.ts'
import { sent } from '../../../support/mail-binding.ts'
import { DAY, MINUTE, objects } from '../../../support/site-under-test.ts'

const KIM = 'kim@company.example'
const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')

interface Mail {
  from?: string
  id?: string
  isProven?: boolean
  head?: string[]
}

describe('a reply of somebody else than the visitor', () => {
  const conversation = conversationUnderTest()
  const { site, as, receive, show, answer } = conversation
  const notices = () => sent().filter(({ headers }) => headers?.['X-Event']?.includes('.reply-'))
  const files = () => [...objects.keys()].filter((key) => key.startsWith('conversation/'))

  /** A mail with a file, to the address of the last answer. */
  const deliver = async ({ from = KIM, id = '1', isProven = true, head = [] }: Mail = {}) => {
    const to = String(sent().findLast(({ replyTo }) => replyTo)?.replyTo)
    const proof = `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${from.split('@')[1]}`
    const raw = rawMail({
      head: [
        ...(isProven ? [proof] : []),
        `From: <${from}>`,
        `Message-ID: <${id}@company.example>`,
        ...head,
        'Content-Type: multipart/mixed; boundary=b',
      ],
      body: `--b\r\nContent-Type: text/plain\r\n\r\nAs for the price.\r\n--b\r\nContent-Type: application/pdf; name="order.pdf"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${PDF}\r\n--b--\r\n`,
    })
    const outcome = await receiveMail(conversation.raw, {
      from,
      to,
      raw: new Response(raw).body as ReadableStream<Uint8Array>,
      rawSize: raw.length,
      setReject: () => undefined,
    })
    await site.idle()
    return outcome
  }
  const replies = async (receipt: string) => (await show(receipt)).thread.filter(({ kind }) => kind === 'reply')
  const admit = async (receipt: string, id: string | undefined, actor = 'anna') => {
    await commands['admit-reply'].perform(as(actor), { receipt, id: id ?? '' })
    await site.idle()
  }
  const download = (receipt: string, key: string) =>
    commands.download.perform(as('anna'), { receipt, key: messageFileKey({ key } as MessageFile) })

  describe('to whom an answer was copied', () => {
    test('lands in the conversation with its file, opens the inquiry and is told', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { cc: [KIM], processed: true })
      expect(await deliver({ from: 'Kim@Company.example' })).toBe('received')
      expect(await replies(receipt)).toMatchObject([
        { by: KIM, state: 'received', cameAt: null, files: [{ name: 'order.pdf' }, { role: 'original' }] },
      ])
      expect((await show(receipt)).inquiry).toMatchObject({ state: 'new', destroyAt: null })
      expect(notices()).toHaveLength(1)
    })

    test('stays in quarantine where nothing proves it', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { cc: [KIM] })
      expect(await deliver({ isProven: false })).toBe('quarantined')
      expect(await replies(receipt)).toMatchObject([{ state: 'quarantined', detail: null, files: [] }])
      expect((await show(receipt)).inquiry.state).toBe('answered')
      expect(notices()).toEqual([])
    })

    test('is of a machine where a machine has sent it', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { cc: [KIM] })
      expect(await deliver({ head: ['Auto-Submitted: auto-replied'] })).toBe('automatic')
      expect((await show(receipt)).inquiry.state).toBe('answered')
    })

    test('is not admitted to another inquiry', async () => {
      await answer(await receive('k'), 'Hello.', { cc: [KIM] })
      const other = await receive('other')
      await answer(other, 'Hello.')
      expect(await deliver()).toBe('quarantined')
    })

    test('stays admitted where the answer is sent again without a copy for it, until its address is deleted', async () => {
      const receipt = await receive('k')
      const { id } = await answer(receipt, 'Hello.', { cc: [KIM] })
      site.d1.rows("UPDATE message SET state = 'bounced'")
      await commands['answer-again'].perform(as('anna'), { receipt, id, cc: [] })
      await site.idle()
      expect(await deliver()).toBe('received')
      await commands['forget-messages'].perform(as('anna'), { email: KIM })
      expect(JSON.stringify(site.d1.rows('SELECT * FROM message'))).not.toContain(KIM)
      expect(await deliver({ id: '2' })).toBe('quarantined')
    })

    test('is not admitted any more once its address is deleted, in a draft either', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.', { cc: [KIM] })
      await deliver()
      await commands['save-answer-draft'].perform(as('anna'), { receipt, text: 'Perhaps.', cc: `Kim <${KIM}>` })
      await commands['forget-messages'].perform(as('anna'), { email: KIM })
      expect(await replies(receipt)).toEqual([])
      expect(files()).toEqual([])
      expect((await show(receipt)).draft).toMatchObject({ text: 'Perhaps.', cc: '' })
      expect(await deliver({ id: '2' })).toBe('quarantined')
    })
  })

  test('whom nobody has admitted is in quarantine: proven, shown apart, its files closed', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    expect(await deliver()).toBe('quarantined')
    const [reply] = await replies(receipt)
    expect(reply).toMatchObject({ state: 'quarantined', detail: 'proven', files: [] })
    expect(reply?.leftOut).toEqual([{ name: 'order.pdf', fault: 'not-opened' }])
    expect(files()).toHaveLength(2)
    for (const key of files()) await expect(download(receipt, key)).rejects.toMatchObject({ status: 404 })
    expect((await show(receipt)).inquiry.state).toBe('answered')
  })

  describe('is admitted with one press', () => {
    test('and lands in the conversation with its files, as one that has come in now', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Done.', { processed: true })
      const came = Date.now()
      await deliver()
      vi.setSystemTime(came + 2 * DAY)
      const [before] = await replies(receipt)
      await admit(receipt, before?.id)
      const { inquiry, thread, log } = await show(receipt)
      expect(inquiry).toMatchObject({ state: 'new', processedAt: null, destroyAt: null })
      expect(thread.at(-1)).toMatchObject({
        id: admittedId(receipt, String(before?.id)),
        state: 'received',
        by: KIM,
        text: expect.stringContaining('As for the price.'),
        at: new Date(came + 2 * DAY).toISOString(),
        cameAt: before?.at,
        files: [{ name: 'order.pdf' }, { role: 'original' }],
        leftOut: [],
      })
      for (const key of files()) expect((await download(receipt, key)).size).toBeGreaterThan(0)
      expect(notices()).toHaveLength(1)
      expect(log.map(({ action, actor }) => `${actor} ${action}`)).toContain('anna admit-reply')
    })

    test('and later ones from its address land too, but none that nothing proves', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      await admit(receipt, (await replies(receipt))[0]?.id)
      expect(await deliver({ id: '2' })).toBe('received')
      expect(await deliver({ id: '3', isProven: false })).toBe('quarantined')
      expect(await deliver({ id: '4', from: 'lee@company.example' })).toBe('quarantined')
    })

    test('also where nothing proves it: that one lands, and the next one like it does not', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver({ isProven: false })
      await admit(receipt, (await replies(receipt))[0]?.id)
      expect(await replies(receipt)).toMatchObject([{ state: 'received', detail: null, cameAt: expect.any(String) }])
      expect(await deliver({ id: '2', isProven: false })).toBe('quarantined')
      expect(await deliver({ id: '3' })).toBe('received')
    })

    test('and is destroyed with its person, also where it was admitted since the page was read', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      const { id } = (await replies(receipt))[0] ?? {}
      const page = await commands['show-person'].perform(as('anna'), { email: KIM })
      vi.setSystemTime(Date.now() + MINUTE)
      await admit(receipt, id)
      const deleted = await commands['forget-messages'].perform(as('anna'), { email: KIM, until: page.shownAt })
      expect(deleted).toBe(1)
      expect(await replies(receipt)).toEqual([])
    })

    test('and is quoted in no answer, whoever it says it is from', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver({ from: VISITOR, isProven: false })
      await admit(receipt, (await replies(receipt))[0]?.id)
      await answer(receipt, 'Again.')
      expect(conversation.toVisitors().at(-1)?.text).not.toContain('As for the price.')
    })

    test('once, also by two operators, and its mail that comes again is the same', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      const id = (await replies(receipt))[0]?.id
      await Promise.all([admit(receipt, id), admit(receipt, id, 'ben')])
      await admit(receipt, id)
      expect(await replies(receipt)).toHaveLength(1)
      expect(notices()).toHaveLength(1)
      expect((await show(receipt)).log.filter(({ action }) => action === 'admit-reply')).toHaveLength(1)
      expect(await deliver()).toBe('known')
      expect(files(), 'What came again is not kept.').toHaveLength(2)
    })

    test('and is not seen by who has seen it in quarantine', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      const seen = (await replies(receipt))[0]?.id
      await answer(receipt, 'One more thing.', {}, 'ben')
      await admit(receipt, seen)
      await expect(answer(receipt, 'Done.', { seen, processed: true })).rejects.toMatchObject({ status: 409 })
      await expect(answer(receipt, 'Not seen.', { seen })).rejects.toMatchObject({ status: 409 })
      await answer(receipt, 'Now I have.', { processed: true })
      expect((await show(receipt)).inquiry.state).toBe('processed')
    })

    test('for a week, and is destroyed with its files then', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      const came = Date.now()
      await deliver()
      const id = (await replies(receipt))[0]?.id
      vi.setSystemTime(came + 7 * DAY - 30 * MINUTE)
      await expect(admit(receipt, id), 'It is about to go.').rejects.toMatchObject({ status: 409 })
      await site.hour()
      expect(await replies(receipt)).toHaveLength(1)
      vi.setSystemTime(came + 7 * DAY)
      await site.hour()
      expect(await replies(receipt)).toEqual([])
      expect(files()).toEqual([])
      await expect(admit(receipt, id)).rejects.toMatchObject({ status: 409 })
    })

    test('and stays then', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      await admit(receipt, (await replies(receipt))[0]?.id)
      vi.setSystemTime(Date.now() + 8 * DAY)
      await site.hour()
      expect(await replies(receipt)).toHaveLength(1)
      expect(files()).toHaveLength(2)
      await commands.destroy.perform(as('anna'), { receipt })
      await site.idle()
      expect([files(), site.d1.rows('SELECT * FROM message')]).toEqual([[], []])
    })

    test('but not a report, a reply of another inquiry, or one more than an inquiry may hold', async () => {
      const receipt = await receive('k')
      await answer(receipt, 'Hello.')
      await deliver()
      const id = (await replies(receipt))[0]?.id
      await expect(admit(await receive('other'), id)).rejects.toMatchObject({ status: 409 })
      site.d1.rows("UPDATE message SET detail = 'report' WHERE id = ?", String(id))
      await expect(admit(receipt, id)).rejects.toMatchObject({ status: 409 })
      site.d1.rows('UPDATE message SET detail = NULL WHERE id = ?', String(id))
      const insert = `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text)
        VALUES (?, ?, 'vcp-x', 'reply', '2026-11-01T00:00:00.000Z', 'a', 'received', '')`
      for (let n = 0; n < 200; n++) site.d1.rows(insert, `r${n}`, receipt)
      await expect(admit(receipt, id)).rejects.toThrow('No more replies')
      expect((await show(receipt)).log.map(({ action }) => action)).not.toContain('admit-reply')
    })
  })

  test('does not stand in the way of a mail of the visitor under the same Message-ID', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Hello.')
    expect(await deliver()).toBe('quarantined')
    await admit(receipt, (await replies(receipt))[0]?.id)
    expect(await deliver({ from: VISITOR })).toBe('received')
    expect(await replies(receipt)).toHaveLength(2)
  })
})
