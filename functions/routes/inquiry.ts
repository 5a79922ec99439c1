import type { Handler } from 'hono'
import { v4 as uuid, validate } from 'uuid'
import { z } from 'zod'
import type { ApiContext, ApiVisitor } from '../middleware/api-context.ts'
import { TURNSTILE_TOKEN } from '../contract/form-fields.ts'
import { inquiryBody, type InquiryBody, type Receipt } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import { checkHuman } from '../inquiry/spam-check.ts'
import type { Remark } from '../inquiry/spam-signal.ts'
import { readJson } from '../http/json-body.ts'

/** An inquiry that has passed every check. */
export interface Acceptance {
  inquiry: InquiryBody
  env: Env
  visitor: ApiVisitor
  /** A UUID; the same one is the same inquiry. */
  key: string
  remarks: Remark[]
}

/** Hands an inquiry to its brand's outbox, which stores it before anything else. */
export async function acceptInquiry({ inquiry, env, visitor, key, remarks }: Acceptance): Promise<Receipt> {
  const { brandId, whiteLabel, origin, requestId } = visitor
  const accept = () =>
    outboxOf(env, brandId).accept(key, { inquiry, whiteLabel, origin, requestId, uploads: inquiry.held_files, remarks })
  // The platform moves and restarts objects now and then; the key makes a second try safe.
  return accept().catch((error: unknown) => {
    if (error instanceof Error && 'retryable' in error && error.retryable) return accept()
    throw error
  })
}

/** `POST /api/board/inquiry`: 200 when the upstream has it, 202 when it is stored and will be delivered (contract). */
export const postInquiry: Handler<ApiContext> = async (c) => {
  const sent = c.req.header('idempotency-key')
  if (sent !== undefined && !validate(sent))
    throw new InvalidBodyError([{ field: 'Idempotency-Key', message: 'This must be a UUID.' }])
  const inquiry = await readJson(c.req.raw, inquiryBody)
  const { env } = c.var
  const { visitor } = c.env
  // Without a key each call is an inquiry of its own.
  const key = sent?.toLowerCase() ?? uuid()
  const remarks = await checkHuman({
    env,
    visitor,
    request: c.req.raw,
    token: c.req.header(TURNSTILE_TOKEN) ?? null,
    key,
  })
  const receipt = await acceptInquiry({ inquiry, env, visitor, key, remarks })
  return c.json({ data: receipt }, receipt.state === 'delivered' ? 200 : 202)
}

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry, and nothing personal. */
export const readReceipt: Handler<ApiContext> = async (c) => {
  const receipt = z.uuid().safeParse(c.req.param('receipt'))
  const state = receipt.success ? await outboxOf(c.var.env, c.env.visitor.brandId).stateOf(receipt.data) : null
  if (!state) throw new NotFoundError('There is no such receipt.')
  return c.json({ data: state })
}
