import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MINUTE, outboxUnderTest, payload, receiptFor } from '../../../support/outbox-under-test.ts'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import { asksOf } from '../../../support/seed.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** UPSTREAM_DELIVERY_TIMEOUT_MS of a site. */
const DEADLINE_MS = 30_000

const it = outboxUnderTest()

/** What others have sent: which line, what the upstream does with it, and how long after it nothing happens. */
const letters = fc.array(
  fc.record({ line: fc.nat(9), answer: fc.constantFrom('500', 'none'), thenMs: fc.nat(10 * MINUTE) }),
  { maxLength: 25, size: 'max' },
)
/** Whose inquiry is looked at: what its line has sent within the hour, and what happens to its first attempt. */
const office = fc.record({ sent: fc.nat(5), outageMs: fc.constantFrom(0, 5000, 20 * MINUTE) })

test('an inquiry arrives within four minutes of when the upstream takes it, whatever others have sent that it does not', async () => {
  await fc.assert(
    fc.asyncProperty(letters, office, async (before, { sent, outageMs }) => {
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
      await world.pass(outageMs)
      world.isDown = false
      const from = Date.now()
      while ((await it.stateOf(receipt)) !== 'delivered' && Date.now() - from < 24 * 60 * MINUTE) await world.pass(1000)
      expect(Date.now() - from).toBeLessThanOrEqual(4 * MINUTE)
    }),
    { numRuns: asksOf(24) },
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
      return Promise.resolve(new Response(null, { status: answer === '500' ? 500 : this.isDown ? 503 : 200 }))
    })
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
