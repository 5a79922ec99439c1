import type { Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { v4 as uuid, validate } from 'uuid'
import { z } from 'zod'
import type { ApiVisitor } from '../contract/api-visitor.ts'
import { TURNSTILE_TOKEN } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry-body.ts'
import { openNames, openReferences } from '../attachments/signed-reference.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { readJson } from '../http/json-body.ts'
import { accept } from '../inquiry/accept.ts'
import { receiptDates } from '../inquiry/receipt-dates.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { csrfToken } from '../middleware/csrf.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'

/** `POST /api/board/inquiry`: 200 when the upstream has taken the inquiry, 202 when it is stored for delivery (docs/contract.md#5). */
export const postInquiry: Handler<ApiContext> = async (c) => {
  const sentKey = c.req.header('idempotency-key')
  if (sentKey !== undefined && !validate(sentKey))
    throw new InvalidBodyError([{ field: 'Idempotency-Key', message: 'This must be a UUID.' }])
  const { env } = c.var
  const holder = { brandId: c.env.visitor.brandId, visitor: csrfToken(c.req.raw) ?? '' }
  const { receipt, state } = await accept({
    env,
    visitor: c.env.visitor,
    request: c.req.raw,
    inquiry: await openReferences(env, holder, await readJson(c.req.raw, inquiryBody)),
    key: sentKey?.toLowerCase() ?? uuid(),
    turnstileToken: c.req.header(TURNSTILE_TOKEN) ?? null,
  })
  return c.json({ data: { receipt, state } }, state === 'delivered' ? 200 : 202)
}

/** Known states, for two seconds: whoever asks again and again must not slow down the object that accepts inquiries. */
const states = new LRUCache<string, { state: Awaited<ReturnType<typeof readState>> }>({
  max: 1000,
  ttl: 2000,
  ttlResolution: 0,
})

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry, without personal data. */
export const readReceipt: Handler<ApiContext> = async (c) => {
  const receipt = z.uuid().safeParse(c.req.param('receipt'))
  if (!receipt.success) throw new NotFoundError('There is no such receipt.')
  const { brandId } = c.env.visitor
  const key = `${brandId} ${receipt.data}`
  const known = states.get(key) ?? { state: await readState(c.var.env, c.env.visitor, receipt.data) }
  if (!states.has(key)) states.set(key, known)
  if (!known.state) throw new NotFoundError('There is no such receipt.')
  const signed = c.req.query('held')
  const held = signed ? await openNames(c.var.env, receipt.data, signed) : []
  return c.json({ data: { ...known.state, ...(held.length > 0 && { held }) } })
}

async function readState(env: Env, { brandId, requestId }: ApiVisitor, receipt: string) {
  const state = await outboxOf(env, brandId).stateOf(receipt)
  return state && { ...state, ...(await receiptDates(env, receipt, requestId)) }
}
