import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE, objects, outboxUnderTest, payload, stage } from '../../../support/outbox-under-test.ts'

describe('the same key', () => {
  const it = outboxUnderTest()
  const { answer, upstream } = it
  beforeEach(() => {
    objects.clear()
    answer(200)
  })

  const other = { ...payload.inquiry, content: 'What the first one lacked.' }
  const accept = (inquiry = payload.inquiry) => it.accept('key', { inquiry })
  const subjects = () =>
    upstream.mock.calls.map(([, init]) => (JSON.parse(String(init.body)) as { content: string }).content)
  const hashes = () => it.disk.rows<{ typed: string | null }>('SELECT typed_hash AS typed FROM inquiry')

  test('with other contents is refused, and what was accepted stays as it is', async () => {
    const { receipt } = await accept()
    expect(await it.outbox.accept('key', { ...payload, inquiry: other })).toBe('other-contents')
    expect(await accept()).toEqual({ receipt, state: 'delivered' })
    expect(subjects()).toEqual([payload.inquiry.content])
    expect(await it.outbox.counts()).toMatchObject({ accepted: 1 })
  })

  test('with the same contents in another order, with other files or another version of the policy, is the same inquiry', async () => {
    const { receipt } = await accept()
    stage('22222222-2222-4222-8222-222222222222', 'report.pdf')
    const held_files = ['22222222-2222-4222-8222-222222222222']
    const again = Object.fromEntries(Object.entries(payload.inquiry).toReversed()) as typeof payload.inquiry
    expect(await accept({ ...again, privacy_version: '20250701', held_files })).toMatchObject({ receipt })
  })

  test('with a field left empty that the release before did not have, is the same inquiry', async () => {
    const { receipt } = await accept()
    const ofLaterRelease = { ...payload.inquiry, department: '' }
    expect(await accept(ofLaterRelease)).toMatchObject({ receipt })
  })

  test('after a destruction is a new inquiry, and nothing typed is left of the first', async () => {
    const { receipt } = await accept()
    expect(await it.outbox.destroy(receipt)).toBe('done')
    expect(hashes()).toEqual([{ typed: null }])
    // The key of a form without scripts is made of all that was typed.
    expect(it.disk.rows("SELECT receipt FROM inquiry WHERE key = 'key'")).toEqual([])
    expect(await it.outbox.has('key')).toBe(false)
    const again = await accept(other)
    expect(again).toMatchObject({ receipt: expect.not.stringContaining(receipt), state: 'delivered' })
    expect(await it.stateOf(receipt)).toBe('destroyed')
    expect(subjects()).toEqual([payload.inquiry.content, other.content])
  })

  test('brings files of its own inquiry only, also where one before it was destroyed', async () => {
    const bring = (id: string) => {
      stage(id, 'report.pdf')
      upstream.mockImplementation(async (url) =>
        Response.json({ data: url.endsWith('/select') ? [] : `reference of ${id}` }),
      )
      return accept({ ...payload.inquiry, held_files: [id] })
    }
    const first = await accept()
    await bring('22222222-2222-4222-8222-222222222222')
    await it.runUntil(10_000)
    await it.outbox.destroy(first.receipt)
    const { receipt } = await accept()
    await bring('33333333-3333-4333-8333-333333333333')
    await it.runUntil(20_000)
    const bodies = upstream.mock.calls.filter(([url]) => url.endsWith('/inquiry')).map(([, init]) => String(init.body))
    expect(bodies).toHaveLength(4)
    expect(bodies[3]).toContain(receipt)
    expect(bodies[3]).toContain('reference of 33333333-3333-4333-8333-333333333333')
  })

  test('lives a day, and the hash of what was typed with it', async () => {
    const { receipt } = await accept()
    vi.setSystemTime(DAY - 1)
    expect(await accept()).toMatchObject({ receipt })
    await it.outbox.hourly(Date.now())
    expect(hashes()).toEqual([{ typed: expect.any(String) }])
    vi.setSystemTime(DAY)
    expect(await it.outbox.has('key')).toBe(false)
    vi.setSystemTime(DAY + MINUTE)
    await it.outbox.hourly(Date.now())
    expect(hashes()).toEqual([{ typed: null }])
    const again = await accept()
    expect(again.receipt).not.toBe(receipt)
    expect(await it.outbox.counts()).toMatchObject({ accepted: 2, delivered: 2 })
    expect(await it.stateOf(receipt)).toBe('delivered')
  })

  test('that ends while R2 is waited for stands for the inquiry all the same', async () => {
    stage('upload', 'report.pdf')
    const files = { inquiry: { ...payload.inquiry, held_files: ['upload'] }, uploads: ['upload'] }
    const { receipt } = await it.accept('key', files)
    vi.setSystemTime(DAY - 1000)
    const again = it.outbox.accept('key', { ...payload, ...files })
    vi.setSystemTime(DAY + 1000)
    expect(await again).toMatchObject({ receipt })
  })

  test('whose time was over stays ended when the clock goes back', async () => {
    const { receipt } = await accept()
    vi.setSystemTime(DAY + MINUTE)
    await it.outbox.hourly(Date.now())
    vi.setSystemTime(DAY - 1000)
    expect(await it.outbox.has('key')).toBe(false)
    const next = await accept(other)
    expect(next.receipt).not.toBe(receipt)
    expect(subjects()).toEqual([payload.inquiry.content, other.content])
  })

  test('of a release that kept no hash gives its receipt', async () => {
    const { receipt } = await accept()
    it.disk.rows('UPDATE inquiry SET typed_hash = NULL')
    expect(await accept(other)).toMatchObject({ receipt })
  })
})
