import { vi } from 'vitest'
import type { SQLInputValue } from 'node:sqlite'
import type { ReplyState } from '../../../functions/contract/conversation.ts'
import { endPause } from '../../../functions/database/pause.ts'
import type { Env } from '../../../functions/env.ts'
import type { AnswerResult } from '../../../functions/outbox/conversation.ts'
import { ENDED, outboxDisk } from '../outbox-disk.ts'
import { env, objects, Outbox } from '../outbox-under-test.ts'
import { SqliteD1 } from '../sqlite-d1.ts'
import { sweep } from './sweep.ts'
import { TalkBackup } from './talk-backup.ts'
import { answerOf, TalkPlatform } from './talk-platform.ts'

export const REPLY_DOMAIN = 'reply.vcp-x.example'

/** What its operator was told of an answer. */
export interface Answered {
  receipt: string
  result: AnswerResult
}
export interface Replied {
  receipt: string
  state: ReplyState
}

/** An outbox whose process may end, its D1 and R2, the platform that sends its mails, and a backup of all that. */
export class TalkSite {
  readonly platform = new TalkPlatform()
  /** What must never happen, seen as it happened. */
  readonly faults: string[] = []
  /** Each was sent after the destruction of the one before was ordered. */
  readonly receipts: string[] = []
  /** Their destruction was ordered. */
  readonly doomed = new Set<string>()
  results = new Map<string, Answered>()
  replies = new Map<string, Replied>()
  protected readonly d1 = new SqliteD1()
  protected readonly destroyed = new Set<string>()
  protected outbox: Outbox
  protected process = 0
  protected isBeginning = false
  readonly #disk = outboxDisk()
  #isPaused = false
  #backup: TalkBackup | null = null
  /** Grows with each restore: what was asked before it has no answer. */
  #epoch = 0

  constructor() {
    objects.clear()
    this.outbox = this.#boot()
  }

  close(): void {
    this.#disk.close()
    this.d1.close()
  }

  get isRestored(): boolean {
    return this.#epoch > 0
  }

  /** Rows of the outbox. */
  own<T>(query: string, ...values: SQLInputValue[]): T[] {
    return this.#disk.rows<T>(query, ...values)
  }

  /** Rows of D1. */
  shown<T>(query: string, ...values: SQLInputValue[]): T[] {
    return this.d1.rows<T>(query, ...values)
  }

  protected get settings(): Env {
    return { ...env(this.d1), UPSTREAM_URL: '', MAIL_FROM: 'site@vcp-x.example', REPLY_DOMAIN } as unknown as Env
  }

  #boot(): Outbox {
    const own = ++this.process
    // What an ended process was about to send is not sent.
    const send = (mail: EmailMessageBuilder) =>
      own === this.process ? this.#send(mail) : new Promise<never>(() => undefined)
    return new Outbox(this.#disk.boot() as never, { ...this.settings, MAIL: { send } })
  }

  protected restart(): void {
    // Of what is on its way the platform takes all, and nobody hears of it.
    const noted = new Set(this.own<{ answer: string }>('SELECT answer FROM mail').map(({ answer }) => answer))
    this.#disk.kill()
    this.platform.hangUp()
    for (const mail of this.platform.mails) if (!noted.has(mail.id)) mail.isUnheard = true
    this.outbox = this.#boot()
  }

  #send(mail: EmailMessageBuilder): Promise<EmailSendResult> {
    const answer = answerOf(mail)
    if (this.#isPaused) this.faults.push(`${answer ?? 'A mail'} was sent by a paused site.`)
    if (answer !== undefined) {
      const event = mail.headers?.['X-Event']
      if (this.platform.mails.some((sent) => sent.event === event && !sent.isUnheard))
        this.faults.push(`${event} was sent again, though it was known that the platform has it.`)
      const [row] = this.own<{ receipt: string }>('SELECT receipt FROM message WHERE id = ?', answer)
      if (!row) this.faults.push(`${answer} was sent, and is not there.`)
      else if (this.destroyed.has(row.receipt)) this.faults.push(`${answer} was sent after its destruction.`)
    }
    return this.platform.send(mail)
  }

  /** A process that ends, or a D1 that fails or hangs, gives no answer. */
  protected ask<T>(asked: Promise<T>, then: (result: T) => void = () => undefined): void {
    const epoch = this.#epoch
    const own = (result: T) => {
      if (epoch === this.#epoch) then(result)
    }
    asked.then(own).catch((error: Error) => {
      if (
        error.message !== ENDED &&
        !/D1 is (?:down|closed)|Network connection lost|has not answered in time/.test(error.message)
      )
        this.faults.push(error.message)
    })
  }

  protected async pass(ms: number): Promise<void> {
    const timed = Math.min(Math.max(ms, 100), 12_000)
    vi.setSystemTime(Date.now() + ms - timed)
    vi.advanceTimersByTime(timed)
    await settle()
    if (this.#disk.alarm !== null && this.#disk.alarm <= Date.now()) {
      this.#disk.alarm = null
      this.ask(this.outbox.alarm())
    }
    await settle()
  }

  protected async hourly(): Promise<void> {
    this.ask(this.outbox.hourly(Date.now()))
    void sweep(this.settings, [this.outbox])
    await settle()
  }

  protected async copy(what: 'back up outbox' | 'back up D1' | 'restore' | 'resume'): Promise<void> {
    await settle()
    if (what === 'resume') await this.#resume()
    else if (what === 'back up outbox') this.#backup = new TalkBackup(this, this.#disk)
    else if (what === 'back up D1') this.#backup?.addD1(this.d1)
    else if (this.#backup?.isWhole) {
      this.#epoch++
      this.isBeginning = false
      this.#isPaused = true
      await this.#backup.restore(this, this.#disk, this.d1)
      this.platform.hangUp()
      this.outbox = this.#boot()
    }
  }

  /** The operator's command, which fails where D1 does. */
  async #resume(): Promise<void> {
    const [outbox, db] = [this.outbox, this.d1.binding as D1Database]
    this.#isPaused = false
    this.ask(
      outbox
        .resume()
        .then(() => endPause(db))
        .then(() => outbox.resume()),
    )
    await settle()
  }
}

/** Whatever can go on without the clock has gone on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}
