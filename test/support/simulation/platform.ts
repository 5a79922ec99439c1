import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import { settingsOf, signAtOnce } from '../site-under-test.ts'
import { SqliteD1 } from '../sqlite-d1.ts'
import { background, socket } from '../workerd.ts'

/*
 * What an isolate reaches: D1, R2, the upstream, the platform's mail and the clock. Each call waits until the simulation answers it, so that
 * the order of all calls, and what becomes of each, is the simulation's choice.
 */

/** A process of the Worker. Nothing of one that is dead runs on, but what it has sent may still arrive. */
export interface Isolate {
  raw: object
  isDead: boolean
  /** When a store answered it late, not as it has done, or not at all, or a connection of it was refused, and from its death on. */
  disturbances: { since: number; until: number }[]
}
const running = new AsyncLocalStorage<Isolate>()
/** Does something in an isolate: its calls and timers end with it. */
export const within = <T>(isolate: Isolate, work: () => T): T => running.run(isolate, work)

export interface Weather {
  storage: 'calm' | 'stormy'
  upstream: 'up' | 'down' | 'unreachable' | 'refuses' | 'odd'
  mail: 'up' | 'down' | 'odd'
  webhooks: 'up' | 'down' | 'odd'
}
const CALM: Weather = { storage: 'calm', upstream: 'up', mail: 'up', webhooks: 'up' }

/** What the upstream does with a call, and how it answers. `lost`: the connection breaks. `never`: there is no answer. */
interface Answer {
  takes: boolean
  status: number | 'lost' | 'never'
}
const TAKES: Answer = { takes: true, status: 200 }
const ODD: Answer[] = [
  TAKES,
  ...[400, 429, 500, 520].map((status) => ({ takes: false, status })),
  ...([520, 524, 'lost', 'never'] as const).map((status) => ({ takes: true, status })),
  ...(['lost', 'never'] as const).map((status) => ({ takes: false, status })),
  TAKES,
]
const MAIL_CODES = ['E_RECIPIENT_SUPPRESSED', 'E_RATE_LIMIT_EXCEEDED', 'E_INTERNAL_SERVER_ERROR']

/** One sending, to the upstream or by mail. */
export interface Sending {
  /** Receipt of the inquiry; event and address of the mail. */
  of: string
  at: number
  /** Whether the receiver may have it, as far as the sender can know. */
  maybe: boolean
  refused: boolean
}

interface Call {
  isolate: Isolate
  since: number
  go(fate: number): void
}

/** What a store answers later than this may come after a deadline. */
const LATE_MS = 1000
/** Objects that a listing of R2 gives at once. */
const PAGE = 5
/** Where webhooks are called, by their names. */
export const RECEIVERS = 'https://receiver.example/'
/** A signing key, of 24 bytes. */
const WEBHOOK_SECRET = `whsec_${'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'}`
const MAIL_FROM = 'site@vcp-x.example'
const UPSTREAM_URL = 'http://127.0.0.1:9000'
/** What a webhook is told. */
export interface WebhookBody {
  type: string
  timestamp: string
  data: { receipt: string; brand: string; state: string; contents?: Record<string, string> }
}
export const FIRST_WEBHOOK = 'crm'
export const SECOND_WEBHOOK = 'desk'
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))),
  )
const turn = () => new Promise((done) => setImmediate(done))

