import type { Handler } from 'hono'
import { TURNSTILE_TOKEN } from '../contract/spam-signals.ts'
import { inquiryBody } from '../contract/inquiry-body.ts'
import { openReferences } from '../attachments/signed-reference.ts'
import { readJson } from '../http/json-body.ts'
import { accept, orNotStored } from '../inquiries/accept.ts'
import { keyOfCall } from '../inquiries/idempotency-key.ts'
import { readReceipt } from '../inquiries/receipt.ts'
import { visitorCall, type ApiContext } from '../middleware/api-context.ts'

/** `POST /api/board/inquiry`: 200 when the upstream has taken the inquiry, 202 when it is stored for delivery (docs/contract.md#5). */
export const postInquiry: Handler<ApiContext> = async (c) => {
  const key = keyOfCall(c.req.header('idempotency-key'))
  const { env } = c.var
  const { visitor } = c.env
  const holder = { brandId: visitor.brandId, visitor: visitor.csrfToken ?? '' }
  const { receipt, state } = await accept({
    env,
    visitor,
    inquiry: await orNotStored(openReferences(env, holder, await readJson(c.req.raw, inquiryBody))),
    ...key,
    turnstileToken: c.req.header(TURNSTILE_TOKEN) ?? null,
  })
  return c.json({ data: { receipt, state } }, state === 'delivered' ? 200 : 202)
}

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry. */
export const answerReceipt: Handler<ApiContext> = async (c) =>
  c.json({ data: await readReceipt(visitorCall(c), c.req.param('receipt') ?? '', c.req.query('held')) })
