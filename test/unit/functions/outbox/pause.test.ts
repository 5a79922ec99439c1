import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storageOf } from '../../../../functions/cli/outbox-storage.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import { registerOutbox } from '../../../../functions/database/outbox.ts'
import { beginPause, endPause } from '../../../../functions/database/pause.ts'
import { parseEnv } from '../../../../functions/env.ts'
import { pauseOutbox } from '../../../../functions/outbox/pause.ts'
import { OutboxStore } from '../../../../functions/outbox/store.ts'
import { env, MINUTE, objects, outboxUnderTest, payload, stage } from '../../../support/outbox-under-test.ts'
import { commands } from '../../../../functions/commands/table.ts'

describe('a restored outbox', () => {
  const mails = vi.fn(async (_message: EmailMessageBuilder) => ({ messageId: '<1@mail.example>' }))
  const it = outboxUnderTest({ MAIL: { send: mails }, MAIL_FROM: 'site@vcp-x.example' })
  const brand = { notify: ['operator@vcp-x.example'], confirmation: false, contents: false, language: 'ko' as const }
  const held = '11111111-1111-4111-8111-111111111111'
  const withFile = { inquiry: { ...payload.inquiry, held_files: [held] }, uploads: [held] }
  const restore = async () => {
    it.disk.kill()
    pauseOutbox(new OutboxStore(storageOf(it.disk.db)), new Date())
    await beginPause(database(), new Date())
    await it.start()
  }
  const database = () => it.d1.binding as D1Database
  const delivered = async () => (await it.outbox.counts()).delivered
  beforeEach(() => {
    objects.clear()
    mails.mockClear()
  })

  test('sends neither inquiries, files nor mails until it is resumed, accepts new ones, and then sends all once', async () => {
    stage(held, 'report.pdf')
    await it.accept('before', withFile, brand)
    it.upstream.mockReset()
    it.upstream.mockImplementation(async (url) => Response.json({ data: url.endsWith('/select') ? [] : 'ref' }))
    mails.mockClear()
    await restore()
    const { receipt, state } = await it.accept('meanwhile', {}, brand)
    expect(state).toBe('queued')
    await it.runUntil(3 * 60 * MINUTE)
    await it.outbox.hourly(Date.now())
    await it.outbox.destructionRan()
    await restore()
    await it.runUntil(4 * 60 * MINUTE)
    expect([it.upstream.mock.calls, mails.mock.calls]).toEqual([[], []])
    await it.outbox.resume()
    await it.runUntil(4 * 60 * MINUTE + 5 * MINUTE)
    expect(await delivered()).toBe(2)
    const sent = it.upstream.mock.calls.filter(([url]) => url.endsWith('/inquiry'))
    expect(sent).toHaveLength(2)
    const events = mails.mock.calls.map(([{ headers }]) => headers?.['X-Event'])
    expect(events.filter((event) => event?.endsWith('.accepted'))).toEqual([`${receipt}.accepted`])
  })

  test('gives an attempt that the backup has interrupted its outcome only when it is resumed', async () => {
    const { receipt } = await it.accept('before')
    it.disk.rows('UPDATE inquiry SET attempt_started_at = accepted_at WHERE receipt = ?', receipt)
    const failures = () => it.disk.rows("SELECT 1 FROM event WHERE detail = 'The attempt was interrupted.'").length
    await restore()
    expect(failures()).toBe(0)
    await it.outbox.resume()
    expect(failures()).toBe(1)
  })

  test('notes it too where it learns that it was resumed, so that what may have arrived is not sent again at once', async () => {
    const { receipt } = await it.accept('before')
    it.disk.rows('UPDATE inquiry SET attempt_started_at = accepted_at, next_at = 0 WHERE receipt = ?', receipt)
    await restore()
    await endPause(database())
    await it.start()
    it.upstream.mockClear()
    await it.runUntil(Date.now() + 20_000)
    expect(it.upstream).not.toHaveBeenCalled()
  })

  test.each([1, 3])('of a backup that is %i hours old looks after itself once a minute', async (hours) => {
    it.answer(200)
    await it.accept('before', {}, brand)
    await it.outbox.destructionRan()
    vi.setSystemTime(Date.now() + hours * 60 * MINUTE)
    await restore()
    const alarms = vi.spyOn(it.outbox, 'alarm')
    await it.runUntil(Date.now() + 5 * MINUTE, { crons: false })
    expect(alarms.mock.calls.length).toBeLessThanOrEqual(6)
  })

  test('that is paused for longer than a mail is tried sends it when it is resumed', async () => {
    it.answer(200)
    await restore()
    const { receipt } = await it.accept('meanwhile', {}, brand)
    vi.setSystemTime(Date.now() + 9 * 24 * 60 * MINUTE)
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    mails.mockClear()
    await it.outbox.resume()
    await it.disk.idle()
    expect(mails.mock.calls.map(([{ headers }]) => headers?.['X-Event'])).toContain(`${receipt}.accepted`)
  })

  test('that no backup has learns from the database that the site is paused, and is not paused again once it is resumed', async () => {
    it.answer(200)
    it.disk.rows("DELETE FROM setting WHERE name = 'paused_since'")
    await beginPause(database(), new Date())
    await it.start()
    expect((await it.accept('meanwhile')).state).toBe('queued')
    await it.outbox.resume()
    await it.disk.idle()
    await it.start()
    await it.runUntil(5 * MINUTE)
    expect(await delivered()).toBe(1)
    await endPause(database())
    expect((await it.accept('after')).state).toBe('delivered')
  })

  test('that a resumption has missed learns of it when it starts again, and is in the list for it before', async () => {
    it.answer(200)
    await restore()
    expect(it.d1.rows('SELECT brand_id FROM outbox')).toEqual([{ brand_id: 'vcp-x' }])
    await endPause(database())
    await it.start()
    expect((await it.accept('after')).state).toBe('delivered')
  })

  test('that learns of the pause while the site is resumed is resumed too', async () => {
    it.answer(200)
    it.disk.rows("DELETE FROM setting WHERE name = 'paused_since'")
    await beginPause(database(), new Date())
    await registerOutbox(database(), 'partner-a').run()
    let hasStarted = false
    const other = {
      async resume() {
        if (hasStarted) return
        hasStarted = true
        await it.start()
      },
    }
    const getByName = (name: string) => (name === 'partner-a' ? other : it.outbox)
    const settings = { ...env(it.d1), OUTBOX: { idFromName: () => '', getByName } }
    const call = { env: parseEnv(settings), actor: 'local', scope: ALL_BRANDS, now: new Date(), requestId: 'r' }
    await commands.resume.perform(call, {})
    await it.accept('after')
    expect([hasStarted, await delivered()]).toEqual([true, 1])
  })

  test('stays paused while the database fails', async () => {
    it.answer(200)
    await restore()
    it.d1.state = 'fails'
    await it.start()
    expect((await it.accept('meanwhile')).state).toBe('queued')
  })
  test('starts while the database hangs, and accepts inquiries', async () => {
    it.disk.rows("DELETE FROM setting WHERE name = 'paused_since'")
    it.d1.state = 'waits'
    await it.start()
    expect(await it.outbox.accept('meanwhile', payload)).toMatchObject({ state: expect.any(String) })
  })
})