export class Platform {
  readonly d1 = new SqliteD1()
  readonly objects = new Map<string, Uint8Array>()
  /** When R2 has taken an object, by key. */
  readonly #uploadedAt = new Map<string, number>()
  weather: Weather = CALM
  /** Inquiries, by their receipts, and addresses on which every attempt fails, whatever the weather. */
  isFailing: (of: string) => boolean = () => false
  calls: Call[] = []
  /** Receipts that the upstream has taken. */
  readonly taken = new Set<string>()
  /** What it sends to whom, since the last restore. */
  sendings: Sending[] = []
  /** Mails that the platform has taken, by what it calls them. */
  readonly mails: { id: string; event: string; to: string; cc: string[] }[] = []
  /** What webhooks have taken, by `webhook-id`. */
  readonly heard = new Set<string>()
  /** Called before an inquiry or a mail is sent or a webhook is called, and after each call of D1. */
  readonly watch: {
    inquiry(receipt: string, body: Record<string, unknown>, sending: Sending): void
    mail(event: string, to: string, cc: readonly string[]): void
    webhook(name: string, body: WebhookBody): void
    stored(by: Isolate): void
  }
  #now = 0
  readonly #timers = new Map<number, { at: number; isolate: Isolate; run: () => void }>()
  #ids = 0

