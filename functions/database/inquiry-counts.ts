import type { FormKind } from '../contract/form-fields.ts'
import { seoulDay } from '../contract/seoul.ts'
import type { RecordState } from '../contract/possible-commands.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'
import { EXISTING, FOUND_MAX, NO_CANARY } from './inquiry-search.ts'

/* How many inquiries there are, for the overview and the tabs of the list. */

export interface InquiryCount {
  state: RecordState
  kind: FormKind
  brand: string
  n: number
  /** How many of them are put off. */
  later: number
}

/** How many there are of each state, kind and brand; kept by triggers, so that nothing is counted. */
export async function inquiryCounts(db: D1Database, scope: Scope): Promise<InquiryCount[]> {
  const { results } = await db
    .prepare(
      `SELECT state, kind, brand_id AS brand, n,
         iif(state <> 'new', 0, (SELECT count(*) FROM inquiry INDEXED BY inquiry_reminders
           WHERE canary = 0 AND remind_on > ?2 AND inquiry.state = 'new' AND inquiry.kind = c.kind AND inquiry.brand_id = c.brand_id)) AS later
       FROM inquiry_count AS c WHERE n > 0 AND (?1 IS NULL OR brand_id = ?1) ORDER BY brand_id`,
    )
    .bind(brandIdOf(scope), seoulDay(Date.now()))
    .all<InquiryCount>()
  return results
}

/** How many inquiries were put off to a day that has come. */
export async function countReminders(db: D1Database, scope: Scope): Promise<number> {
  const n = await db
    .prepare(
      `SELECT count(*) AS n FROM inquiry INDEXED BY inquiry_reminders
         WHERE canary = 0 AND remind_on <= ?1 AND (?2 IS NULL OR brand_id = ?2)`,
    )
    .bind(seoulDay(Date.now()), brandIdOf(scope))
    .first<number>('n')
  return n ?? 0
}

/** How many inquiries were accepted after a moment (milliseconds since epoch); one more than FOUND_MAX where there are more. */
export async function countArrivals(db: D1Database, scope: Scope, since: number): Promise<number> {
  const brandId = brandIdOf(scope)
  const own =
    brandId === null ? 'INDEXED BY inquiry_existing WHERE' : 'INDEXED BY inquiry_by_brand WHERE brand_id = ? AND'
  const n = await db
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM inquiry ${own} ${NO_CANARY} AND ${EXISTING} AND id >= ((? + 1) << 20) LIMIT ?
       )`,
    )
    .bind(...(brandId === null ? [] : [brandId]), since, FOUND_MAX + 1)
    .first<number>('n')
  return n ?? 0
}
