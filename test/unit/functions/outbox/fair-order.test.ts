import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { BackupPage } from '../../../../functions/outbox/backup-rows.ts'
import { MINUTE, outboxUnderTest, payload, receiptFor } from '../../../support/outbox-under-test.ts'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import { asksOf } from '../../../support/seed.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** UPSTREAM_DELIVERY_TIMEOUT_MS of a site. */
const DEADLINE_MS = 30_000

/** A connection that is not answered, and the pause after it. */
const ATTEMPT_MS = DEADLINE_MS + 4000

const it = outboxUnderTest()

/** What others have sent: which line, what the upstream does with it, and how long after it nothing happens. */
const letters = fc.array(
  fc.record({ line: fc.nat(9), answer: fc.constantFrom('500', 'none'), thenMs: fc.nat(10 * MINUTE) }),
  { maxLength: 25, size: 'max' },
)
/** Whose inquiry is looked at: what its line has sent within the hour, and what happens to its first attempt. */
const office = fc.record({ sent: fc.nat(5), outageMs: fc.constantFrom(0, 5000, 20 * MINUTE) })
/**
 * Lines that send twenty a minute until the inquiry arrives, what the upstream does with those, how long before the outage ends they begin,
 * and whether the outbox starts anew when it ends.
 */
const flood = fc.record({
  lines: fc.nat(3),
  answer: fc.constantFrom('500', 'none'),
  forMs: fc.nat(20 * MINUTE),
  restarts: fc.boolean(),
})

test('when the upstream takes an inquiry, it waits for one attempt of each line that sends what it does not take, however many', async () => {
  await fc.assert(
    fc.asyncProperty(letters, office, flood, async (before, { sent, outageMs }, { lines, answer, forMs, restarts }) => {
      it.disk = outboxDisk()
      it.d1 = new SqliteD1()
      await it.start()
      const world = new World()
      for (const { line, answer, thenMs } of before) {
        await world.send(`line ${line}`, answer)
        await world.pass(thenMs)
      }
      for (let nth = 0; nth < sent; nth++) await world.send('office', 'taken')
      world.isDown = outageMs > 0
      const receipt = await world.send('office', 'taken')
      const third = async () => {
        for (let nth = 0; nth < lines; nth++) await world.send(`flood ${nth}`, answer)
        for (let second = 0; second < 3 && (await it.stateOf(receipt)) !== 'delivered'; second++) await world.pass(1000)
      }
      const end = Date.now() + outageMs
      await world.pass(Math.max(0, outageMs - forMs))
      while (Date.now() < end) await third()
      world.isDown = false
      if (restarts) await world.restart()
      const from = Date.now()
      // Of what a line has sent before a start the outbox knows no more that later ones are of the same line.
      const linesOfOthers = lines * (restarts ? 2 : 1) + new Set(before.map(({ line }) => line)).size
      const limit = (linesOfOthers + sent + 2) * ATTEMPT_MS
      while ((await it.stateOf(receipt)) !== 'delivered' && Date.now() - from <= limit) await third()
      expect(Date.now() - from).toBeLessThanOrEqual(limit)
    }),
    { numRuns: asksOf(24) },
  )
})

describe('an inquiry that has waited through an outage', () => {
  /** Until it is delivered, in milliseconds, while others send. */
  const waitOf = async (world: World, receipt: string, others = async () => {}) => {
    const from = Date.now()
    while ((await it.stateOf(receipt)) !== 'delivered' && Date.now() - from < 60 * MINUTE) {
      await others()
      await world.pass(1000)
    }
    return Date.now() - from
  }

  test('does not wait for the many of one line whose pauses of an hour end together', async () => {
    vi.setSystemTime(0)
    const world = new World()
    for (let second = 0; second < 66 * 60; second += 6) {
      await world.send('line', '520')
      await world.pass(6000)
    }
    const line = async () => {
      if (Date.now() % 15_000 < 1000) await world.send('line', 'none')
    }
    world.isDown = true
    const receipt = await world.send('visitor', 'taken')
    for (let second = 0; second < 75; second++) {
      await line()
      await world.pass(1000)
    }
    world.isDown = false
    expect(await waitOf(world, receipt, line)).toBeLessThanOrEqual(4 * ATTEMPT_MS)
  })

  test.each(['500', 'none'])(
    'does not wait for the many of one line (%s) after the restore of a backup',
    async (answer) => {
      const world = new World()
      world.isDown = true
      for (let second = 0; second < 30 * 60; second += 3) {
        await world.send('line', answer)
        await world.pass(3000)
      }
      const receipt = await world.send('visitor', 'taken')
      await world.pass(1000)
      const pages = [await it.outbox.readForBackup(null)]
      for (let { next } = pages[0] as BackupPage; next; next = (pages.at(-1) as BackupPage).next)
        pages.push(await it.outbox.readForBackup(next))
      it.disk = outboxDisk()
      await world.restart()
      for (const [nth, { tables }] of pages.entries())
        await it.outbox.restore({ tables, destroyed: [], isFirst: nth === 0, isLast: nth === pages.length - 1 })
      world.isDown = false
      await it.outbox.resume()
      const later = await world.send('later', 'taken')
      expect(await waitOf(world, receipt)).toBeLessThanOrEqual(4 * ATTEMPT_MS)
      expect(await waitOf(world, later)).toBeLessThanOrEqual(4 * ATTEMPT_MS)
    },
  )
})

/** An upstream that fails on some letters, and the clock. */
class World {
  isDown = false
  #sent = 0
  #hanging: { until: number; fail: () => void }[] = []

  constructor() {
    it.upstream.mockImplementation((url, init) => {
      const answer = new Headers(init.headers).get('x-request-id')
      if (!url.endsWith('/inquiry')) return Promise.resolve(Response.json({ data: [] }))
      if (answer === 'none')
        return new Promise((_, reject) => {
          const fail = () => reject(new DOMException('', 'TimeoutError'))
          this.#hanging.push({ until: Date.now() + DEADLINE_MS, fail })
        })
      return Promise.resolve(new Response(null, { status: Number(answer) || (this.isDown ? 503 : 200) }))
    })
  }

  /** The process of the outbox ends, and the next one begins. */
  async restart(): Promise<void> {
    it.disk.kill()
    this.#hanging.length = 0
    await it.start()
    await settle()
  }

  /** @param answer what the upstream does with it, carried by its request id */
  async send(client: string, answer: string): Promise<string> {
    const key = `key ${this.#sent++}`
    const { receipt } = await receiptFor(it.outbox.accept(key, { ...payload, requestId: answer }, undefined, client))
    await settle()
    return receipt
  }

  /** Lets time pass: deadlines and alarms go off when they are due. */
  async pass(ms: number): Promise<void> {
    const end = Date.now() + ms
    for (;;) {
      const next = Math.min(it.disk.alarm ?? Infinity, ...this.#hanging.map(({ until }) => until))
      if (next > end) break
      vi.setSystemTime(Math.max(next, Date.now()))
      for (const call of this.#hanging.splice(0))
        if (call.until <= Date.now()) call.fail()
        else this.#hanging.push(call)
      await settle()
      if (it.disk.alarm !== null && it.disk.alarm <= Date.now()) {
        it.disk.alarm = null
        await it.outbox.alarm()
        await settle()
      }
    }
    vi.setSystemTime(end)
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve))
}
