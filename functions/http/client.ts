import ipaddr from 'ipaddr.js'
import { RateLimitError } from '../errors.ts'

/**
 * The client to count, from `CF-Connecting-IP`: an IPv4 address, or the /64 of an IPv6 address (decision 026).
 * Requests without it, which only a local run has, count together.
 */
export const clientOf = (request: Request): string => networkOf(request, 64)

/**
 * The line that a client may have, which has many clients where its address is an IPv6 one: its /48 (RFC 6177). For what compares those who wait, and refuses nobody by itself.
 */
export const lineOf = (request: Request): string => networkOf(request, 48)

function networkOf(request: Request, bits: 48 | 64): string {
  const sent = request.headers.get('cf-connecting-ip')
  if (sent === null || !ipaddr.isValid(sent)) return sent ?? 'local'
  // Gives the IPv4 address of an IPv4-mapped one.
  const address = ipaddr.process(sent)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const parts = address.parts.map((part, index) => (index < bits / 16 ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/${bits}`
}

/** What one client may have at this isolate at the same time. */
export class AtOnce {
  readonly #max: number
  readonly #message: string
  readonly #counts = new Map<string, number>()

  constructor(max: number, message: string) {
    this.#max = max
    this.#message = message
  }

  /** Counts one more of a client until the function that it gives is called. @throws RateLimitError */
  begin(client: string): () => void {
    const others = this.#counts.get(client) ?? 0
    if (others >= this.#max) throw new RateLimitError(this.#message)
    this.#counts.set(client, others + 1)
    return () => {
      const left = (this.#counts.get(client) ?? 1) - 1
      if (left === 0) this.#counts.delete(client)
      else this.#counts.set(client, left)
    }
  }
}
