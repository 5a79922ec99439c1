import { v5 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storageOf } from '../../../../functions/cli/outbox-storage.ts'
import { prepareRestored } from '../../../../functions/outbox/keep-destroyed.ts'
import { embeddedReference } from '../../../../functions/upstream/embedded/file.ts'
import type { Env } from '../../../../functions/env.ts'
import {
  DAY,
  env,
  MINUTE,
  objects,
  outboxUnderTest,
  payload,
  r2,
  stage,
  receiptFor,
} from '../../../support/outbox-under-test.ts'
import { restoreD1 } from '../../../support/simulation/restored-d1.ts'
import { sweep } from '../../../support/simulation/sweep.ts'

describe('an inquiry with staged files', () => {
  const it = outboxUnderTest()
  const { runUntil, accept, stateOf, rowOf, upstream } = it

  const held = '11111111-1111-4111-8111-111111111111'
  const withFiles = (id = held) => ({ inquiry: { ...payload.inquiry, held_files: [id] }, uploads: [id] })
  /** What the upstream answers, by the end of the path. */
  let answers: Record<string, () => Promise<Response>>
  const ok = (data: unknown) => async () => Response.json({ data })
  const down = async () => new Response(null, { status: 503 })
  beforeEach(() => {
    objects.clear()
    stage(held, 'report.pdf')
    answers = { upload: ok('ref'), select: ok([]), selectSubCategory: ok([]), inquiry: ok(null) }
    upstream.mockImplementation((url) => answers[url.split('/').at(-1) ?? '']?.() ?? down())
  })
  const body = () => {
    const call = upstream.mock.calls.findLast(([url]) => url.endsWith('/inquiry'))
    return JSON.parse(String(call?.[1].body)) as { file_ref_id: string | null; contents: string }
  }

  test('waits for them as long as the whole upstream is down, and ten minutes while it answers', async () => {
    answers = { upload: down, selectSubCategory: down, inquiry: down }
    const { receipt } = await accept('key', withFiles())
    await runUntil(2 * 60 * MINUTE)
    answers = { upload: down, select: ok([]), selectSubCategory: ok([]), inquiry: ok(null) }
    await runUntil(2 * 60 * MINUTE + 8 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(2 * 60 * MINUTE + 15 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(body()).toMatchObject({ file_ref_id: null, contents: expect.stringContaining('report.pdf') })
    expect(body().contents).toContain(`https://www.example/admin/inquiries/${receipt}`)
    expect(objects.size).toBe(1)
    expect((await it.outbox.filesInUse()).uploads).toEqual([held])
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', staged: expect.stringContaining('report.pdf') })
    expect(await it.outbox.destroy(receipt)).toBe('done')
    expect([[...objects.keys()], (await it.outbox.filesInUse()).uploads]).toEqual([[`certificates/${receipt}`], []])
    expect(rowOf(receipt)).toMatchObject({ state: 'destroyed', staged: null })
  })

  test('delivered without them while a backup was read has them after its restore', async () => {
    const [outboxPart, since] = [it.disk.serialize(), Date.now()]
    answers = { upload: down, select: ok([]), selectSubCategory: ok([]), inquiry: ok(null) }
    await accept('key', withFiles())
    await runUntil(20 * MINUTE)
    it.disk.restore(outboxPart)
    prepareRestored(storageOf(it.disk.db), await restoreD1(it.d1, it.d1.serialize(), since))
    await it.start()
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect((await it.outbox.filesInUse()).uploads).toEqual([])
    vi.setSystemTime(Date.now() + 2 * DAY)
    await sweep(env(it.d1) as unknown as Env, [it.outbox])
    expect([...objects.keys()].filter((key) => key.startsWith('held/'))).toEqual([`held/${held}/000`])
  })

  test('that came while a backup was read has them after its restore until it is destroyed', async () => {
    const [outboxPart, since] = [it.disk.serialize(), Date.now()]
    answers = {}
    const { receipt } = await accept('key', withFiles())
    await runUntil(MINUTE)
    it.disk.restore(outboxPart)
    prepareRestored(storageOf(it.disk.db), await restoreD1(it.d1, it.d1.serialize(), since))
    await it.start()
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect(rowOf(receipt)?.state).toBe('undelivered')
    const sweepAfter = async (days: number) => {
      vi.setSystemTime(Date.now() + days * DAY)
      await sweep(env(it.d1) as unknown as Env, [it.outbox])
      return [...objects.keys()].filter((key) => key.startsWith('held/'))
    }
    expect(await sweepAfter(2)).toEqual([`held/${held}/000`])
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    expect(await sweepAfter(0)).toEqual([`held/${held}/000`])
    await it.outbox.destroy(receipt)
    expect(await sweepAfter(0)).toEqual([])
  })

  test('one slow upload delays no other inquiry', async () => {
    answers.upload = () => new Promise(() => undefined)
    await it.outbox.accept('slow', { ...payload, ...withFiles() })
    vi.setSystemTime(3000)
    await it.outbox.alarm()
    const { state } = await receiptFor(it.outbox.accept('other', payload))
    expect(state).toBe('delivered')
  })

  test('sent again while R2 fails has its receipt', async () => {
    answers.inquiry = down
    const { receipt } = await accept('key', withFiles())
    r2.state = 'fails'
    expect(await accept('key', withFiles())).toMatchObject({ receipt })
  })

  test('sent again twice at the same moment gets them once', async () => {
    answers.inquiry = down
    await accept('key')
    await Promise.all(['first', 'second'].map(() => it.outbox.accept('key', { ...payload, ...withFiles() })))
    answers.inquiry = ok(null)
    await runUntil(Date.now() + 5 * MINUTE)
    expect(upstream.mock.calls.filter(([url]) => url.endsWith('/upload'))).toHaveLength(1)
    expect(body()).toMatchObject({ file_ref_id: 'ref', file_ref_id_homepage: null })
  })

  test('sent again under its key while it waits gets them, and is delivered once', async () => {
    answers.inquiry = down
    const { receipt } = await accept('key')
    const again = await accept('key', withFiles())
    expect(again.receipt).toBe(receipt)
    answers.inquiry = ok(null)
    await runUntil(5 * MINUTE)
    expect(body().file_ref_id).toBe('ref')
    expect(await it.outbox.counts()).toMatchObject({ accepted: 1, delivered: 1 })
  })

  test('sent again under its key after its delivery has them sent after it, once, with its receipt', async () => {
    const { receipt } = await accept('key')
    for (let time = 0; time < 3; time++) expect((await accept('key', withFiles())).receipt).toBe(receipt)
    await runUntil(5 * MINUTE)
    expect(await it.outbox.counts()).toMatchObject({ accepted: 2, delivered: 2 })
    expect(body()).toMatchObject({ file_ref_id: 'ref', contents: expect.stringContaining(receipt) })
    const { receipt: complete } = await accept('complete', { inquiry: { ...payload.inquiry, file_ref_id: 'a' } })
    await accept('complete', { inquiry: { ...payload.inquiry, file_ref_id: 'b' } })
    expect([complete, (await it.outbox.counts()).accepted]).toEqual([complete, 3])
  })

  test('has them sent after it also where somebody who knows its receipt has taken a key made from it', async () => {
    const { receipt } = await accept('key')
    const taken = { ...payload.inquiry, subject: 'Of somebody else', file_ref_id: 'theirs' }
    await accept(v5(`supplement:${receipt}`, v5.URL), { inquiry: taken })
    expect((await accept('key', withFiles())).receipt).toBe(receipt)
    await runUntil(5 * MINUTE)
    expect(await it.outbox.counts()).toMatchObject({ accepted: 3, delivered: 3 })
    expect(body()).toMatchObject({ file_ref_id: 'ref', contents: expect.stringContaining(receipt) })
  })

  test('is sent when that attempt has ended, and not beside it, at whichever moment the alarm goes off', async () => {
    const settled: number[] = []
    for (let moment = 0; moment < 80; moment++) {
      objects.clear()
      stage(held, 'report.pdf')
      const { receipt } = await accept(`key ${moment}`, withFiles())
      answers.upload = async () => {
        void (async () => {
          for (let turn = 0; turn < moment; turn++) await Promise.resolve()
          await it.outbox.alarm()
        })()
        return Response.json({ data: 'ref' })
      }
      // The first call of the attempt that sends it.
      answers.select = () => {
        const events = "SELECT 1 FROM event WHERE receipt = ? AND event = 'files'"
        settled.push(it.disk.rows(events, receipt).length)
        return ok([])()
      }
      await runUntil(Date.now() + MINUTE)
      expect(await it.outbox.destroy(receipt)).toBe('done')
    }
    expect(settled).toEqual(Array.from({ length: 80 }, () => 1))
  })

  describe('that a second inquiry names too', () => {
    const references = () =>
      upstream.mock.calls
        .filter(([url]) => url.endsWith('/inquiry'))
        .map(([, init]) => (JSON.parse(String(init.body)) as { file_ref_id: string | null }).file_ref_id)
    const staged = () => [...objects.keys()].filter((key) => key.startsWith('held/'))

    test('are delivered with both, and deleted with the last', async () => {
      answers.inquiry = down
      const first = await accept('one', withFiles())
      const second = await accept('two', withFiles())
      await runUntil(MINUTE)
      answers.inquiry = ok(null)
      await runUntil(3 * MINUTE)
      expect([await stateOf(first.receipt), await stateOf(second.receipt)]).toEqual(['delivered', 'delivered'])
      expect(references().slice(-2)).toEqual(['ref', 'ref'])
      expect(staged()).toEqual([])
    })

    test('stay where the first is delivered before the upstream has them for the second', async () => {
      const first = await accept('one', withFiles())
      await runUntil(MINUTE)
      expect(await stateOf(first.receipt)).toBe('delivered')
      expect(staged()).toEqual([])
      stage(held, 'report.pdf')
      answers.upload = down
      const second = await accept('two', withFiles())
      await accept('three', { inquiry: { ...payload.inquiry, file_ref_id: 'ref' }, uploads: [held] })
      await runUntil(2 * MINUTE)
      expect(await it.outbox.counts()).toMatchObject({ delivered: 2, queued: 1 })
      answers.upload = ok('later')
      await runUntil(5 * MINUTE)
      expect(await stateOf(second.receipt)).toBe('delivered')
      expect(references()).toEqual(['ref', 'ref', 'later'])
      expect(staged()).toEqual([])
    })

    test('stay where an operator destroys the first, and go with the second', async () => {
      answers.upload = down
      const first = await accept('one', withFiles())
      const second = await accept('two', withFiles())
      expect(await it.outbox.destroy(first.receipt)).toBe('done')
      expect(staged()).toEqual([`held/${held}/000`])
      expect(await it.outbox.destroy(second.receipt)).toBe('done')
      expect(staged()).toEqual([])
    })

    test('stay where the first has its own copies of them, and where the visitor removes them from its form', async () => {
      const copies = '22222222-2222-4222-8222-222222222222'
      objects.set(`held/${copies}/000`, { name: 'report.pdf', field: 'files', source: held })
      answers.upload = down
      const first = await accept('one', withFiles(copies))
      const second = await accept('two', withFiles())
      await it.outbox.destroy(first.receipt)
      await it.outbox.discard([held])
      expect(staged()).toEqual([`held/${held}/000`])
      answers.upload = ok('ref')
      await runUntil(5 * MINUTE)
      expect(await stateOf(second.receipt)).toBe('delivered')
      expect(references()).toEqual(['ref'])
      expect(staged()).toEqual([])
    })

    test('stay where the inquiry has them as a reference of the own upstream, and its visitor removes them', async () => {
      answers.inquiry = down
      await accept('one', { inquiry: { ...payload.inquiry, file_ref_id: embeddedReference(held) } })
      await it.outbox.discard([held])
      expect(staged()).toEqual([`held/${held}/000`])
    })

    test('are removed by their visitor without a look into every inquiry that waits', async () => {
      answers.inquiry = down
      await accept('one')
      const before = new Set(it.disk.statements)
      await it.outbox.discard([held])
      const plans = [...it.disk.statements]
        .filter((text) => /^\s*SELECT/.test(text) && !before.has(text))
        .flatMap((text) => it.disk.db.prepare(`EXPLAIN QUERY PLAN ${text}`).all())
      const looks = plans.map(({ detail }) => String(detail)).filter((detail) => detail.includes(' inquiry '))
      expect(looks).toContainEqual(expect.stringContaining('SEARCH inquiry USING INDEX first_reference'))
      expect(looks.filter((look) => look.includes('with_payload'))).toEqual([])
    })

    test('are missed at once where they went with the first: the visitor is not told that they were taken', async () => {
      const first = await accept('one', withFiles())
      await runUntil(MINUTE)
      expect(staged()).toEqual([])
      expect(await it.outbox.accept('two', { ...payload, ...withFiles() })).toBe('files-gone')
      expect(await it.outbox.counts()).toMatchObject({ accepted: 1 })
      expect(await accept('one', withFiles())).toEqual({ receipt: first.receipt, state: 'delivered' })
    })

    test('are kept or missed, never taken and then deleted, at whichever moment of the first delivery it arrives', async () => {
      objects.clear()
      const told = new Set<string>()
      for (let moment = 0; moment < 80; moment++) {
        const id = `33333333-3333-4333-8333-${String(moment).padStart(12, '0')}`
        stage(id, 'report.pdf')
        answers.inquiry = down
        await accept(`one ${moment}`, withFiles(id))
        answers.inquiry = ok(null)
        const delivery = runUntil(Date.now() + MINUTE)
        for (let step = 0; step < moment; step++) await Promise.resolve()
        const second = await it.outbox.accept(`two ${moment}`, { ...payload, ...withFiles(id) })
        await delivery
        await runUntil(Date.now() + MINUTE)
        told.add(typeof second === 'string' ? second : second.state)
      }
      expect([...told].toSorted()).toEqual(['files-gone', 'queued'])
      expect(references().every((reference) => reference === 'ref')).toBe(true)
      expect(staged()).toEqual([])
    })
  })
})
