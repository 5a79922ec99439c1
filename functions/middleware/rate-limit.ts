import type { MiddlewareHandler } from 'hono'
import { MEGABYTE } from '../contract/limits.ts'
import type { RateLimitName } from '../contract/rate-limits.ts'
import { parseEnv, type Env } from '../env.ts'
import { RateLimitError } from '../errors.ts'
import { AtOnce, clientOf } from '../http/client.ts'
import { logOnceAMinute } from '../log.ts'
import type { ApiContext } from './api-context.ts'

/** Takes `count` from a client's minute. @throws RateLimitError once the minute is used up. */
export async function takeFrom(limit: RateLimit, key: string, count = 1): Promise<void> {
  if (!(await isLeft(limit, key, count))) throw new RateLimitError('Too many requests in a minute.')
}

/** The same without a failure. A limiter that fails admits: it keeps floods away, and a visitor must get on without it. */
async function isLeft(limit: RateLimit, key: string, count = 1): Promise<boolean> {
  try {
    for (let taken = 0; taken < count; taken++) {
      const { success } = await limit.limit({ key })
      if (!success) return false
    }
  } catch (error) {
    logOnceAMinute('LIMIT', 'limit-not-asked', error)
  }
  return true
}

/** Takes the megabytes of one file from a client's minute, each that has begun. @throws RateLimitError once the minute is used up */
export const takeMegabytes = (env: Pick<Env, 'UPLOAD_BYTES_LIMIT'>, client: string, bytes: number): Promise<void> =>
  takeFrom(env.UPLOAD_BYTES_LIMIT, client, Math.ceil(bytes / MEGABYTE))

/** Files that arrive; an office shares an address. */
export const arrivals = new AtOnce(6, 'Too many uploads at once.')
/** Files that are downloaded. */
export const downloads = new AtOnce(6, 'Too many downloads at once.')

/** Limits the inquiries of one client (docs/contract.md#5). @throws RateLimitError */
export const inquiryRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.INQUIRY_LIMIT, clientOf(c.req.raw))
  await next()
}

/** Limits the calls of one client (docs/contract.md#5). @throws RateLimitError */
export const readRateLimit =
  (name: RateLimitName): MiddlewareHandler<ApiContext> =>
  async (c, next) => {
    await takeFrom(c.var.env[name], clientOf(c.req.raw))
    await next()
  }

/** What is counted by itself, so that nobody's reading takes it from others at the same address. */
export type CountedPage = 'page' | 'form' | 'receipt'

/**
 * Counts a page that is rendered anew. A page of a receipt is one look-up, the same as a call of the API; what else a page reads is not
 * counted again.
 * @param raw the Worker's env as the runtime gives it
 * @returns false once the client's minute is used up
 */
export async function mayRead(request: Request, raw: object, counted: CountedPage = 'page'): Promise<boolean> {
  const { READ_LIMIT, RECEIPT_LIMIT } = parseEnv(raw)
  const client = clientOf(request)
  if (counted === 'receipt') return isLeft(RECEIPT_LIMIT, client)
  return isLeft(READ_LIMIT, counted === 'form' ? `form ${client}` : client)
}
