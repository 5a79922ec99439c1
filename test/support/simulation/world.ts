import { vi } from 'vitest'
import { objects } from '../outbox-under-test.ts'
import { SqliteD1 } from '../sqlite-d1.ts'
import { Brand, BRANDS } from './brand.ts'
import { RemoteUpstream } from './remote-upstream.ts'
import type { Step } from './steps.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
/** Longer than all pauses after an unknown outcome together (functions/outbox/retry-schedule.ts). */
const ALL_PAUSES = 30 * 60 * MINUTE

export type UpstreamKind = 'embedded' | 'remote'

/** Two brands, the D1 that they share, and the upstream, which is either the same D1 or a remote one. */
export class World {
  readonly kind: UpstreamKind
  readonly d1 = new SqliteD1()
  readonly upstream = new RemoteUpstream()
  readonly brands: Brand[]
  /** What the hourly run mends: rows of earlier builds, what an ended process had sent to D1, an alarm that is lost or far away. */
  #needsHourly = true

  constructor(kind: UpstreamKind) {
    this.kind = kind
    objects.clear()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.upstream.fetch(url, init))
    this.brands = BRANDS.map((id) => new Brand(id, this.d1, kind === 'remote' ? 'http://upstream.example' : ''))
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'send':
        this.#brand(step).send(step.key)
        break
      case 'upstream':
        this.upstream.answer = step.answer
        break
      case 'answer':
        this.upstream.answerAll()
        break
      case 'time out':
        this.upstream.failAll()
        break
      case 'D1':
        this.d1.state = step.state
        break
      case 'D1 answers':
        this.d1.release(step.newestFirst)
        break
      case 'lose alarm':
        this.#brand(step).disk.alarm = null
        this.#needsHourly = true
        break
      case 'die':
        // Somewhere in the middle of what is under way.
        for (let turn = 0; turn < step.after; turn++) await Promise.resolve()
        this.#restart(this.#brand(step))
        break
      case 'pass':
        if (step.ms < 0) this.#needsHourly = true
        await this.#pass(step.ms)
        break
      case 'hourly':
        await this.#hourly()
        break
      case 'rest':
        await this.rest()
        break
      default:
        await this.#operate(step)
    }
    if (step.do !== 'send') await settle()
    this.upstream.forgetInterrupted()
  }

  /** D1 is well, and the time passes after which the admin shows what is. */
  async rest(): Promise<void> {
    this.d1.state = 'works'
    this.d1.release()
    await settle()
    if (this.#needsHourly) await this.#hourly()
    for (let minute = 0; minute < 3; minute++) {
      await settle()
      await this.#pass(MINUTE + 1000)
    }
    await settle()
  }

  /** Everything is well again, the visitors and the operator send again what they can, and time passes until nothing waits. */
  async recover(): Promise<void> {
    this.d1.state = 'works'
    this.d1.release()
    this.upstream.answer = 'takes'
    for (const brand of this.brands) this.#restart(brand)
    await settle()
    for (const brand of this.brands) brand.sendAllAgain()
    await this.#untilNothingIsQueued()
    for (const brand of this.brands)
      for (const { receipt, subject, state } of brand.entries())
        if (state === 'undelivered') await brand.retry(receipt, subject)
    await this.#untilNothingIsQueued()
    // Nothing is sent any more.
    await this.#pass(ALL_PAUSES)
    await this.rest()
  }

  close(): void {
    for (const { disk } of this.brands) disk.kill()
    this.d1.close()
  }

  #brand(step: { brand: number }): Brand {
    return this.brands[step.brand] as Brand
  }

  async #operate(step: Extract<Step, { do: 'retry' | 'request' | 'destroy' }>): Promise<void> {
    const brand = this.#brand(step)
    const entry = brand.entries().find(({ receipt }) => receipt === brand.receiptOf(step.key))
    if (!entry) return
    const { receipt, subject } = entry
    if (step.do === 'retry') await brand.retry(receipt, subject)
    else if (step.do === 'destroy') {
      if (await brand.outbox.destroy(receipt)) brand.destroyed.add(subject)
    } else {
      // `npm run inquiries -- --retry`, which the outbox takes up within a minute.
      brand.beginPeriod(subject)
      this.d1.rows(
        "UPDATE undelivered_inquiry SET retry_requested_at = ? WHERE receipt = ? AND state <> 'delivered'",
        new Date().toISOString(),
        receipt,
      )
    }
  }

  #restart(brand: Brand): void {
    this.#needsHourly = true
    this.upstream.hangUp(brand.id, brand.restart())
  }

  async #hourly(): Promise<void> {
    // A run that D1 fails mends nothing, and what still waits arrives after it.
    if (this.d1.state === 'works' && !this.d1.hasWaiting) this.#needsHourly = false
    for (const { outbox } of this.brands) await outbox.hourly(Date.now())
  }

  /** Lets time pass; alarms that are due go off once at its end. */
  async #pass(ms: number): Promise<void> {
    vi.setSystemTime(Math.max(0, Date.now() + ms))
    vi.advanceTimersByTime(100)
    for (const brand of this.brands) await brand.tick()
  }

  async #untilNothingIsQueued(): Promise<void> {
    const isQueued = () => this.brands.some((brand) => brand.entries().some(({ state }) => state === 'queued'))
    await settle()
    for (let passed = 0; passed < ALL_PAUSES && isQueued(); passed += QUARTER) {
      await this.#pass(QUARTER)
      await settle()
    }
  }
}

/** Whatever can go on without the clock has gone on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}
