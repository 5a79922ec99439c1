import type { ApiVisitor } from '../middleware/api-context.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import type { Env } from '../env.ts'
import { NotHumanError, TooSoonError } from '../errors.ts'
import { clientOf, takeFrom } from '../middleware/rate-limit.ts'
import { isHasty } from './submitted-too-fast.ts'
import type { Remark } from './spam-signal.ts'
import { verifyToken } from './turnstile.ts'

export interface HumanCheck {
  env: Env
  visitor: ApiVisitor
  request: Request
  /** Turnstile's token, where one came along. */
  token: string | null
  /** Under which the inquiry is accepted once. */
  key: string
}

/**
 * Looks for signs of a machine (decision 015). Gives what is to be told with the inquiry. A brand without Turnstile refuses nobody here. One
 * with it refuses a token that the verifier finds bad; what comes without a token, as from a browser without scripts, has to take a
 * person's time and is limited more tightly. A repeated inquiry is never checked again: its token has been used up by the first.
 * @throws NotHumanError, TooSoonError, RateLimitError only where the brand asks for Turnstile
 */
export async function checkHuman({ env, visitor, request, token, key }: HumanCheck): Promise<Remark[]> {
  const hasty = isHasty(request)
  if (!visitor.turnstile) return hasty ? ['hasty'] : []
  if (await outboxOf(env, visitor.brandId).knows(key)) return []
  if (token) {
    const verdict = await verifyToken(env, { token, key, requestId: visitor.requestId })
    if (verdict === 'refused') throw new NotHumanError('Turnstile does not take this token.')
    return verdict === 'unknown' ? ['unchecked'] : []
  }
  if (hasty) throw new TooSoonError('The form was sent sooner than a person could fill it in.')
  await takeFrom(env.UNPROVEN_LIMIT, clientOf(request))
  return ['unproven']
}
