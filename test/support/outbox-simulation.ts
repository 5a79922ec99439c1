import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { ENDED, outboxDisk, type OutboxDisk } from './outbox-disk.ts'
import { d1, env, Outbox, payload, socket } from './outbox-under-test.ts'

const STEPS_PER_RUN = 50
const KEYS = 6
const HOUR = 3_600_000
/** Calls of one inquiry that the upstream may have taken, and refusals of it, for each word of an operator (docs/contract.md#5). */
const UNKNOWN_MAX = 6
const REFUSED_MAX = 3

type Answer = 'takes' | 'down' | 'refuses' | 'loses the answer' | 'waits'
type Step =
  | { do: 'send'; key: number }
  | { do: 'upstream'; answer: Answer }
  | { do: 'answer' | 'time out' | 'lose alarm' | 'hourly' }
  | { do: 'die'; after: number }
  | { do: 'D1'; fails: boolean }
  | { do: 'pass'; ms: number }
  | { do: 'retry' | 'destroy'; key: number }

const key = fc.integer({ min: 0, max: KEYS - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('upstream' as const),
      answer: fc.constantFrom<Answer>('takes', 'down', 'refuses', 'loses the answer', 'waits'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'time out', 'lose alarm', 'hourly') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('D1' as const), fails: fc.boolean() }) },
  {
    weight: 5,
    // Forward by seconds to hours, and now and then the clock jumps back.
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.oneof(fc.nat(5000), fc.nat(120_000), fc.nat(30 * HOUR), fc.integer({ min: -2 * HOUR, max: 0 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('retry' as const, 'destroy'), key }) },
)

const upstream = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const errors: string[] = []
const keyOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}

/** One outbox with its upstream, and what the world outside knows of them. */
class World {
  answer: Answer = 'takes'
  readonly waiting: { key: string; answer: (response: Response) => void; fail: (error: Error) => void }[] = []
  readonly receipts = new Map<string, string>()
  readonly calls = new Map<
    string,
    { unknown: number; refused: number; taken: number; words: number; isRefused: boolean }
  >()
  readonly destroyed = new Set<string>()
  readonly failures: Error[] = []
  /** Keys whose attempt the last end of the process interrupted: what they still call in the same step is that attempt. */
  readonly interrupted = new Set<string>()
  readonly disk: OutboxDisk
  outbox: Outbox

  constructor() {
    this.disk = outboxDisk()
    this.disk.db.exec(`
      CREATE TABLE inquiry (receipt TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, accepted_at INTEGER NOT NULL,
        delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, payload TEXT);
      CREATE INDEX due ON inquiry (next_at) WHERE state = 'queued'`)
    // A row of the previous build.
    this.disk.db
      .prepare(
        "INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, attempts, next_at, payload) VALUES ('of-the-previous-build', ?, 'queued', ?, NULL, 3, ?, ?)",
      )
      .run(keyOf(KEYS), Date.now(), Date.now(), JSON.stringify(payload))
    this.receipts.set(keyOf(KEYS), 'of-the-previous-build')
    this.outbox = new Outbox(this.disk.boot() as never, env())
    upstream.mockImplementation((url, init) => this.#call(url, init))
  }

  countOf(id: string) {
    const count = this.calls.get(id) ?? { unknown: 0, refused: 0, taken: 0, words: 1, isRefused: false }
    this.calls.set(id, count)
    return count
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'send':
        this.#send(keyOf(one.key)).catch((error: Error) => {
          if (error.message !== ENDED) this.failures.push(error)
        })
        break
      case 'upstream':
        this.answer = one.answer
        break
      case 'answer':
        for (const { key: id, answer } of this.waiting.splice(0)) {
          this.countOf(id).taken++
          answer(new Response())
        }
        break
      case 'time out':
        for (const { fail } of this.waiting.splice(0)) fail(new DOMException('', 'TimeoutError'))
        break
      case 'lose alarm':
        this.disk.alarm = null
        break
      case 'hourly':
        await this.outbox.hourly(Date.now())
        break
      case 'die':
        // Somewhere in the middle of what is under way.
        for (let turn = 0; turn < one.after; turn++) await Promise.resolve()
        this.restart()
        break
      case 'D1':
        d1.fails = one.fails
        break
      case 'pass':
        await this.pass(one.ms)
        break
      case 'retry':
      case 'destroy': {
        const id = keyOf(one.key)
        const receipt = this.receipts.get(id)
        if (receipt === undefined) break
        if (one.do === 'retry' && (await this.outbox.retry(receipt))) this.countOf(id).words++
        if (one.do === 'destroy' && (await this.outbox.destroy(receipt))) this.destroyed.add(id)
      }
    }
    if (one.do !== 'send') await settle()
    this.interrupted.clear()
  }

  restart(): void {
    // A refusal that was not noted before the end: to the outbox the outcome of that attempt is unknown.
    for (const { key: id } of this.disk.db
      .prepare('SELECT key FROM inquiry WHERE attempt_started_at IS NOT NULL')
      .all()) {
      this.interrupted.add(String(id))
      const count = this.countOf(String(id))
      if (!count.isRefused) continue
      count.isRefused = false
      count.refused--
      count.unknown++
    }
    this.disk.kill()
    this.waiting.length = 0
    this.outbox = new Outbox(this.disk.boot() as never, env())
  }

  /** Lets time pass; an alarm that is due fires once at its end. */
  async pass(ms: number): Promise<void> {
    vi.setSystemTime(Math.max(0, Date.now() + ms))
    vi.advanceTimersByTime(100)
    if (this.disk.alarm === null || this.disk.alarm > Date.now()) return
    this.disk.alarm = null
    await this.outbox.alarm()
  }

  async #send(id: string): Promise<void> {
    const known = this.receipts.get(id)
    const { receipt } = await this.outbox.accept(id, payload)
    if (known !== undefined) expect(receipt).toBe(known)
    this.receipts.set(id, receipt)
  }

  #call(url: string, init: RequestInit): Promise<Response> {
    if (!url.endsWith('/inquiry')) return Promise.resolve(Response.json({ data: [] }))
    const id = String(new Headers(init.headers).get('idempotency-key'))
    const count = this.countOf(id)
    count.isRefused = this.answer === 'refuses' && !this.interrupted.has(id)
    if (this.answer === 'down') return Promise.resolve(new Response(null, { status: 503 }))
    if (this.answer === 'refuses') {
      if (count.isRefused) count.refused++
      else count.unknown++
      return Promise.resolve(new Response(null, { status: 400 }))
    }
    count.unknown++
    if (this.answer === 'waits') return new Promise((answer, fail) => this.waiting.push({ key: id, answer, fail }))
    count.taken++
    return this.answer === 'takes'
      ? Promise.resolve(new Response())
      : Promise.reject(new Error('Network connection lost.'))
  }
}

