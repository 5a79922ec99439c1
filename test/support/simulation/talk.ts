import { expect, vi } from 'vitest'
import { ANSWER_STATES, type MailEventName } from '../../../functions/contract/conversation.ts'
import { messagesOf, type MessageRow } from '../../../functions/database/message.ts'
import type { AnswerResult } from '../../../functions/outbox/conversation.ts'
import { readReplyAddress } from '../../../functions/mail/reply-address.ts'
import { ENDED, outboxDisk } from '../outbox-disk.ts'
import { env, objects, Outbox, payload } from '../outbox-under-test.ts'
import { type D1State, SqliteD1 } from '../sqlite-d1.ts'

const REPLY_DOMAIN = 'reply.vcp-x.example'
const MINUTE = 60_000
/** How the platform takes a mail. `loses the answer`: it takes it and nobody hears of that. */
export type Platform = 'takes' | 'refuses' | 'loses the answer' | 'waits'

/** What may happen to a conversation. Operators see what D1 shows. */
export type TalkStep =
  | { do: 'look'; operator: number }
  | { do: 'answer'; operator: number; processed: boolean }
  | { do: 'answer again' }
  | { do: 'platform'; state: Platform }
  | { do: 'event'; mail: number; event: MailEventName }
  | { do: 'reply'; id: number }
  | { do: 'D1'; state: D1State }
  | { do: 'die'; after: number }
  | { do: 'pass'; ms: number }

interface Sent {
  id: string
  answer: string
  /** Names the mail of an answer; another one where it is sent again to another address. */
  event: string
  /** The outbox cannot know that the platform took it. */
  isUnheard: boolean
}

/** One inquiry of the embedded upstream, two operators, its visitor, and a platform that sends mails and may not say so. */
export class Talk {
  readonly #d1 = new SqliteD1()
  readonly #disk = outboxDisk()
  #outbox: Outbox
  #receipt = ''
  #platform: Platform = 'takes'
  readonly #held: (() => void)[] = []
  readonly #mails: Sent[] = []
  readonly #seen: (string | null)[] = [null, null]
  readonly #results = new Map<string, AnswerResult>()
  readonly #replies = new Set<string>()
  #answers = 0

  constructor() {
    objects.clear()
    this.#outbox = this.#boot()
  }

  async begin(): Promise<void> {
    await this.#disk.idle()
    const accepted = await this.#outbox.accept('key', { ...payload, brandId: 'vcp-x' })
    this.#receipt = typeof accepted === 'string' ? '' : accepted.receipt
    await this.#disk.idle()
  }