  constructor(now: number, watch: Platform['watch']) {
    this.watch = watch
    this.time = now
    background.clear()
    const { setTimeout: wait, clearTimeout: stop } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith(RECEIVERS)
        ? this.#call(url.slice(RECEIVERS.length), init)
        : this.#fetch(url.split('/api/')[1] ?? '', init),
    )
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
      const isolate = running.getStore()
      if (!isolate) return wait(run, ms)
      this.#timers.set(++this.#ids, { at: this.#now + ms, isolate, run })
      return this.#ids
    })
    vi.stubGlobal('clearTimeout', (id?: number) => this.#timers.delete(Number(id)) || stop(id))
  }

  /** Puts what is simulated in the place of the globals. Before each test. */
  static begin(): void {
    vi.useFakeTimers({ toFake: ['Date'] })
    signAtOnce()
    for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
    vi.stubGlobal('FixedLengthStream', function () {
      return new TransformStream()
    })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
  }

  static end(): void {
    socket.opens = true
    background.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  get time(): number {
    return this.#now
  }

  set time(now: number) {
    this.#now = now
    vi.setSystemTime(now)
  }

  /** @param upstream of a site that starts now */
  isolate(upstream: 'embedded' | 'remote'): Isolate {
    const raw = settingsOf(this.d1, {
      UPSTREAM_URL: upstream === 'remote' ? UPSTREAM_URL : '',
      UPSTREAM_TIMEOUT_MS: '1000',
      DB: this.#database(),
      FILES: this.#bucket(),
      MAIL: { send: (mail: EmailMessageBuilder) => this.#mail(mail) },
      MAIL_FROM,
      REPLY_DOMAIN: 'reply.vcp-x.example',
      CANARY: 'vcp-x',
      WEBHOOK_SECRETS: [FIRST_WEBHOOK, SECOND_WEBHOOK].map((name) => `${name}=${WEBHOOK_SECRET}`).join(', '),
    })
    return { raw, isDead: false, disturbances: [] }
  }

  /** D1 and R2 as who only looks finds them: they answer at once. */
  get calm(): { DB: D1Database; FILES: R2Bucket } {
    const get = async (key: string) => {
      const bytes = this.objects.get(key)
      return bytes ? { size: bytes.length, body: new Response(bytes.slice()).body } : null
    }
    return { DB: this.d1.binding as D1Database, FILES: { get } as unknown as R2Bucket }
  }

  /** Answers one of the calls that wait. @param fate which of the things happens that may happen in this weather */
  async answer(which: number, fate: number): Promise<void> {
    const [call] = this.calls.splice(which % Math.max(this.calls.length, 1), 1)
    call?.go(fate)
    await this.settle()
  }

  /** What waits is never answered. */
  forgetCalls(): void {
    for (const { isolate, since } of this.calls) isolate.disturbances.push({ since, until: this.#now })
    this.calls = []
  }

  /** Whatever can go on without a call or the clock has gone on. */
  async settle(): Promise<void> {
    socket.opens = this.weather.upstream !== 'unreachable'
    for (let turns = 0; turns < 2; turns++) await turn()
  }

  /** Lets time pass; timers go off when they are due. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].toSorted(([, one], [, other]) => one.at - other.at)
      if (!next || next[1].at > until) break
      const [id, { at, isolate, run }] = next
      this.#timers.delete(id)
      if (isolate.isDead) continue
      this.time = Math.max(at, this.#now)
      within(isolate, run)
      await this.settle()
    }
    this.time = until
  }

  /** @param fate 0 to 3 is a fault, where there are any */
  #ask<T>(
    what: (
      fate: number,
      answer: (value: T | PromiseLike<T>) => void,
      fail: (error: unknown) => void,
      isolate: Isolate,
    ) => void,
  ) {
    const isolate = running.getStore()
    if (!isolate) throw new Error('Only an isolate calls the platform.')
    return new Promise<T>((resolve, reject) => {
      if (isolate.isDead) return
      const answer = (value: T | PromiseLike<T>) => isolate.isDead || resolve(value)
      const fail = (error: unknown) => isolate.isDead || reject(error as Error)
      this.calls.push({ isolate, since: this.#now, go: (fate) => what(fate, answer, fail, isolate) })
    })
  }

  /** A call of D1 or R2: it is done or not, and answered or not. */
  #store<T>(work: () => T | Promise<T>): Promise<T> {
    const since = this.#now
    return this.#ask<T>((fate, answer, fail, isolate) => {
      const fault = this.weather.storage === 'stormy' ? fate % 12 : -1
      const isDone = fault !== 0 && fault !== 1
      if ([0, 1, 2, 3].includes(fault) || this.#now - since >= LATE_MS)
        isolate.disturbances.push({ since, until: this.#now })
      const done = isDone ? Promise.resolve(work()) : null
      done?.catch(() => undefined)
      if (isDone) this.watch.stored(isolate)
      if (fault === 0 || fault === 2) fail(new Error('Network connection lost.'))
      else if (fault !== 1 && fault !== 3 && done) answer(done)
    })
  }

  #database(): object {
    const { prepare, batch } = this.d1.binding as D1Database
    const statement = (made: D1PreparedStatement): object => ({
      made,
      bind: (...values: unknown[]) => statement(made.bind(...values)),
      run: () => this.#store(() => made.run()),
      all: () => this.#store(() => made.all()),
      first: (column?: string) => this.#store(() => (column === undefined ? made.first() : made.first(column))),
    })
    return {
      prepare: (sql: string) => statement(prepare(sql)),
      batch: (statements: { made: D1PreparedStatement }[]) =>
        this.#store(() => batch(statements.map(({ made }) => made))),
    }
  }

  #bucket(): object {
    const { objects } = this
    return {
      put: (key: string, value: unknown) => {
        const bytes = value instanceof Uint8Array ? value.slice() : new Uint8Array()
        return this.#store(() => {
          objects.set(key, bytes)
          this.#uploadedAt.set(key, this.#now)
        })
      },
      get: (key: string) =>
        this.#store(() => {
          const bytes = objects.get(key)
          if (!bytes) return null
          return {
            size: bytes.length,
            body: new Response(bytes.slice()).body,
            arrayBuffer: async () => bytes.slice().buffer,
          }
        }),
      head: (key: string) => this.#store(() => (objects.has(key) ? { key } : null)),
      delete: (keys: string | string[]) =>
        this.#store(() => {
          for (const key of [keys].flat()) objects.delete(key)
        }),
      list: ({ prefix, cursor = '' }: { prefix: string; cursor?: string }) =>
        this.#store(() => {
          const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > cursor).toSorted()
          const keys = all.slice(0, PAGE)
          return {
            objects: keys.map((key) => ({ key, uploaded: new Date(this.#uploadedAt.get(key) ?? this.#now) })),
            truncated: all.length > PAGE,
            cursor: keys.at(-1),
          }
        }),
    }
  }

  /** @returns how it is answered, noted as what was sent */
  #outcome(fate: number, sending: Sending | null): Answer {
    const { upstream } = this.weather
    const answers: Record<string, Answer> = {
      up: TAKES,
      down: { takes: false, status: 503 },
      refuses: { takes: false, status: 400 },
    }
    const answer =
      sending && this.isFailing(sending.of)
        ? { takes: false, status: 500 as const }
        : (answers[upstream] ?? (ODD[fate % ODD.length] as Answer))
    if (sending) {
      if (answer.takes) this.taken.add(sending.of)
      if (!answer.takes && [400, 429, 500, 503].includes(Number(answer.status))) sending.maybe = false
      sending.refused = answer.status === 400
    }
    return answer
  }

  #fetch(path: string, { body, signal, headers }: RequestInit): Promise<Response> {
    // The connection was refused just now: nothing arrives. The site knows that only while the next connection is refused too.
    const since = this.#now
    if (!socket.opens)
      return this.#ask((_fate, _answer, fail, isolate) => {
        isolate.disturbances.push({ since, until: this.#now })
        fail(new TypeError('fetch failed'))
      })
    let sending: Sending | null = null
    if (path === 'board/inquiry') {
      const receipt = new Headers(headers).get('idempotency-key') ?? ''
      sending = { of: receipt, at: this.#now, maybe: true, refused: false }
      this.watch.inquiry(receipt, JSON.parse(String(body)) as Record<string, unknown>, sending)
      this.sendings.push(sending)
    }
    const answered = this.#ask<Response>((fate, answer, fail) => {
      const isWaiting = !signal?.aborted
      const { status } = this.#outcome(fate, isWaiting ? sending : sending && { ...sending })
      if (status === 'lost') fail(new TypeError('fetch failed'))
      else if (status !== 'never')
        answer(status === 200 ? Response.json({ data: this.#data(path) }) : new Response(null, { status }))
    })
    return Promise.race([answered, aborted(signal)])
  }

  /** A receiver: it takes a call or not, and answers or not. */
  #call(name: string, { body, headers, signal }: RequestInit): Promise<Response> {
    this.watch.webhook(name, JSON.parse(String(body)) as WebhookBody)
    const id = new Headers(headers).get('webhook-id') ?? ''
    const answered = this.#ask<Response>((fate, answer, fail) => {
      const { takes, status } =
        this.weather.webhooks === 'up'
          ? TAKES
          : this.weather.webhooks === 'down'
            ? { takes: false, status: 503 }
            : (ODD[fate % ODD.length] as Answer)
      if (takes) this.heard.add(id)
      if (status === 'lost') fail(new TypeError('fetch failed'))
      else if (status !== 'never') answer(new Response(null, { status }))
    })
    return Promise.race([answered, aborted(signal)])
  }

  #data(path: string): unknown {
    return path === 'file/upload' ? `reference-${++this.#ids}` : []
  }

  #mail({ headers, to, cc = [] }: EmailMessageBuilder): Promise<EmailSendResult> {
    const event = headers?.['X-Event'] ?? ''
    const of = `${event} ${String(to)}`
    this.watch.mail(event, String(to), cc as string[])
    const sending: Sending = { of, at: this.#now, maybe: true, refused: false }
    this.sendings.push(sending)
    return this.#ask((fate, answer, fail) => {
      const odd = this.weather.mail === 'odd' ? fate % 12 : this.weather.mail === 'down' ? 2 : 11
      const code = this.isFailing(String(to))
        ? 'E_INTERNAL_SERVER_ERROR'
        : odd === 0 && Math.floor(fate / 12) % 2 === 1
          ? 'E_HEADER_VALUE_TOO_LONG'
          : MAIL_CODES[odd]
      if (code !== undefined) {
        sending.maybe = false
        return fail(Object.assign(new Error(code), { code }))
      }
      const messageId = `<mail-${++this.#ids}@mail.example>`
      this.mails.push({ id: messageId, event, to: String(to), cc: cc as string[] })
      // 3: its answer is lost; 4: there is none.
      if (odd === 3) fail(new Error('Network connection lost.'))
      else if (odd !== 4) answer({ messageId })
    })
  }
}
