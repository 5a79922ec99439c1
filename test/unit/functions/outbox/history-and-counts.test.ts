import { describe, expect, test } from 'vitest'
import { DAY, MINUTE, outboxUnderTest, payload } from '../../../support/outbox-under-test.ts'
import { outboxDisk } from '../../../support/outbox-disk.ts'

/** A scan of a table that grows with the years, other than by a partial index. */
const FULL_SCAN =
  /^SCAN (inquiry|event|mail)\b(?!.* (with_payload|to_copy|of_older_builds|interrupted|undelivered|queued_oldest|due_of_kind)$)/

describe('the records of the outbox', () => {
  const it = outboxUnderTest()
  const { runUntil, accept, stateOf, rowOf, start, answer, logged, upstream } = it

  test('goes on with the rows of an earlier build', async () => {
    it.disk = outboxDisk()
    it.disk.db.exec(`
      CREATE TABLE inquiry (receipt TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, accepted_at INTEGER NOT NULL,
        delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, payload TEXT);
      CREATE INDEX due ON inquiry (next_at) WHERE state = 'queued'`)
    const insert = it.disk.db.prepare(
      'INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, attempts, next_at, payload) VALUES (?, ?, ?, 0, ?, 3, 0, ?)',
    )
    const stored = JSON.stringify({ ...payload, remarks: ['hasty', 'unproven', 'unchecked'] })
    insert.run('queued', 'k1', 'queued', null, stored)
    insert.run('delivered', 'k2', 'delivered', 5, null)
    insert.run('undelivered', 'k3', 'undelivered', null, stored)
    answer(200)
    await start()
    expect(await it.outbox.counts()).toMatchObject({ accepted: 3, queued: 1, delivered: 1, undelivered: 1 })
    await runUntil(MINUTE)
    expect(await stateOf('queued')).toBe('delivered')
    const { contents } = JSON.parse(String(upstream.mock.calls.at(-1)?.[1].body)) as { contents: string }
    for (const text of ['within three seconds', 'without a Turnstile check', 'could not be made'])
      expect(contents).toContain(text)
    expect(await it.outbox.retry('undelivered')).toBe('done')
    await it.disk.idle()
    await it.outbox.hourly(Date.now())
    expect(await it.outbox.counts()).toMatchObject({
      accepted: 3,
      queued: 0,
      delivered: 3,
      undelivered: 0,
      everDelivered: 3,
    })
    expect(logged()).toEqual([])
  })

  test('reports an inquiry whose row is gone, and a counter that is wrong', async () => {
    const { receipt } = await accept('key')
    await it.outbox.hourly(0)
    expect(logged()).toEqual([])
    it.disk.db.prepare('DELETE FROM inquiry WHERE receipt = ?').run(receipt)
    await it.outbox.hourly(0)
    expect(logged()).toEqual([expect.objectContaining({ level: 'error', code: 'conservation' })])
    it.disk.db.exec(
      "UPDATE counter SET value = value + 1 WHERE name = 'accepted'; UPDATE counter SET value = 0 WHERE name = 'queued'",
    )
    await it.outbox.hourly(0)
    expect(logged()).toHaveLength(2)
  })

  test('never reads the whole store: each statement finds its rows by an index', async () => {
    answer(503)
    const { receipt } = await accept('key')
    await runUntil(5 * MINUTE)
    answer(200)
    await runUntil(10 * MINUTE)
    await it.outbox.hourly(Date.now())
    await Promise.all([it.outbox.counts(), it.outbox.stateOf(receipt), it.outbox.canaries(), it.outbox.filesInUse()])
    await Promise.all([it.outbox.history(receipt), it.outbox.destroy(receipt), it.outbox.has('key')])
    const { statements } = it.disk
    expect(statements.size).toBeGreaterThan(20)
    const scans = [...statements]
      .filter((text) => /^\s*(SELECT|UPDATE|DELETE)/.test(text))
      .flatMap((text) =>
        it.disk.db
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all()
          .filter(({ detail }) => FULL_SCAN.test(String(detail)))
          .map(({ detail }) => `${detail}: ${text}`),
      )
    expect(scans).toEqual([])
  })

  test('destroys the contents of an inquiry and keeps its receipt', async () => {
    const { receipt } = await accept('key')
    expect(await it.outbox.destroy(receipt)).toBe('done')
    expect(await stateOf(receipt)).toBe('destroyed')
    expect(rowOf(receipt)).toMatchObject({ state: 'destroyed', subject: null })
    expect([await it.outbox.destroy(receipt), await it.outbox.retry(receipt), await it.outbox.destroy('none')]).toEqual(
      ['refused', 'refused', 'unknown'],
    )
    const calls = upstream.mock.calls.length
    await runUntil(DAY)
    expect(upstream.mock.calls.length).toBe(calls)
    expect(it.disk.db.prepare('SELECT payload FROM inquiry').all()).toEqual([{ payload: null }])
  })

  test('counts a canary nowhere', async () => {
    answer(200)
    const { receipt } = await accept('key', { canary: true })
    expect(await it.outbox.counts()).toMatchObject({ accepted: 0, delivered: 0, queued: 0 })
    expect(await it.outbox.canaries()).toEqual({
      arrivedAt: new Date(0).toISOString(),
      isWaiting: false,
      ended: [receipt],
    })
    await it.outbox.destroy(receipt)
    await it.outbox.hourly(2 * DAY)
    expect([await it.outbox.stateOf(receipt), logged(), (await it.outbox.counts()).destroyed]).toEqual([null, [], 0])
  })
})
