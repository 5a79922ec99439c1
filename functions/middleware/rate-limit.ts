import type { MiddlewareHandler } from 'hono'
import { MEGABYTE } from '../contract/limits.ts'
import type { RateLimitName } from '../contract/rate-limits.ts'
import { parseEnv, type Env } from '../env.ts'
import ipaddr from 'ipaddr.js'
import { RateLimitError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

/**
 * The client to count, from `CF-Connecting-IP`: an IPv4 address, or the /64 of an IPv6 address (decision 026).
 * Requests without it, which only a local run has, count together.
 */
export const clientOf = (request: Request): string => networkOf(request, 64)

/**
 * The line that a client may have, which has many clients where its address is an IPv6 one: its /48 (RFC 6177). For what refuses nobody.
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

/** Takes `count` from a client's minute. @throws RateLimitError once the minute is used up. */
export async function takeFrom(limit: RateLimit, key: string, count = 1): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    const { success } = await limit.limit({ key })
    if (!success) throw new RateLimitError('Too many requests in a minute.')
  }
}

/** Takes the megabytes of one file from a client's minute, each that has begun. @throws RateLimitError once the minute is used up */
export const takeMegabytes = (env: Pick<Env, 'UPLOAD_BYTES_LIMIT'>, client: string, bytes: number): Promise<void> =>
  takeFrom(env.UPLOAD_BYTES_LIMIT, client, Math.ceil(bytes / MEGABYTE))

/** What one client may have at this isolate at the same time. */
class AtOnce {
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

/** Files that arrive; an office shares an address. */
export const arrivals = new AtOnce(6, 'Too many uploads at once.')
/** Files that are downloaded. */
export const downloads = new AtOnce(6, 'Too many downloads at once.')

/** Limits the inquiries of one client (docs/contract.md#5). @throws RateLimitError */
export const inquiryRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.INQUIRY_LIMIT, clientOf(c.req.raw))
  await next()
}

/**
 * Limits the calls of one client from the network (docs/contract.md#5). What pages read is kept for all visitors.
 * @throws RateLimitError
 */
export const readRateLimit =
  (name: RateLimitName): MiddlewareHandler<ApiContext> =>
  async (c, next) => {
    if (!c.env.page) await takeFrom(c.var.env[name], clientOf(c.req.raw))
    await next()
  }

/** Limits the look-ups of receipts of one client, those for its pages included: each asks the outbox. @throws RateLimitError */
export const receiptRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.RECEIPT_LIMIT, clientOf(c.env.page ?? c.req.raw))
  await next()
}

/**
 * Counts a page that is rendered anew for what a visitor has typed.
 * @param raw the Worker's env as the runtime gives it
 * @param apart what is counted by itself, so that nobody's reading takes it from others at the same address
 * @returns false once the client's minute is used up
 */
export async function mayRead(request: Request, raw: object, apart = ''): Promise<boolean> {
  return (await parseEnv(raw).READ_LIMIT.limit({ key: apart + clientOf(request) })).success
}
