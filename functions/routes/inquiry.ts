import type { Handler } from 'hono'
import { v4 as uuid, validate } from 'uuid'
import { z } from 'zod'
import type { ApiContext, ApiVisitor } from '../api-context.ts'
import { inquiryBody, type InquiryBody, type Receipt } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, NotFoundError } from '../errors.ts'
import { outboxOf } from '../brand-outbox.ts'
import { readJson } from './json-body.ts'

/**
 * Hands an inquiry to its brand's outbox, which stores it before anything else.
 * @param idempotencyKey a UUID; without one each call is an inquiry of its own
 */
export async function acceptInquiry(inquiry: InquiryBody, env: Env, { brandId, whiteLabel, origin, requestId }: ApiVisitor, idempotencyKey: string = uuid()): Promise<Receipt> {
  const accept = () => outboxOf(env, brandId).accept(idempotencyKey, { inquiry, whiteLabel, origin, requestId, uploads: inquiry.held_files })
  // The platform moves and restarts objects now and then; the key makes a second try safe.
  return accept().catch((error: unknown) => {
    if (error instanceof Error && 'retryable' in error && error.retryable) return accept()
    throw error
  })
}

/** `POST /api/board/inquiry`: 200 when the upstream has it, 202 when it is stored and will be delivered (contract). */
export const postInquiry: Handler<ApiContext> = async (c) => {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !validate(key)) throw new InvalidBodyError([{ field: 'Idempotency-Key', message: 'This must be a UUID.' }])
  const inquiry = await readJson(c.req.raw, inquiryBody)
  const receipt = await acceptInquiry(inquiry, c.var.env, c.env.visitor, key?.toLowerCase())
  return c.json({ data: receipt }, receipt.state === 'delivered' ? 200 : 202)
}

/** `GET /api/board/inquiry/{receipt}`: the state of an inquiry, and nothing personal. */
export const readReceipt: Handler<ApiContext> = async (c) => {
  const receipt = z.uuid().safeParse(c.req.param('receipt'))
  const state = receipt.success ? await outboxOf(c.var.env, c.env.visitor.brandId).stateOf(receipt.data) : null
  if (!state) throw new NotFoundError('There is no such receipt.')
  return c.json({ data: state })
}
