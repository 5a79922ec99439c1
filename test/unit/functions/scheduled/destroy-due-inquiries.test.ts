import { beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationUnderTest, replied } from '../../../support/conversation-under-test.ts'
import { counted } from '../../../support/counted-calls.ts'
import { DAY, objects } from '../../../support/outbox-under-test.ts'
import { parseEnv } from '../../../../functions/env.ts'
import type { Outbox } from '../../../../functions/outbox/outbox.ts'
import { destroyDue } from '../../../../functions/scheduled/destroy-due-inquiries.ts'

/** What an invocation calls of the platform, of a thousand that it may. */
const CALLS_MAX = 800
const HOUR = DAY / 24
/** What one address may send in a day: 20 a minute. */
const FLOOD = 28_800

describe('the destruction of what is due', () => {
  const conversation = conversationUnderTest()
  const { site, receive } = conversation
  beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

  /** The calls of each invocation, first those of the run itself. */
  let calls: number[] = []
  const countedIn = <T extends object>(binding: T, invocation: () => number) =>
    counted(binding, () => {
      const at = invocation()
      calls[at] = (calls[at] ?? 0) + 1
    })
  const bindings = (outbox: object, invocation: () => number) => ({
    ...conversation.raw,
    DB: countedIn(conversation.raw.DB, invocation),
    FILES: countedIn(conversation.raw.FILES, invocation),
    OUTBOX: {
      idFromName: () => '',
      getByName: () => countedIn(outbox, invocation),
    },
  })
  const destroyReally: Outbox['destroyDue'] = (...given) => site.outbox.destroyDue(...given)
  /** One run. @param destroySome what the outbox does with a page of it */
  const run = async (destroySome = destroyReally) => {
    calls = [0]
    Object.assign(site.outbox, {
      env: bindings(site.outbox, () => calls.length - 1),
    })
    const outbox = {
      destroyDue: (...given: Parameters<Outbox['destroyDue']>) => {
        calls.push(0)
        return destroySome(...given)
      },
    }
    await destroyDue(parseEnv(bindings(outbox, () => 0)), new Date()).finally(() => site.disk.idle())
  }
  const left = () => site.d1.rows("SELECT 1 FROM inquiry_record WHERE state <> 'destroyed'").length

  /** Inquiries that are due two months later. @param change what each says */
  async function due(count: number, change: (index: number) => object = () => ({})) {
    for (let index = 0; index < count; index++) {
      const receipt = await receive(`key-${index}`, change(index))
      await site.outbox.markProcessed(receipt)
      objects.set(`conversation/${receipt}/folder/000`, {
        name: 'a.pdf',
        field: '',
      })
    }
    vi.setSystemTime(Date.now() + 62 * DAY)
  }
  /** Rows of inquiries that are due at one time. */
  const rows = (count: number, at: number) =>
    site.d1.rows(
      `INSERT INTO inquiry_record (id, receipt, version, brand_id, white_label, kind, state, accepted_at, destroy_at)
         SELECT value, 'r' || value, 1, 'vcp-x', 'default', 'sales', 'processed', ?1, ?1 FROM json_each(?2)`,
      new Date(at).toISOString(),
      JSON.stringify(Array.from({ length: count }, (_, index) => index + 1)),
    )
  /** What becomes of rows. */
  const destroyRows: Outbox['destroyDue'] = async (receipts) => {
    const [now, all] = [new Date().toISOString(), JSON.stringify(receipts)]
    const ended = "state = 'destroyed', destroyed_at = ?"
    site.d1.rows(`UPDATE inquiry_record SET ${ended} WHERE receipt IN (SELECT value FROM json_each(?))`, now, all)
    return 0
  }

  test('ends all in one run, as the platform lets each invocation', async () => {
    await due(101)
    await run()
    expect(left()).toBe(0)
    expect(objects.size).toBe(101)
    expect(calls.length).toBeGreaterThan(2)
    expect(Math.max(...calls)).toBeLessThan(CALLS_MAX)
  })

  test('ends with their files those that have any, as the platform lets each invocation', async () => {
    const references = Array.from({ length: 120 }, () => crypto.randomUUID())
    for (const reference of references) {
      objects.set(`files/${reference}`, { name: 'a.pdf', field: 'files' })
      site.d1.rows(
        "INSERT INTO file (file_key, file_ref_id, position, file_name, media_type, received_at) VALUES (?, ?, 0, 'a.pdf', 'application/pdf', ?)",
        reference,
        reference,
        new Date(0).toISOString(),
      )
    }
    await due(60, (index) => ({
      file_ref_id: references[2 * index],
      file_ref_id_homepage: references[2 * index + 1],
    }))
    await run()
    expect(left()).toBe(0)
    expect(Math.max(...calls)).toBeLessThan(CALLS_MAX)
    expect(site.d1.rows('SELECT 1 FROM file')).toEqual([])
    // What is left certifies the destructions.
    expect([...objects.keys()].filter((key) => !key.startsWith('certificates/'))).toEqual([])
  })

  test('ends within the day what one address can send in a day, as the platform lets each run', async () => {
    rows(FLOOD, 0)
    let runs = 0
    while (left() > 0 && runs++ < 24) {
      await run(destroyRows)
      expect(calls[0]).toBeLessThan(CALLS_MAX / 2)
    }
    expect(left()).toBe(0)
  })

  test('ends before the platform ends it, and is not done while anything is left that was due two hours ago', async () => {
    rows(200, 0)
    const slowly: Outbox['destroyDue'] = (...given) => {
      vi.setSystemTime(Date.now() + 6 * 60_000)
      return destroyRows(...given)
    }
    await run(slowly)
    expect(left()).toBe(100)
    vi.setSystemTime(3 * HOUR)
    await expect(run(async () => 0)).rejects.toThrow('two hours ago')
    await run(slowly)
    expect(left()).toBe(0)
  })

  test('leaves an inquiry to which a reply came after the run had listed it', async () => {
    const receipt = await receive('key')
    await conversation.answer(receipt, 'An answer.', { processed: true })
    objects.set(`conversation/${receipt}/folder/000`, {
      name: 'a.pdf',
      field: '',
    })
    vi.setSystemTime(Date.now() + 62 * DAY)
    await run(async (...given) => {
      await conversation.reply(conversation.token(), replied('a'))
      return destroyReally(...given)
    })
    expect(await site.outbox.stateOf(receipt)).toMatchObject({
      state: 'delivered',
    })
    expect([left(), objects.has(`conversation/${receipt}/folder/000`)]).toEqual([1, true])
  })

  test.each([
    ['an answer', 360],
    ['a reply, and an answer to it', 370],
  ])('leaves an inquiry for a year after %s, whenever it was accepted', async (_, day) => {
    const receipt = await receive('key')
    await conversation.answer(receipt, 'An answer.')
    vi.setSystemTime(350 * DAY)
    if (day === 370) await site.outbox.markProcessed(receipt)
    vi.setSystemTime(day * DAY)
    if (day === 370) await conversation.reply(conversation.token(), replied('a'))
    await run()
    await conversation.answer(receipt, 'Another one.')
    vi.setSystemTime((day + 364) * DAY)
    await run()
    expect(await site.outbox.stateOf(receipt)).toMatchObject({ state: 'delivered' })
    vi.setSystemTime((day + 367) * DAY)
    await run()
    expect([await site.outbox.stateOf(receipt), left()]).toMatchObject([{ state: 'destroyed' }, 0])
  })

  /** What is asked of an inquiry when all its files are gone already. */
  const meanwhile = <T>(ask: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const destroy = site.outbox.destroy.bind(site.outbox)
      vi.spyOn(site.outbox, 'destroy').mockImplementationOnce(async (receipt) => {
        await ask().then(resolve, reject)
        return destroy(receipt)
      })
    })

  test('takes no reply and no answer to an inquiry that it destroys', async () => {
    const receipt = await receive('key')
    await conversation.answer(receipt, 'An answer.', { processed: true })
    vi.setSystemTime(Date.now() + 62 * DAY)
    const asked = meanwhile(async () => [
      await conversation.reply(conversation.token(), replied('a')),
      await conversation.answer(receipt, 'Another one.').catch(({ status }) => status as number),
    ])
    await run()
    expect(await asked).toEqual(['unknown', 409])
    expect([await site.outbox.stateOf(receipt), left()]).toMatchObject([{ state: 'destroyed' }, 0])
  })

  test('lets nobody mark what nobody has marked for a year while it destroys it', async () => {
    const receipt = await receive('key')
    vi.setSystemTime(Date.now() + 367 * DAY)
    const marked = meanwhile(() => site.outbox.markProcessed(receipt))
    await run()
    expect([await marked, left()]).toEqual(['refused', 0])
  })
})
