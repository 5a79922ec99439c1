import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storageOf } from '../../../../functions/cli/outbox-storage.ts'
import { prepareRestored } from '../../../../functions/outbox/keep-destroyed.ts'
import { pauseOutbox } from '../../../../functions/outbox/pause.ts'
import { OutboxStore } from '../../../../functions/outbox/store.ts'
import { conversationUnderTest, replied } from '../../../support/conversation-under-test.ts'
import { MINUTE } from '../../../support/outbox-under-test.ts'
import { restoreD1 } from '../../../support/simulation/restored-d1.ts'

describe('after a restore, what was said while its backup was read', () => {
  const { site, receive, show, answer, token, reply } = conversationUnderTest()
  const inquiryOf = async (receipt: string) => (await show(receipt)).inquiry

  /** Makes the site of a backup and resumes it. @param between what happens while the backup is read, after the outbox and before D1 */
  const restoreAfter = async (between: () => Promise<unknown>) => {
    const [outboxPart, since] = [site.disk.serialize(), Date.now()]
    vi.setSystemTime(since + 1000)
    await between()
    const d1Part = site.d1.serialize()
    vi.setSystemTime(Date.now() + 1000)
    site.disk.restore(outboxPart)
    const storage = storageOf(site.disk.db)
    prepareRestored(storage, await restoreD1(site.d1, d1Part, since))
    pauseOutbox(new OutboxStore(storage), new Date())
    await site.start()
    await site.outbox.resume()
    await site.disk.idle()
  }

  test('is there, and can be followed by another answer', async () => {
    const receipt = await receive('k')
    await answer(receipt, 'Before.')
    await restoreAfter(() => answer(receipt, 'Between.', { processed: true }))
    vi.setSystemTime(Date.now() + 1000)
    await answer(receipt, 'After.')
    const { thread, inquiry } = await show(receipt)
    expect(thread.slice(1).map(({ text, state }) => [text, state])).toEqual([
      ['Before.', 'handed over'],
      ['Between.', 'handed over'],
      ['After.', 'handed over'],
    ])
    expect(inquiry.state).toBe('processed')
  })

  test('is there with its mark, also where the inquiry was delivered meanwhile', async () => {
    site.d1.state = 'fails'
    const receipt = await receive('k')
    await restoreAfter(async () => {
      site.d1.state = 'works'
      await site.runUntil(Date.now() + 2 * MINUTE)
      await answer(receipt, 'Between.', { processed: true })
    })
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(await site.stateOf(receipt)).toBe('delivered')
    expect(await inquiryOf(receipt)).toMatchObject({ state: 'processed', destroyAt: expect.any(String) })
    await answer(receipt, 'After.')
    expect((await show(receipt)).thread.slice(1).map(({ text }) => text)).toEqual(['Between.', 'After.'])
  })

  test('is there, and the inquiry is the spam that somebody has called it since', async () => {
    const receipt = await receive('k')
    await restoreAfter(async () => {
      await answer(receipt, 'Between.')
      await site.outbox.markProcessed(receipt, true)
    })
    await site.outbox.hourly(Date.now())
    await site.disk.idle()
    expect(site.rowOf(receipt)).toMatchObject({ carried: 0, state: 'processed', spam_signals: '["marked"]' })
  })

  test('is no answer where only the row of the inquiry tells of it', async () => {
    let receipt = ''
    await restoreAfter(async () => {
      receipt = await receive('k')
      site.d1.rows("CREATE TRIGGER full BEFORE INSERT ON message BEGIN SELECT raise(ABORT, 'full'); END")
      await answer(receipt, 'Between.')
    })
    await site.outbox.hourly(Date.now())
    await site.disk.idle()
    expect(await inquiryOf(receipt)).toMatchObject({ state: 'new', answeredAt: null })
  })

  describe('and marked, where D1 does not take what follows at first,', () => {
    let receipt: string
    beforeEach(async () => {
      receipt = await receive('k')
      await answer(receipt, 'Before.')
      await restoreAfter(() => answer(receipt, 'Between.', { processed: true }))
      site.d1.rows("CREATE TRIGGER full BEFORE UPDATE ON inquiry_record BEGIN SELECT raise(ABORT, 'full'); END")
      vi.setSystemTime(Date.now() + 1000)
      expect(await reply(token(), replied('one'))).toBe('taken')
    })
    const takeAll = async () => {
      site.d1.rows('DROP TRIGGER full')
      await site.outbox.hourly(Date.now())
      await site.disk.idle()
    }

    test('is open again by a reply', async () => {
      await takeAll()
      expect(await inquiryOf(receipt)).toMatchObject({ state: 'new', processedAt: null, destroyAt: null })
    })

    test('is processed by the mark of who has seen the reply', async () => {
      vi.setSystemTime(Date.now() + 1000)
      await expect(answer(receipt, 'From a page without it.', { processed: true })).rejects.toMatchObject({
        status: 409,
      })
      await takeAll()
      vi.setSystemTime(Date.now() + 1000)
      await answer(receipt, 'After.', { processed: true })
      await site.disk.idle()
      const processedAt = new Date().toISOString()
      expect(await inquiryOf(receipt)).toMatchObject({ state: 'processed', processedAt })
    })
  })
})