  async take(step: TalkStep): Promise<void> {
    switch (step.do) {
      case 'look':
        this.#seen[step.operator] = (await this.#rows()).findLast(({ kind }) => kind === 'answer')?.id ?? null
        break
      case 'answer':
        this.#answer(step.operator, step.processed)
        break
      case 'answer again':
        this.#again()
        break
      case 'platform':
        this.#platform = step.state
        if (step.state !== 'waits') for (const go of this.#held.splice(0)) go()
        break
      case 'event': {
        const mail = this.#mails[step.mail % Math.max(1, this.#mails.length)]
        const mailId = mail?.id ?? '<unknown@mail.example>'
        this.#ask(this.#outbox.mailEvents([{ mailId, event: step.event, detail: null }]))
        break
      }
      case 'reply':
        this.#reply(step.id)
        break
      case 'D1':
        this.#d1.state = step.state
        if (step.state !== 'waits') this.#d1.release()
        break
      case 'die':
        for (let turn = 0; turn < step.after; turn++) await Promise.resolve()
        this.#restart()
        break
      case 'pass':
        await this.#pass(step.ms)
    }
    if (step.do !== 'answer' && step.do !== 'die') await settle()
  }

  /** Everything is well again, and time passes until nothing waits. */
  async recover(): Promise<void> {
    this.#d1.state = 'works'
    this.#d1.release()
    this.#platform = 'takes'
    for (const go of this.#held.splice(0)) go()
    await settle()
    for (let minute = 0; minute < 40; minute++) await this.#pass(2 * MINUTE)
    // Longer than the pause after an outcome that nobody knows.
    for (let hour = 0; hour < 20; hour++) await this.#pass(90 * MINUTE)
    await settle()
  }

  /** What must be true after that. */
  async expectPromises(): Promise<void> {
    const own = this.#disk.rows<{ id: string; kind: string; state: string; version: number }>(
      'SELECT id, kind, state, version FROM message ORDER BY rowid',
    )
    const rows = await this.#rows()
    const told = (row: { id: string; kind: string; state: string; version: number }) =>
      [row.id, row.kind, row.state, row.version].join()
    expect(rows.map(told).toSorted(), 'D1 shows what the outbox has.').toEqual(own.map(told).toSorted())
    const answers = own.filter(({ kind }) => kind === 'answer')
    for (const [id, result] of this.#results) {
      const isStored = answers.some((answer) => answer.id === id)
      if (result === 'done') expect(isStored, 'No accepted answer is lost.').toBe(true)
      else expect(isStored, `${id} was refused: ${result}.`).toBe(false)
    }
    for (const { id, state } of answers) {
      const mails = this.#mails.filter(({ answer }) => answer === id).length
      expect(ANSWER_STATES).toContain(state)
      expect(state, 'Nothing waits for ever.').not.toBe('waiting')
      if (state !== 'refused') expect(mails, `${id} was sent.`).toBeGreaterThan(0)
      expect(rows.find((row) => row.id === id)?.text).toBe(`Text of ${id}`)
    }
    for (const [event, mails] of Map.groupBy(this.#mails, (mail) => mail.event))
      expect(
        mails.slice(0, -1).filter(({ isUnheard }) => !isUnheard),
        `${event} is sent again only where nobody heard that it was taken.`,
      ).toEqual([])
    for (const { answer } of this.#mails)
      expect(
        answers.map(({ id }) => id),
        'Nothing is sent that was not accepted.',
      ).toContain(answer)
    const replies = own.filter(({ kind }) => kind === 'reply').map(({ id }) => id)
    for (const id of this.#replies) expect(replies.filter((one) => one === id)).toHaveLength(1)
  }

  close(): void {
    this.#disk.close()
    this.#d1.close()
  }

  #boot(): Outbox {
    const settings = {
      ...env(this.#d1),
      UPSTREAM_URL: '',
      MAIL_FROM: 'site@vcp-x.example',
      REPLY_DOMAIN,
      MAIL: { send: (mail: EmailMessageBuilder) => this.#send(mail) },
    }
    return new Outbox(this.#disk.boot() as never, settings)
  }

  #restart(): void {
    // Of what is on its way the platform takes all, and nobody hears of it.
    const noted = new Set(this.#disk.rows<{ answer: string }>('SELECT answer FROM mail').map(({ answer }) => answer))
    for (const mail of this.#mails) if (!noted.has(mail.id)) mail.isUnheard = true
    this.#disk.kill()
    for (const go of this.#held.splice(0)) go()
    this.#outbox = this.#boot()
  }

  /** The platform: what it takes is sent. */
  async #send(mail: EmailMessageBuilder): Promise<EmailSendResult> {
    const event = mail.headers?.['X-Event'] ?? ''
    const answer = /\.answer-([0-9a-f-]{36})/.exec(event)?.[1]
    const messageId = `<${this.#mails.length}@mail.example>`
    if (this.#platform === 'refuses') throw Object.assign(new Error('no'), { code: 'E_INTERNAL_SERVER_ERROR' })
    if (answer !== undefined) this.#mails.push({ id: messageId, answer, event, isUnheard: this.#platform !== 'takes' })
    if (this.#platform === 'waits') await new Promise<void>((go) => this.#held.push(go))
    if (this.#platform === 'loses the answer') return new Promise<never>(() => undefined)
    return { messageId }
  }

  #answer(operator: number, processed: boolean): void {
    const id = `00000000-0000-4000-8000-${String(++this.#answers).padStart(12, '0')}`
    const contents = {
      text: `Text of ${id}`,
      html: null,
      files: [],
      leftOut: [],
      headerId: null,
      headerReferences: null,
    }
    const mail = { subject: 'Re', text: id, html: id, headers: {} }
    const seen = this.#seen[operator] ?? null
    const recipient = 'visitor@customer.example'
    const sent = this.#outbox.answer(this.#receipt, {
      id,
      author: `operator ${operator}`,
      recipient,
      contents,
      mail,
      seen,
      processed,
    })
    this.#ask(sent, (result) => this.#results.set(id, result))
  }

  #again(): void {
    const failed = this.#disk.rows<{ id: string; version: number }>(
      "SELECT id, version FROM message WHERE state IN ('bounced', 'refused')",
    )[0]
    if (!failed) return
    const mail = { subject: 'Re', text: failed.id, html: failed.id, headers: {} }
    const attempt = String(failed.version)
    this.#ask(
      this.#outbox.answerAgain(this.#receipt, { id: failed.id, recipient: 'other@customer.example', mail, attempt }),
    )
  }

  #reply(n: number): void {
    const asked = this.#outbox.replyAddress(this.#receipt).then(async (address) => {
      const token = readReplyAddress(address ?? '', REPLY_DOMAIN)
      if (!token) return
      const id = `10000000-0000-4000-8000-00000000000${n}`
      const contents = {
        text: `Reply ${n}`,
        html: null,
        files: [],
        leftOut: [],
        headerId: null,
        headerReferences: null,
      }
      const result = await this.#outbox.reply(token, { id, author: 'visitor', state: 'received', contents })
      if (result === 'taken') {
        expect(this.#replies.has(id), 'A reply is taken once.').toBe(false)
        this.#replies.add(id)
      }
    })
    this.#ask(asked)
  }

  /** A process that ends, or a D1 that fails, gives no answer. */
  #ask<T>(asked: Promise<T>, then: (result: T) => void = () => undefined): void {
    asked.then(then, (error: Error) => {
      if (error.message !== ENDED && !/D1 is down|Network connection lost/.test(error.message)) throw error
    })
  }

  async #pass(ms: number): Promise<void> {
    const awake = Math.min(Math.max(ms, 100), 12_000)
    vi.setSystemTime(Date.now() + ms - awake)
    vi.advanceTimersByTime(awake)
    await settle()
    if (this.#disk.alarm !== null && this.#disk.alarm <= Date.now()) {
      this.#disk.alarm = null
      this.#ask(this.#outbox.alarm())
    }
    await settle()
  }

  async #rows(): Promise<MessageRow[]> {
    const { state } = this.#d1
    this.#d1.state = 'works'
    const rows = await messagesOf(this.#d1.binding as D1Database, this.#receipt)
    this.#d1.state = state
    return rows
  }
}

/** Whatever can go on without the clock has gone on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}
