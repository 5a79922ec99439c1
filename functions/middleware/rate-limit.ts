import type { MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import { RateLimitError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

/**
 * The client to count, from `CF-Connecting-IP`: an IPv4 address, or the /64 of an IPv6 address, which is one customer's network
 * (RFC 6177). Requests without it, which only a local run has, count together.
 */
export function clientOf(request: Request): string {
  const sent = request.headers.get('cf-connecting-ip')
  if (sent === null || !ipaddr.isValid(sent)) return sent ?? 'local'
  // Gives the IPv4 address of an IPv4-mapped one.
  const address = ipaddr.process(sent)
  return address instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
    : address.toString()
}

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