/** One run from an empty store: all steps, then everything is well again for thirty hours. @throws where a promise is broken */
async function run(steps: Step[]): Promise<void> {
  vi.setSystemTime(1_000_000_000_000)
  // What mocks remember of a million steps does not fit the memory.
  vi.clearAllMocks()
  errors.length = 0
  d1.fails = false
  const world = new World()
  for (const one of steps) await world.take(one)
  await settle()

  // Everything is well again, the operator sends again what is undelivered, and time passes.
  d1.fails = false
  world.answer = 'takes'
  world.restart()
  await settle()
  // A visitor whose answer was lost sends again and learns the receipt.
  for (const key of new Set(steps.flatMap((one) => (one.do === 'send' ? one.key : []))))
    await world.take({ do: 'send', key })
  await settle()
  for (let hours = 0; hours < 30; hours++) {
    for (let turn = 0; turn < 4; turn++) {
      await world.pass(HOUR / 4)
      await settle()
    }
  }
  for (const [id, receipt] of world.receipts)
    if ((await world.outbox.stateOf(receipt))?.state === 'undelivered') {
      world.countOf(id).words++
      await world.outbox.retry(receipt)
      await settle()
    }
  await world.pass(HOUR)
  await settle()
  await world.outbox.hourly(Date.now())

  for (const [id, receipt] of world.receipts) {
    const state = (await world.outbox.stateOf(receipt))?.state
    const { unknown, refused, taken, words } = world.countOf(id)
    if (world.destroyed.has(id)) expect(state).toBe('destroyed')
    else expect([state, taken > 0]).toEqual(['delivered', true])
    expect(unknown).toBeLessThanOrEqual(UNKNOWN_MAX * words)
    expect(refused).toBeLessThanOrEqual(REFUSED_MAX * words)
  }
  expect(world.failures).toEqual([])
  expect(errors.filter((line) => line.includes('conservation'))).toEqual([])
  const { accepted, delivered, destroyed } = await world.outbox.counts()
  expect(delivered + destroyed).toBe(accepted)
  world.disk.kill()
}

/**
 * The outbox over real SQLite against a model, with crashes, lost answers and clock jumps. Call it once in a file.
 * @returns what takes so many random steps; the seed is printed and can be given again as `SIMULATION_SEED`
 */
export function outboxSimulation(): (steps: number) => Promise<void> {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000_000_000 })
    vi.stubGlobal('fetch', upstream)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
    socket.opens = true
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return async (steps) => {
    const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`Simulation: ${steps} steps, seed ${seed}`)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' }), run),
      { seed, numRuns: Math.ceil(steps / STEPS_PER_RUN) },
    )
  }
}
