import type { MiddlewareHandler } from 'hono'
import type { ApiContext } from './api-context.ts'
import { RateLimitError } from '../errors.ts'

/** The client that a limit counts: `CF-Connecting-IP`; requests without it, which only a local run can have, share one count. */
export const clientOf = (request: Request): string => request.headers.get('cf-connecting-ip') ?? 'local'

/** Takes `count` from a client's minute. @throws RateLimitError once the minute is used up. */
export async function takeFrom(limit: RateLimit, key: string, count = 1): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    const { success } = await limit.limit({ key })
    if (!success) throw new RateLimitError('Too many requests in a minute.')
  }
}

/** At most 20 inquiries a minute from one client (contract: The edge's own API). */
export const inquiryRateLimit: MiddlewareHandler<ApiContext> = async (c, next) => {
  await takeFrom(c.var.env.INQUIRY_LIMIT, clientOf(c.req.raw))
  await next()
}
