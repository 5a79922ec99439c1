import type { MiddlewareHandler } from 'hono'
import type { ReadsApart } from '../contract/rate-limits.ts'
import { parseEnv } from '../env.ts'
import { RateLimitError } from '../errors.ts'
import { clientOf } from '../http/client-address.ts'
import { logOnceAMinute } from '../log.ts'
import type { ApiContext } from './api-context.ts'

/** Takes one from a client's minute. @throws RateLimitError once the minute is used up */
export async function takeFrom(limit: RateLimit, key: string): Promise<void> {
  if (!(await isLeft(limit, key))) throw new RateLimitError('Too many requests in a minute.')
}

/** The same without a failure. A limiter that fails admits: it keeps floods away, and a visitor must get on without it. */
async function isLeft(limit: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limit.limit({ key })).success
  } catch (error) {
    logOnceAMinute('LIMIT', 'limit-not-asked', error)
    return true
  }
}

/** Limits the inquiries of one client (docs/contract.md#5). @throws RateLimitError */
export const inquiryRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.INQUIRY_LIMIT, clientOf(c.req.raw))
  await next()
}

/** Limits the calls of one client (docs/contract.md#5). @throws RateLimitError */
export const readRateLimit =
  (apart: ReadsApart = ''): MiddlewareHandler<ApiContext> =>
  async (c, next) => {
    await takeFrom(c.var.env.READ_LIMIT, apart + clientOf(c.req.raw))
    await next()
  }

/**
 * Counts a page that is rendered anew. What it reads is not counted again.
 * @param raw the Worker's env as the runtime gives it
 * @returns false once the client's minute is used up
 */
export const mayRead = (request: Request, raw: object, apart: ReadsApart = ''): Promise<boolean> =>
  isLeft(parseEnv(raw).READ_LIMIT, apart + clientOf(request))
