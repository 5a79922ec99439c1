import { describe, expect, test, vi } from 'vitest'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { DAY, objects } from '../../../support/outbox-under-test.ts'
import { parseEnv } from '../../../../functions/env.ts'
import { destroyDue } from '../../../../functions/scheduled/destroy-due-inquiries.ts'

/** What a run may call the platform, of a thousand in all: other jobs make their calls after it. */
const CALLS_MAX = 800

describe('the destruction of what is due', () => {
  const conversation = conversationUnderTest()
  const { site, receive } = conversation

  let calls = 0
  const counted = <T extends object>(binding: T): T =>
    new Proxy(binding, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        return typeof method !== 'function'
          ? method
          : (...given: unknown[]) => {
              calls++
              return (method as (...all: unknown[]) => unknown).apply(target, given)
            }
      },
    })
  /** One run, with every call that it makes itself. */
  const run = async () => {
    calls = 0
    const { raw } = conversation
    const [DB, FILES, outbox] = [counted(raw.DB), counted(raw.FILES), counted(site.outbox)]
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await destroyDue(
      parseEnv({ ...raw, DB, FILES, OUTBOX: { idFromName: () => '', getByName: () => outbox } }),
      new Date(),
    )
    await site.disk.idle()
    return calls
  }
  const left = () => site.d1.rows("SELECT 1 FROM inquiry_record WHERE state <> 'destroyed'").length

  /** Inquiries that are due two months later. @param change what each says */
  async function due(count: number, change: (index: number) => object = () => ({})) {
    for (let index = 0; index < count; index++) {
      const receipt = await receive(`key-${index}`, change(index))
      await site.outbox.markProcessed(receipt)
      objects.set(`conversation/${receipt}/folder/000`, { name: 'a.pdf', field: '' })
    }
    vi.setSystemTime(Date.now() + 62 * DAY)
  }

  test('ends a hundred in a run where they have no files', async () => {
    await due(101)
    expect(await run()).toBeLessThan(CALLS_MAX)
    expect(left()).toBeLessThanOrEqual(1)
    await run()
    expect([left(), objects.size]).toEqual([0, 101])
  })

  test('ends in a run as many with files as the platform lets it, and in the next ones the others', async () => {
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
    expect(await run()).toBeLessThan(CALLS_MAX)
    expect(left()).toBeGreaterThan(0)
    expect(left()).toBeLessThanOrEqual(20)
    expect(await run()).toBeLessThan(CALLS_MAX)
    expect(left()).toBe(0)
    expect(site.d1.rows('SELECT 1 FROM file')).toEqual([])
    // What is left certifies the destructions.
    expect([...objects.keys()].filter((key) => !key.startsWith('certificates/'))).toEqual([])
  })
})
