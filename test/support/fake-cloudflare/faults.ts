/** What becomes of a call: refused, answered too often, never answered, done with the answer lost, or the line cut before it. */
export type Fault = 'refused' | 'too-many' | 'hung' | 'lost' | 'cut'

/** A call without its ids: `POST /accounts/:id/d1/database`. */
export type CallName = string

/** Names a call, so that the same call of another run has the same name. */
export function nameOf(method: string, path: string): CallName {
  const parts = path
    .split('/')
    .map((part) => (/^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})$/.test(part) ? ':id' : part))
  return `${method} ${parts.join('/')}`
}

/** Decides which calls go wrong. */
export class Faults {
  readonly calls: CallName[] = []
  #pending: { matches: (call: CallName) => boolean; fault: Fault; times: number }[] = []
  #onHang: (() => void) | null = null

  /** Has the next calls of that name, or all that match, go wrong. */
  plan(fault: Fault, matches: CallName | ((call: CallName) => boolean), times = 1): void {
    this.#pending.push({ matches: typeof matches === 'string' ? (call) => call === matches : matches, fault, times })
  }

  clear(): void {
    this.#pending = []
  }

  /** Told each time a call hangs, so that a test can end the command as an operator would. */
  onHang(listener: (() => void) | null): void {
    this.#onHang = listener
  }

  /** Counts a call and gives what becomes of it. */
  next(call: CallName): Fault | null {
    this.calls.push(call)
    const index = this.#pending.findIndex(({ matches }) => matches(call))
    const planned = this.#pending[index]
    if (!planned) return null
    planned.times--
    if (planned.times <= 0) this.#pending.splice(index, 1)
    if (planned.fault === 'hung') this.#onHang?.()
    return planned.fault
  }
}
