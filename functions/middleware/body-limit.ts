import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { JSON_BYTES_MAX } from '../contract/limits.ts'
import { TooLargeError } from '../errors.ts'
import { LimitedBody } from '../http/limited-body.ts'
import type { ApiContext } from './api-context.ts'

/** Rejects a JSON body over the limit, by its announced length or while it is read. @throws TooLargeError */
export const jsonLimit = bodyLimit({
  maxSize: JSON_BYTES_MAX,
  onError: () => {
    throw new TooLargeError(`A JSON body may have ${JSON_BYTES_MAX} bytes.`)
  },
})

/** Reads the body of a rejected upload to its end: a client that is still sending would see a reset, not the answer. */
export const drainRejected: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (c.error && body && !bodyUsed && !body.locked) await new LimitedBody(c.req.raw, 0).drain()
}
