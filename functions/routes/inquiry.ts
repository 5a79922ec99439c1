import type { Handler } from 'hono'
import { v4 as uuid, validate } from 'uuid'
import { z } from 'zod'
import { TURNSTILE_TOKEN } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { readJson } from '../http/json-body.ts'
import { accept } from '../inquiry/accept.ts'
import { processingOf } from '../inquiry/processing.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'

/** `POST /api/board/inquiry`: 200 when the upstream has taken the inquiry, 202 when it is stored for delivery (docs/contract.md#5). */
export const postInquiry: Handler<ApiContext> = async (c) => {
  const sentKey = c.req.header('idempotency-key')
  if (sentKey !== undefined && !validate(sentKey))
    throw new InvalidBodyError([{ field: 'Idempotency-Key', message: 'This must be a UUID.' }])
  const { receipt, state } = await accept({
    env: c.var.env,
    visitor: c.env.visitor,
    request: c.req.raw,
    inquiry: await readJson(c.req.raw, inquiryBody),
    key: sentKey?.toLowerCase() ?? uuid(),
    turnstileToken: c.req.header(TURNSTILE_TOKEN) ?? null,
  })
  return c.json({ data: { receipt, state } }, state === 'delivered' ? 200 : 202)
}

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry, without personal data. */
export const readReceipt: Handler<ApiContext> = async (c) => {
  const receipt = z.uuid().safeParse(c.req.param('receipt'))
  const state = receipt.success ? await outboxOf(c.var.env, c.env.visitor.brandId).stateOf(receipt.data) : null
  if (!state) throw new NotFoundError('There is no such receipt.')
  return c.json({ data: { ...state, ...(await processingOf(c.var.env, c.req.param('receipt') ?? '')) } })
}
