/** What the upstream does with a call. `loses the answer`: it takes the call, and the connection breaks. */
export type Answer = 'takes' | 'down' | 'refuses' | 'loses the answer' | 'waits'

/** The calls of one inquiry, since it was accepted. */
interface Calls {
  /** Calls after which the upstream may have it. */
  unknown: number
  refused: number
  /** Whether the last call was refused. */
  isRefused: boolean
  /** Every `Idempotency-Key` that it came with. */
  keys: Set<string | null>
}

interface Body {
  subject: string
  contents: string
  file_ref_id: string | null
}

interface WaitingCall {
  brandId: string
  /** Of the inquiry; null where the call sends none. */
  subject: string | null
  answer: () => void
  fail: () => void
}

/** A remote upstream that recognises an `Idempotency-Key`, whoever it came from, and knows inquiries by what was typed. */
export class RemoteUpstream {
  answer: Answer = 'takes'
  /** Subjects of inquiries that came although they must not. */
  readonly forbidden: string[] = []
  readonly #mustNotCome: (brandId: string, subject: string) => boolean
  readonly #taken = new Map<string | null, Body>()
  readonly #calls = new Map<string, Calls>()
  readonly #interrupted = new Set<string>()
  #waiting: WaitingCall[] = []
  #files = 0

  constructor(mustNotCome: (brandId: string, subject: string) => boolean) {
    this.#mustNotCome = mustNotCome
  }

  /** In place of `fetch`. */
  fetch(url: string, init: RequestInit): Promise<Response> {
    if (url.endsWith('/inquiry')) return this.#takeInquiry(init)
    if (this.answer === 'down') return Promise.resolve(new Response(null, { status: 503 }))
    if (url.endsWith('/upload'))
      return this.#reply(brandOf(init), null, () => Response.json({ data: `file-${++this.#files}` }))
    return Promise.resolve(Response.json({ data: [] }))
  }

  /** What it has taken of an inquiry. */
  taken(subject: string): Body | null {
    return [...this.#taken.values()].find((body) => body.subject === subject) ?? null
  }

  callsOf(subject: string): Calls {
    const calls = this.#calls.get(subject) ?? { unknown: 0, refused: 0, isRefused: false, keys: new Set() }
    this.#calls.set(subject, calls)
    return calls
  }

  /** Whether a call of this inquiry waits for its answer. */
  isAnswering(subject: string): boolean {
    return this.#waiting.some((call) => call.subject === subject)
  }

  answerAll(): void {
    for (const { answer } of this.#waiting.splice(0)) answer()
  }

  failAll(): void {
    for (const { fail } of this.#waiting.splice(0)) fail()
  }

  /** A process ended. @param subjects of the inquiries whose attempt it had begun */
  hangUp(brandId: string, subjects: string[]): void {
    this.#waiting = this.#waiting.filter((call) => call.brandId !== brandId)
    for (const subject of subjects) {
      this.#interrupted.add(subject)
      // A refusal that was not noted before the end: to the outbox the outcome of that attempt is unknown.
      const calls = this.callsOf(subject)
      if (!calls.isRefused) continue
      calls.isRefused = false
      calls.refused--
      calls.unknown++
    }
  }

  /** What ended processes still send has arrived: it belongs to the attempts that were interrupted. */
  forgetInterrupted(): void {
    this.#interrupted.clear()
  }

  #takeInquiry(init: RequestInit): Promise<Response> {
    const body = JSON.parse(String(init.body)) as Body
    const key = new Headers(init.headers).get('idempotency-key')
    if (this.#mustNotCome(brandOf(init), body.subject) && !this.#interrupted.has(body.subject))
      this.forbidden.push(body.subject)
    const calls = this.callsOf(body.subject)
    calls.keys.add(key)
    calls.isRefused = this.answer === 'refuses' && !this.#interrupted.has(body.subject)
    if (this.answer !== 'down') calls[calls.isRefused ? 'refused' : 'unknown']++
    return this.#reply(brandOf(init), body.subject, () => {
      if (!this.#taken.has(key)) this.#taken.set(key, body)
      return new Response()
    })
  }

  #reply(brandId: string, subject: string | null, take: () => Response): Promise<Response> {
    switch (this.answer) {
      case 'takes':
        return Promise.resolve(take())
      case 'down':
        return Promise.resolve(new Response(null, { status: 503 }))
      case 'refuses':
        return Promise.resolve(new Response(null, { status: 400 }))
      case 'loses the answer':
        take()
        return Promise.reject(new Error('Network connection lost.'))
      case 'waits':
        return new Promise((resolve, reject) =>
          this.#waiting.push({
            brandId,
            subject,
            answer: () => resolve(take()),
            fail: () => reject(new DOMException('', 'TimeoutError')),
          }),
        )
    }
  }
}

const brandOf = (init: RequestInit) => new Headers(init.headers).get('white-label') ?? ''
