import { brands } from '../brand/hosts.ts'
import { ALL_BRANDS, type Scope } from '../contract/scope.ts'
import { neverAnswered, type Unanswered } from '../database/inquiry-late.ts'
import type { Env } from '../env.ts'

const HOUR_MS = 3_600_000

/** An inquiry that waits for its first answer for longer than its brand promises. */
export interface LateInquiry extends Unanswered {
  /** Id of the brand. */
  brand: string
}

/** The late inquiries of a scope, of each brand the oldest first. @param now milliseconds since epoch @param limit of each brand */
export async function lateInquiries(
  { DB }: Pick<Env, 'DB'>,
  scope: Scope,
  now: number,
  limit: number,
): Promise<LateInquiry[]> {
  const late: LateInquiry[] = []
  for (const { id: brand, answerWithinHours: hours } of brands) {
    if (hours === undefined || (scope !== ALL_BRANDS && scope.id !== brand)) continue
    const unanswered = await neverAnswered(DB, brand, { before: now - hours * HOUR_MS, limit })
    late.push(...unanswered.map((one) => ({ ...one, brand })))
  }
  return late
}
