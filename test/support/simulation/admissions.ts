import { comparedAddress } from '../../../functions/contract/email-address.ts'

/** A mail that has come in, as the platform has it. */
export interface Arrival {
  receipt: string
  from: string
  isProven: boolean
  isMachine: boolean
  at: number
}

/** What is looked at of a message. */
interface Written {
  receipt: string
  kind: 'answer' | 'reply'
  state: string
  /** Of a reply; where an answer went. */
  address: string | null
  /** JSON. */
  cc: string
  wentTo: string
}

/** Who was admitted to which conversation, and when: said once more, apart from the SQL of the site. */
export class Admissions {
  /** By the ids of their messages. */
  readonly #arrivals = new Map<string, Arrival & { era: number }>()
  /** Since when an address is admitted without a break, and when it last ceased to be, by receipt and address. */
  readonly #since = new Map<string, number>()
  readonly #until = new Map<string, number>()
  #era = 0

  /** A mail comes in, perhaps while a copy of it is still read. */
  arrives(id: string, arrival: Arrival): void {
    const before = this.#arrivals.get(id)
    if (before?.era !== this.#era) this.#arrivals.set(id, { ...arrival, era: this.#era })
  }

  /** From now on nothing is read any more that has come in before. */
  newEra(): void {
    this.#era++
  }

  /** After each change of D1. @param visitors address of each inquiry that exists, by receipt */
  changed(messages: readonly Written[], visitors: ReadonlyMap<string, string>, now: number): void {
    const admitted = new Set([...visitors].map(([receipt, address]) => keyOf(receipt, address)))
    for (const { receipt, kind, state, address, cc, wentTo } of messages) {
      if (address !== null && (kind === 'answer' || state === 'received')) admitted.add(keyOf(receipt, address))
      for (const copied of [...(JSON.parse(cc) as string[]), ...(JSON.parse(wentTo) as string[])])
        admitted.add(keyOf(receipt, copied))
    }
    for (const key of this.#since.keys())
      if (!admitted.has(key)) {
        this.#since.delete(key)
        this.#until.set(key, now)
      }
    for (const key of admitted) if (!this.#since.has(key)) this.#since.set(key, now)
  }

  /** A restore has brought another state. */
  restored(): void {
    this.newEra()
    this.#since.clear()
    this.#until.clear()
  }

  /** What a reply breaks that is stored now, judged by who was admitted until now. Null: nothing. */
  faultOf(id: string, state: string): string | null {
    const arrival = this.#arrivals.get(id)
    if (!arrival) return 'has never come in'
    const { receipt, from, isProven, isMachine, at } = arrival
    const key = keyOf(receipt, from)
    const mayBe = isProven && (this.#since.has(key) || (this.#until.get(key) ?? -1) >= at)
    const mustBe = isProven && (this.#since.get(key) ?? Infinity) <= at
    if (state === 'quarantined') return mustBe ? 'is kept out, although it is proven and admitted' : null
    if (!mayBe) return 'lands in the conversation, and nobody has admitted it or nothing proves it'
    return (state === 'automatic') === isMachine ? null : `is ${state}`
  }
}

const keyOf = (receipt: string, address: string) => `${receipt} ${comparedAddress(address)}`
