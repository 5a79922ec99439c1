import { vi } from 'vitest'
import { endPause } from '../../../functions/database/pause.ts'
import type { Env } from '../../../functions/env.ts'
import { objects, r2 } from '../outbox-under-test.ts'
import type { Database } from '../database.ts'
import { SqliteD1 } from '../sqlite-d1.ts'
import { Brand } from './brand.ts'
import { writeAsOldWorker } from './old-worker.ts'
import { nextDueOf } from './past-entry.ts'
import { RemoteUpstream } from './remote-upstream.ts'
import { restoreD1 } from './restored-d1.ts'
import { BRANDS, settingsOf, startOf, type UpstreamKind } from './start.ts'
import type { Deploy } from './deploy.ts'
import type { Step } from './steps.ts'
import { sweep } from './sweep.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
/** Longer than all pauses after an unknown outcome together (functions/outbox/retry-schedule.ts). */
const ALL_PAUSES = 30 * 60 * MINUTE

/** A visitor has waited long enough; a delivery has not. */
const SHORT = 100
const LONGER_THAN_DEADLINES = 16_000

/** Turns of the event loop in which an inquiry is hashed and stored. */
const ARRIVAL_TURNS = 40

/** Two brands, the D1 that they share, and the upstream, which is either the same D1 or a remote one. */
export class World {
  readonly kind: UpstreamKind
  readonly d1: SqliteD1
  readonly upstream = new RemoteUpstream(
    (brandId, subject) =>
      this.version === 'paused' ||
      this.brands.some((brand) => brand.isOver(subject) || (brand.id === brandId && brand.isPaused)),
  )
  version: Deploy = 'right'
  /** When the last hourly run began, in milliseconds since epoch. What has ended since then waits for the next one. */
  hourlyAt = 0
  readonly brands: Brand[]
  readonly #storage: Env
  /** What the hourly run mends: rows of earlier builds, what an ended process had sent to D1, an alarm that is lost or far away. */
  #needsHourly = true
  #restores = 0
  /** `since`: the earliest time after it began, because the clock may jump back. */
  #backup: { outboxes: Uint8Array[]; d1: Uint8Array | null; since: number } | null = null

