import { POSSIBLE_IN } from '../contract/possible-commands.ts'
import { type Attempt, type ClaimedInquiry, hasClaim } from './inquiry-claim.ts'
import { isIn, NO_CONTENTS } from './inquiry-row.ts'
import { releaseDelivered } from './upload.ts'

/*
 * What became of an attempt to deliver an inquiry: only whoever has the claim (inquiry-claim.ts) writes how it failed. Times are milliseconds
 * since epoch.
 */

const event = (
  db: D1Database,
  {
    receipt,
    event,
    detail,
    now,
    condition,
  }: { receipt: string; event: string; detail: string | null; now: number; condition: string },
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO inquiry_event (receipt, at, event, detail) SELECT ?1, ?2, ?3, ?4
         WHERE ${condition} AND (SELECT count(*) FROM inquiry_event WHERE receipt = ?1) < ${EVENTS_MAX}`,
    )
    .bind(receipt, new Date(now).toISOString(), event, detail)
/** Events kept of one inquiry; an upstream that is down for days causes thousands of attempts. */
const EVENTS_MAX = 100

/**
 * Writes that an upstream has taken an inquiry, also where the claim has run out meanwhile: it is not sent again then.
 * @param received whether it is the site's own upstream, which keeps the contents
 * @param told statements that tell others of it
 * @returns ids of uploads that the inquiry had here and needs no more
 */
export async function writeDelivered(
  db: D1Database,
  receipt: string,
  received: boolean,
  now: number,
  told: readonly D1PreparedStatement[],
): Promise<string[]> {
  const [, , released] = await db.batch<{ id: string }>([
    db
      .prepare(
        `UPDATE inquiry SET state = '${received ? 'new' : 'delivered'}', delivered_at = ?2, delivery = NULL, next_at = NULL,
           claimed_until = NULL ${received ? '' : `, ${NO_CONTENTS}`}
         WHERE receipt = ?1 AND state IN ('queued', 'undelivered')`,
      )
      .bind(receipt, new Date(now).toISOString()),
    db
      .prepare(
        'UPDATE upstream_state SET is_down = 0, pause_until = 0, taken_at = ? WHERE is_down OR taken_at IS NULL OR taken_at < ?',
      )
      .bind(now, now - TAKEN_EVERY_MS),
    ...(received ? [] : [releaseDelivered(db, receipt)]),
    ...told,
  ])
  return received ? [] : (released?.results.map(({ id }) => id) ?? [])
}
/** When it has last taken one is written at most this often. */
const TAKEN_EVERY_MS = 60_000

/** Whether the upstream has taken an inquiry in the last minute or two, from whoever has sent it. */
export const hasTakenLately = async (db: D1Database, now: number): Promise<boolean> =>
  (await db
    .prepare('SELECT 1 FROM upstream_state WHERE taken_at > ?')
    .bind(now - 2 * TAKEN_EVERY_MS)
    .first()) !== null

/** How an attempt failed. */
export interface FailedAttempt {
  unknowns: number
  refusals: number
  reason: string
  /** When the next one is due; null where there is none: the inquiry is undelivered. */
  nextAt: number | null
  /** Until when visitors make no attempt of their own; null where the upstream has answered. */
  pauseUntil: number | null
}

/**
 * The statements that write how an attempt failed, where it still has the inquiry and its counts are those that it began with: an operator
 * may have had it sent again meanwhile. The last one gives a row where it is written.
 */
export function writeFailed(
  db: D1Database,
  attempt: Attempt & Pick<ClaimedInquiry, 'triedSince'>,
  { unknowns, refusals, reason, nextAt, pauseUntil }: FailedAttempt,
  now: number,
): D1PreparedStatement[] {
  const { receipt, triedSince } = attempt
  const held = `${hasClaim(attempt)} AND tried_since = ${triedSince}`
  return [
    event(db, {
      receipt,
      event: nextAt === null ? 'undelivered' : 'attempt',
      detail: reason,
      now,
      condition: `EXISTS (SELECT 1 FROM inquiry WHERE ${held})`,
    }),
    db
      .prepare(
        pauseUntil === null
          ? 'UPDATE upstream_state SET is_down = 0, pause_until = 0 WHERE is_down'
          : 'UPDATE upstream_state SET is_down = 1, pause_until = ?',
      )
      .bind(...(pauseUntil === null ? [] : [pauseUntil])),
    db
      .prepare(
        `UPDATE inquiry SET state = iif(?5 IS NULL, 'undelivered', state), claimed_until = NULL, next_at = ?5, unknowns = ?2, refusals = ?3,
           last_failure = ?4 WHERE ${held} RETURNING receipt`,
      )
      .bind(receipt, unknowns, refusals, reason, nextAt),
  ]
}

/** Has the time for which queued inquiries are tried begin, as at the end of a pause: no attempt of the time before has one any more. */
export const tryInquiriesFrom = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare("UPDATE inquiry SET tried_since = ?, claimed_until = NULL WHERE state = 'queued'").bind(now)

/** Has a queued or undelivered inquiry tried again before others that were tried, with all its tries. @returns false where its state does not allow it */
export async function sendAgain(
  db: D1Database,
  { receipt, brandId }: { receipt: string; brandId: string },
  now: number,
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .prepare(
        `UPDATE inquiry SET state = 'queued', next_at = 0, tried_since = ?3, unknowns = 0, refusals = 0
           WHERE receipt = ?1 AND brand_id = ?2 AND ${isIn(POSSIBLE_IN.sendAgain)} RETURNING receipt`,
      )
      .bind(receipt, brandId, now),
    event(db, {
      receipt,
      event: 'retried',
      detail: null,
      now,
      condition: `EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1 AND tried_since = ${now})`,
    }),
  ])
  return (changed?.results.length ?? 0) > 0
}
