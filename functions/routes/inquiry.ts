import type { Handler } from 'hono'
import { v4 as uuid, validate } from 'uuid'
import { z } from 'zod'
import { TURNSTILE_TOKEN } from '../contract/form-fields.ts'
import { inquiryBody } from '../contract/inquiry-body.ts'
import { openNames, openReferences } from '../attachments/signed-reference.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { readJson } from '../http/json-body.ts'
import { storageCall } from '../http/storage-call.ts'
import { accept } from '../inquiries/accept.ts'
import { readReceiptState } from '../inquiries/receipt.ts'
import type { ApiContext } from '../middleware/api-context.ts'
import { csrfToken } from '../middleware/csrf.ts'

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

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry, without personal data. */
export const readReceipt: Handler<ApiContext> = async (c) => {
  const receipt = z.uuid().safeParse(c.req.param('receipt'))
  if (!receipt.success) throw new NotFoundError('There is no such receipt.')
  const { env } = c.var
  const state = await storageCall(() => readReceiptState(env, c.env.visitor.brandId, receipt.data))
  if (!state) throw new NotFoundError('There is no such receipt.')
  const signed = c.req.query('held')
  const held = signed ? await openNames(env, receipt.data, signed) : []
  return c.json({ data: { ...state, ...(held.length > 0 && { held }) } })
}