  constructor(kind: UpstreamKind) {
    this.kind = kind
    objects.clear()
    r2.state = 'works'
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.upstream.fetch(url, init))
    const { d1, outboxes } = startOf(kind)
    this.d1 = new SqliteD1(d1)
    this.#storage = settingsOf(kind, this.d1) as unknown as Env
    this.brands = BRANDS.map((id, index) => new Brand(id, kind, outboxes[index] as Database, this.d1))
  }

  /** Another value after each change of a row. */
  get changes(): string {
    const ofBrands = this.brands.map(({ disk }) => disk.rows<{ n: number }>('SELECT total_changes() AS n')[0]?.n)
    return [this.#restores, this.d1.changes, ...ofBrands].join()
  }

  async take(step: Step): Promise<void> {
    // What was sent reaches its outbox before anything else happens, unless the process ends.
    if (step.do !== 'send' && step.do !== 'die')
      for (let turn = 0; turn < ARRIVAL_TURNS; turn++) await Promise.resolve()
    switch (step.do) {
      case 'send':
        this.#brand(step).send(step.key)
        break
      case 'send other':
        this.#brand(step).sendOther(step.key)
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
      case 'D1 never answers':
        this.d1.forget()
        break
      case 'R2':
        r2.state = step.state
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
      case 'deploy':
        this.#deploy(step.version)
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
      case 'back up outboxes':
        this.#backup = { outboxes: this.brands.map(({ disk }) => disk.serialize()), d1: null, since: Date.now() }
        break
      case 'back up D1':
        if (this.#backup) this.#backup.d1 ??= this.d1.serialize()
        break
      case 'restore':
        await this.#restore()
        break
      case 'resume':
        void this.#resume()
        break
      case 'old Worker':
        this.#writeAsOldWorker(step)
        break
      default:
        this.#operate(step)
    }
    if (step.do !== 'send') await settle()
    this.upstream.forgetInterrupted()
  }

  /** D1 and R2 are well, and the time passes after which the admin shows what is. */
  async rest(): Promise<void> {
    r2.state = 'works'
    this.d1.state = 'works'
    this.d1.release()
    await settle()
    // What is never answered is given up.
    await this.#pass(LONGER_THAN_DEADLINES)
    await settle()
    if (this.#needsHourly) await this.#hourly()
    await settle()
    // What a minute leaves as it was, the next one leaves as well.
    let changes = ''
    for (let minute = 0; minute < 3 && changes !== this.changes; minute++) {
      ;({ changes } = this)
      await this.#pass(MINUTE + 1000)
      await settle()
    }
  }

  /** Everything is well again, the visitors and the operator send again what they can, and time passes until nothing waits. */
  async recover(): Promise<void> {
    r2.state = 'works'
    this.d1.state = 'works'
    this.d1.release()
    this.upstream.answer = 'takes'
    // Nobody needs the parts whose settings are wrong.
    this.#deploy(this.version === 'faulty part' ? this.version : 'right')
    await settle()
    await this.#resume()
    for (const brand of this.brands) brand.sendAllAgain()
    await this.#untilNothingIsQueued()
    for (const brand of this.brands)
      for (const { receipt, subject, state } of brand.entries())
        if (state === 'undelivered') brand.operate('retry', receipt, subject)
    await this.#untilNothingIsQueued()
    // Nothing is sent any more.
    await this.#pass(ALL_PAUSES)
    await this.rest()
    await this.#hourly()
    await this.rest()
  }

  close(): void {
    for (const { disk } of this.brands) disk.close()
    this.d1.close()
  }

  #brand(step: { brand: number }): Brand {
    return this.brands[step.brand] as Brand
  }

  #operate(step: Extract<Step, { do: 'retry' | 'markProcessed' | 'undo' | 'destroy' }>): void {
    const brand = this.#brand(step)
    const entry = this.#entry(step)
    if (entry) brand.operate(step.do, entry.receipt, entry.subject)
  }

  #entry(step: { brand: number; key: number }) {
    const brand = this.#brand(step)
    return brand.entries().find(({ receipt }) => receipt === brand.receiptOf(step.key))
  }

  #writeAsOldWorker(step: Extract<Step, { do: 'old Worker' }>): void {
    const entry = this.#entry(step)
    if (!entry) return
    this.#needsHourly = true
    writeAsOldWorker(this.d1, step.write, entry, { id: this.#brand(step).id, kind: this.kind })
  }

  /** The site as it was when it was backed up, but for what was destroyed since. */
  async #restore(): Promise<void> {
    if (!this.#backup?.d1) return
    this.#restores++
    this.#needsHourly = true
    for (const { disk } of this.brands) disk.kill()
    // Nothing of the site before is on its way to this one, nor waits for one store and then for another.
    for (let store = 0; store < 2; store++) {
      vi.advanceTimersByTime(LONGER_THAN_DEADLINES)
      await settle()
    }
    const destroyed = await restoreD1(this.d1, this.#backup.d1, this.#backup.since)
    for (const [index, brand] of this.brands.entries()) {
      this.upstream.hangUp(brand.id, [])
      brand.restore(this.#backup.outboxes[index] as Uint8Array, destroyed)
    }
  }

  /** The operator's command, which fails where D1 does or where no process can start. */
  async #resume(): Promise<void> {
    try {
      for (const brand of this.brands) await brand.resume()
      await endPause(this.d1.binding as D1Database)
      for (const brand of this.brands) await brand.resume()
    } catch {
      // The operator is told, and repeats it.
    }
  }

  #deploy(version: Deploy): void {
    this.version = version
    this.#needsHourly = true
    for (const brand of this.brands) this.upstream.hangUp(brand.id, brand.deploy(version))
  }

  #restart(brand: Brand): void {
    this.#needsHourly = true
    this.upstream.hangUp(brand.id, brand.restart())
  }

  async #hourly(): Promise<void> {
    // A run that D1 or R2 fails mends nothing, and what still waits arrives after it.
    const isWell = this.d1.state === 'works' && !this.d1.hasWaiting && r2.state === 'works'
    if (isWell && this.version !== 'no start') this.#needsHourly = false
    this.hourlyAt = Date.now()
    for (const brand of this.brands) void brand.hourly()
    void sweep(
      this.#storage,
      this.brands.map(({ outbox }) => outbox),
    )
    await settle()
    // The clock destroys what its row says is due.
    const due = 'SELECT receipt FROM inquiry_record WHERE destroy_at <= ? AND destroyed_at IS NULL'
    const rows = this.d1.rows<{ receipt: string }>(due, new Date().toISOString())
    const receipts = new Set(rows.map(({ receipt }) => receipt))
    for (const brand of this.brands)
      for (const { receipt, subject } of brand.entries())
        if (receipts.has(receipt)) brand.operate('destroy', receipt, subject)
  }

  /** Lets time pass; alarms that are due go off once at its end. */
  async #pass(ms: number): Promise<void> {
    // No visitor waits for hours, whatever he waits for.
    vi.advanceTimersByTime(ms > LONGER_THAN_DEADLINES ? LONGER_THAN_DEADLINES : SHORT)
    await settle()
    const timed = Math.min(Math.max(ms, SHORT), LONGER_THAN_DEADLINES)
    vi.setSystemTime(Math.max(0, Date.now() + ms - (ms > 0 ? timed : 0)))
    if (this.#backup) this.#backup.since = Math.min(this.#backup.since, Date.now())
    vi.advanceTimersByTime(timed)
    for (const brand of this.brands) await brand.tick()
  }

  async #untilNothingIsQueued(): Promise<void> {
    await settle()
    for (let passed = 0; passed < ALL_PAUSES;) {
      const due = this.brands.flatMap(({ disk }) => nextDueOf(disk) ?? [])
      if (due.length === 0) return
      const ms = Math.max(QUARTER, Math.min(...due) - Date.now())
      passed += ms
      await this.#pass(ms)
      await settle()
    }
  }
}

/** Whatever can go on without the clock has gone on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}
