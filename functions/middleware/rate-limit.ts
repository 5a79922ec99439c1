import type { MiddlewareHandler } from 'hono'
import { RateLimitError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

/** The client to count: `CF-Connecting-IP`. Requests without it, which only a local run has, count together. */
export const clientOf = (request: Request): string => request.headers.get('cf-connecting-ip') ?? 'local'

/** Takes `count` from a client's minute. @throws RateLimitError once the minute is used up. */
export async function takeFrom(limit: RateLimit, key: string, count = 1): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    const { success } = await limit.limit({ key })
    if (!success) throw new RateLimitError('Too many requests in a minute.')
  }
}

/** Limits the inquiries of one client (docs/contract.md#5). @throws RateLimitError */
export const inquiryRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.INQUIRY_LIMIT, clientOf(c.req.raw))
  await next()
}
