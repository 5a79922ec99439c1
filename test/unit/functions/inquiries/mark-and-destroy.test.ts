import { describe, expect, test, vi } from 'vitest'
// First: it stands for the modules of workerd.
import { DAY, HOUR, MINUTE, objects, r2, siteUnderTest } from '../../../support/site-under-test.ts'
import { conversationUnderTest, replied } from '../../../support/conversation-under-test.ts'
import { UNFINISHED_RESTORE } from '../../../../functions/commands/inquiries/resume.ts'
import { commands } from '../../../../functions/commands/table.ts'
import { UNDO_MS } from '../../../../functions/contract/possible-commands.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import { destroy, destroyDue, DESTROYED_PREFIX } from '../../../../functions/inquiries/destroy.ts'
import { applyDestructionList } from '../../../../functions/inquiries/destroyed-list.ts'
import { readReceiptState } from '../../../../functions/inquiries/receipt.ts'
import { beginPause, readPause } from '../../../../functions/database/restore-pause.ts'

describe('what operators do with an inquiry', () => {
  const site = siteUnderTest()
  const { accept, answer, counts, rowOf, stateOf, upstream } = site
  const call = () => ({ env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' })
  const act = (name: 'mark-processed' | 'mark-spam' | 'undo-processed' | 'destroy' | 'send-again', receipt: string) =>
    commands[name].perform(call(), { receipt })
  const refused = { status: 409 }
  const delivered = async (sent = {}) => {
    answer(200)
    return (await accept('key', sent)).receipt
  }

  test('has a mark begin a month in Seoul, and takes it back', async () => {
    vi.setSystemTime(Date.parse('2027-03-01T08:00:00+09:00'))
    const receipt = await delivered()
    await act('mark-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({
      state: 'processed',
      processed_at: '2027-02-28T23:00:00.000Z',
      destroy_at: new Date('2027-04-01T08:00:00+09:00').toISOString(),
    })
    await act('undo-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', processed_at: null, destroy_at: null })
  })

  test('calls it spam, which counts as processed and is taken back with the mark', async () => {
    const receipt = await delivered()
    site.d1.rows(`UPDATE inquiry SET spam_signals = '["too-fast"]'`)
    await act('mark-spam', receipt)
    expect(rowOf(receipt)).toMatchObject({ state: 'processed', spam_signals: '["too-fast","marked"]' })
    await act('undo-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', spam_signals: '["too-fast"]' })
  })

  test('is forgotten a year after a remote upstream has taken it, unless something of it is still here: that is destroyed', async () => {
    const gone = await delivered()
    answer(200)
    const { receipt: withFile } = await accept('other')
    site.d1.rows(
      `UPDATE inquiry SET staged = '[{"key":"files/u/0000","name":"offer.pdf"}]' WHERE receipt = '${withFile}'`,
    )
    const states = () => [gone, withFile].map((receipt) => rowOf(receipt)?.state)
    vi.setSystemTime(Date.now() + 364 * DAY)
    await site.hour()
    expect(states()).toEqual(['delivered', 'delivered'])
    vi.setSystemTime(Date.now() + 2 * DAY)
    await site.hour()
    expect(states()).toEqual([undefined, 'destroyed'])
    expect(counts()).toEqual({ destroyed: 1 })
  })

  test('keeps it as long as its own consent says', async () => {
    vi.setSystemTime(Date.parse('2026-08-31T12:00:00Z'))
    const receipt = await delivered({ brandId: 'partner-b', inquiry: { processed_months: 1 } })
    await act('mark-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({ processed_months: 1, destroy_at: '2026-09-30T12:00:00.000Z' })
  })

  test('is refused where its state does not allow it, as for the second of two operators', async () => {
    const receipt = await delivered()
    for (const name of ['send-again', 'undo-processed'] as const)
      await expect(act(name, receipt)).rejects.toMatchObject(refused)
    await act('mark-processed', receipt)
    await expect(act('mark-processed', receipt)).rejects.toMatchObject(refused)
    vi.setSystemTime(Date.now() + UNDO_MS)
    await expect(act('undo-processed', receipt)).rejects.toMatchObject(refused)
    await act('destroy', receipt)
    for (const name of ['destroy', 'mark-processed', 'undo-processed', 'send-again'] as const)
      await expect(act(name, receipt)).rejects.toMatchObject(refused)
    expect(counts()).toEqual({ destroyed: 1 })
  })

  test('marks nothing that waits for its delivery, and an undelivered one so that undoing finds it again', async () => {
    const { receipt } = await accept('key')
    await expect(act('mark-processed', receipt)).rejects.toMatchObject(refused)
    answer(400)
    await site.runUntil(2 * HOUR)
    await act('mark-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({ state: 'processed', subject: 'Hello' })
    expect(await stateOf(receipt)).toBe('undelivered')
    await act('undo-processed', receipt)
    expect(rowOf(receipt)).toMatchObject({ state: 'undelivered' })
  })

  test('is told by the receipt: when it will be destroyed until it is, and when it was processed after that too', async () => {
    vi.setSystemTime(Date.parse('2026-01-31T12:00:00Z'))
    const receipt = await delivered()
    await act('mark-processed', receipt)
    const told = () => readReceiptState(site.env, 'vcp-x', receipt)
    const processed_at = '2026-01-31T12:00:00.000Z'
    expect(await told()).toMatchObject({ processed_at, destroy_at: '2026-02-28T12:00:00.000Z' })
    await act('destroy', receipt)
    expect(await told()).toMatchObject({ state: 'destroyed', processed_at, destroyed_at: processed_at })
    expect(await told()).not.toHaveProperty('destroy_at')
  })

  test('destroys nothing that is being delivered at that moment', async () => {
    let done: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    const { receipt } = await site.send('key')
    await expect(act('destroy', receipt)).rejects.toMatchObject(refused)
    expect([...objects.keys()], 'It is not on the list of destroyed ones.').toEqual([])
    done(new Response())
    await site.idle()
    expect(await stateOf(receipt)).toBe('delivered')
    await act('destroy', receipt)
    expect(await stateOf(receipt)).toBe('destroyed')
  })

  test('is undone by no attempt that ends later', async () => {
    let done: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    const { receipt } = await site.send('key')
    // The claim has run out.
    vi.setSystemTime(HOUR)
    await act('destroy', receipt)
    done(new Response())
    await site.idle()
    await site.minute()
    expect(rowOf(receipt)).toMatchObject({ state: 'destroyed', delivered_at: null, subject: null })
    expect(upstream).toHaveBeenCalledTimes(1)
  })

  test('leaves files that R2 does not delete to the next hour', async () => {
    const receipt = await delivered()
    objects.set(`conversation/${receipt}/folder/000`, new Uint8Array(1))
    const list = vi.spyOn(site.env.FILES, 'list').mockRejectedValueOnce(new Error('R2 is down'))
    await act('destroy', receipt)
    list.mockRestore()
    expect(objects.size).toBe(2)
    vi.setSystemTime(Date.now() + HOUR)
    await site.hour()
    expect([...objects.keys()]).toEqual([expect.stringContaining(DESTROYED_PREFIX + receipt)])
  })

  test('is on the list of what was destroyed, also where another destruction of it is refused at the same time', async () => {
    const receipt = await delivered()
    const { env } = site
    const name = { receipt, brandId: 'vcp-x' }
    const remove = env.FILES.delete.bind(env.FILES)
    vi.spyOn(env.FILES, 'delete').mockImplementationOnce(async (key) => {
      expect(await destroy(env, name, { now: new Date(), shownAt: null })).toBe(true)
      await remove(key)
    })
    const condition = { sql: "?6 = ''", values: ['not due'] as [string] }
    expect(await destroy(env, name, { now: new Date(), shownAt: null, condition })).toBe(false)
    expect([...objects.keys()]).toEqual([expect.stringContaining(DESTROYED_PREFIX + receipt)])
  })

  test.each(['fails', 'loses the answer'] as const)(
    'is on that list after two hours only where it was destroyed, whatever D1 said: it %s',
    async (state) => {
      const receipt = await delivered()
      site.d1.state = state
      const name = { receipt, brandId: 'vcp-x' }
      await expect(destroy(site.env, name, { now: new Date(), shownAt: null })).rejects.toThrow()
      site.d1.state = 'works'
      const isListed = () => [...objects.keys()].some((key) => key.startsWith(DESTROYED_PREFIX + receipt))
      // A call that D1 has not answered may still be done.
      await site.hour()
      expect(isListed()).toBe(true)
      vi.setSystemTime(Date.now() + 2 * HOUR)
      await site.hour()
      expect(isListed()).toBe(state === 'loses the answer')
    },
  )

  test('destroys nothing while R2 does not take its receipt, which a restore needs', async () => {
    const receipt = await delivered()
    r2.state = 'fails'
    await expect(act('destroy', receipt)).rejects.toThrow()
    expect(await stateOf(receipt)).toBe('delivered')
  })
})

describe('the clock', () => {
  const site = siteUnderTest({ UPSTREAM_URL: '' })
  const { accept, rowOf, stateOf } = site
  const call = () => ({ env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' })

  test('destroys a processed inquiry on its day and not before, and logs it', async () => {
    const { receipt } = await accept('key')
    await commands['mark-processed'].perform(call(), { receipt })
    const due = Date.parse(rowOf(receipt)?.destroy_at ?? '')
    vi.setSystemTime(due - 1)
    await site.hour()
    expect(await stateOf(receipt)).toBe('delivered')
    vi.setSystemTime(due)
    await site.hour()
    expect(rowOf(receipt)).toMatchObject({ state: 'destroyed', subject: null, content: null })
    expect(site.d1.rows("SELECT actor, subject FROM admin_log WHERE action = 'destroy'")).toEqual([
      { actor: 'clock', subject: receipt },
    ])
  })

  test('ends a delivered inquiry that nobody marks after a year, in the minute in Seoul', async () => {
    vi.setSystemTime(Date.parse('2026-03-01T08:00:00+09:00'))
    const { receipt } = await accept('key')
    vi.setSystemTime(Date.parse('2027-03-01T07:59:00+09:00'))
    await site.hour()
    expect(await stateOf(receipt)).toBe('delivered')
    vi.setSystemTime(Date.parse('2027-03-01T08:01:00+09:00'))
    await site.hour()
    expect(await stateOf(receipt)).toBe('destroyed')
  })

  test('keeps the others where one cannot be destroyed, and destroys it in the next hour', async () => {
    const receipts = [(await accept('one')).receipt, (await accept('two')).receipt]
    for (const receipt of receipts) await commands['mark-processed'].perform(call(), { receipt })
    vi.setSystemTime(40 * DAY)
    vi.spyOn(site.env.FILES, 'put').mockRejectedValueOnce(new Error('R2 is down'))
    await site.hour()
    expect(site.counts()).toMatchObject({ destroyed: 1 })
    expect(site.logged()).toContainEqual(expect.objectContaining({ code: 'not-destroyed' }))
    await site.hour()
    expect(site.counts()).toEqual({ destroyed: 2 })
  })

  test('ends before the platform ends it, and is not done while anything is left that was due two hours ago', async () => {
    for (let index = 0; index < 60; index++)
      await commands['mark-processed'].perform(call(), { receipt: (await accept(`key-${index}`)).receipt })
    vi.setSystemTime(40 * DAY)
    const due = Math.max(
      ...site.d1.rows<{ at: string }>('SELECT destroy_at AS at FROM inquiry').map(({ at }) => Date.parse(at)),
    )
    const run = (lateMs: number) => {
      vi.setSystemTime(due + lateMs)
      let left = 0
      const done = destroyDue(site.env, new Date(), async () => {
        left = Date.now() - due - lateMs
        vi.setSystemTime(Date.now() + MINUTE)
      })
      return done.finally(() => expect(left).toBeLessThanOrEqual(13 * MINUTE))
    }
    await run(HOUR)
    await expect(run(3 * HOUR)).rejects.toThrow('left')
  })

  test('never ends what waits', async () => {
    const { receipt } = await accept('key')
    site.d1.rows("UPDATE inquiry SET state = 'undelivered', delivered_at = NULL")
    vi.setSystemTime(900 * DAY)
    await site.hour()
    expect(await stateOf(receipt)).toBe('undelivered')
  })

  test('forgets the receipt of a destroyed inquiry after a year, also on the list that a restore applies', async () => {
    const { receipt } = await accept('key')
    await commands.destroy.perform(call(), { receipt })
    vi.setSystemTime(Date.now() + 364 * DAY)
    await site.hour()
    expect([await stateOf(receipt), objects.size]).toEqual(['destroyed', 1])
    vi.setSystemTime(Date.now() + 2 * DAY)
    await site.hour()
    expect([await stateOf(receipt), objects.size]).toEqual([undefined, 0])
  })
})

describe('the clock and what was said', () => {
  const { site, as, receive, answer, reply, token } = conversationUnderTest()
  const ask = (receipt: string) => commands.destroy.perform({ ...as('clock'), now: new Date() }, { receipt, due: true })

  test.each([
    ['a reply', async () => void (await reply(token(), replied('later')))],
    ['an answer', async (receipt: string) => void (await answer(receipt, 'Yes.'))],
    ['a mark', async (receipt: string) => void (await commands['mark-processed'].perform(as('anna'), { receipt }))],
  ])('destroys nothing that %s has kept when its turn comes', async (_, act) => {
    const receipt = await receive('k')
    await answer(receipt, 'Soon.')
    vi.setSystemTime(370 * DAY)
    let asked = 0
    await destroyDue(site.env, new Date(), async ({ receipt }) => {
      asked++
      await act(receipt)
      await ask(receipt)
    })
    expect(asked).toBe(1)
    expect(site.rowOf(receipt)).toMatchObject({ destroyed_at: null, subject: 'A quote' })
  })

  test('ends an inquiry that nobody marks a year after the last answer, and after the last reply', async () => {
    const receipt = await receive('k')
    vi.setSystemTime(200 * DAY)
    await answer(receipt, 'Yes.')
    vi.setSystemTime(500 * DAY)
    await site.hour()
    expect(site.rowOf(receipt)).toMatchObject({ state: 'answered' })
    await reply(token(), replied('late'))
    vi.setSystemTime(860 * DAY)
    await site.hour()
    expect(site.rowOf(receipt)).toMatchObject({ state: 'new' })
    vi.setSystemTime(870 * DAY)
    await site.hour()
    expect(site.rowOf(receipt)).toMatchObject({ state: 'destroyed' })
  })
})

describe('a restored site', () => {
  const site = siteUnderTest({ UPSTREAM_URL: '' })
  const call = () => ({ env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' })

  test('destroys again what was destroyed after its backup, before anything is sent', async () => {
    const { receipt } = await site.accept('key', { inquiry: { subject: 'SECRET' } })
    const backup = site.d1.serialize()
    await commands.destroy.perform(call(), { receipt })
    site.d1.restore(backup)
    await beginPause(site.env.DB, new Date())
    await site.minute()
    expect(await site.stateOf(receipt)).toBe('delivered')
    const { FILES } = site.env
    const list = FILES.list.bind(FILES)
    vi.spyOn(FILES, 'list').mockImplementationOnce(list).mockRejectedValueOnce(new Error('R2 is down'))
    await expect(commands.resume.perform(call(), {})).rejects.toThrow()
    expect(await readPause(site.env.DB), 'Nothing is sent before the list is applied.').not.toBe(null)
    await commands.resume.perform(call(), {})
    expect(site.rowOf(receipt)).toMatchObject({ state: 'destroyed', subject: null })
    expect(await readPause(site.env.DB)).toBe(null)
    expect(await applyDestructionList(site.env, new Date()), 'Nothing is left to destroy.').toBe(0)
  })

  test('destroys it again also where an attempt had it at the moment of the backup', async () => {
    const { receipt } = await site.accept('key', { inquiry: { subject: 'SECRET' } })
    site.d1.rows(
      "UPDATE inquiry SET state = 'queued', claimed_until = ?, next_at = 0, delivery = '{}'",
      Date.now() + HOUR,
    )
    const backup = site.d1.serialize()
    site.d1.rows('UPDATE inquiry SET claimed_until = NULL')
    await commands.destroy.perform(call(), { receipt })
    site.d1.restore(backup)
    await beginPause(site.env.DB, new Date())
    await commands.resume.perform(call(), {})
    expect(site.rowOf(receipt)).toMatchObject({ state: 'destroyed', subject: null })
  })

  test('is not resumed while its restore has not ended', async () => {
    await beginPause(site.env.DB, new Date())
    await site.env.FILES.put(UNFINISHED_RESTORE, '')
    await expect(commands.resume.perform(call(), {})).rejects.toMatchObject({ status: 409 })
    expect(await readPause(site.env.DB)).not.toBe(null)
    await site.env.FILES.delete(UNFINISHED_RESTORE)
    await commands.resume.perform(call(), {})
    expect(await readPause(site.env.DB)).toBe(null)
  })

  test('leaves the list of what was destroyed to the restore, however late it is resumed', async () => {
    const { receipt } = await site.accept('key')
    const backup = site.d1.serialize()
    await commands.destroy.perform(call(), { receipt })
    site.d1.restore(backup)
    await beginPause(site.env.DB, new Date())
    vi.setSystemTime(2 * DAY)
    await site.hour()
    await commands.resume.perform(call(), {})
    expect(site.rowOf(receipt)).toMatchObject({ state: 'destroyed' })
  })

  test('leaves it to a restore that begins while the hour runs', async () => {
    const { receipt } = await site.accept('key')
    const backup = site.d1.serialize()
    await commands.destroy.perform(call(), { receipt })
    vi.setSystemTime(2 * HOUR)
    const { FILES } = site.env
    const list = FILES.list.bind(FILES)
    vi.spyOn(FILES, 'list').mockImplementation(async (options) => {
      if (options?.prefix === DESTROYED_PREFIX) {
        site.d1.restore(backup)
        await beginPause(site.env.DB, new Date())
      }
      return list(options)
    })
    await site.hour()
    expect([...objects.keys()]).toEqual([expect.stringContaining(DESTROYED_PREFIX + receipt)])
  })

  test('ends nothing by the clock before it is resumed', async () => {
    const { receipt } = await site.accept('key')
    await commands['mark-processed'].perform(call(), { receipt })
    await beginPause(site.env.DB, new Date())
    vi.setSystemTime(60 * DAY)
    await site.hour()
    expect(await site.stateOf(receipt)).toBe('delivered')
    await commands.resume.perform(call(), {})
    vi.setSystemTime(60 * DAY + MINUTE)
    await site.hour()
    expect(await site.stateOf(receipt)).toBe('destroyed')
  })
})
