import type { FormKind } from '../contract/forms.ts'
import { FIELD_NAMES, type FieldName } from '../contract/inquiry-fields.ts'
import { POSSIBLE_IN } from '../contract/possible-commands.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import { type Delivery, type InquiryRow, isIn, NO_CONTENTS, type StagedName, telephoneOf } from './inquiry-row.ts'
import { releaseDelivered, releaseLost } from './upload.ts'

/*
 * The columns of `inquiry` that say how an inquiry gets to a remote upstream, and what has happened to it. An attempt claims its inquiry in
 * one statement, and only whoever has the claim writes how it failed. Times are milliseconds since epoch.
 */

/** An inquiry that an attempt has for itself. */
export interface ClaimedInquiry {
  receipt: string
  brandId: string
  whiteLabel: string
  kind: FormKind
  canary: boolean
  texts: Record<FieldName, string>
  fileRefId: string | null
  fileRefIdHomepage: string | null
  privacyVersion: string | null
  telephone: TelephoneConsent | null
  processedMonths: number
  spamSignals: string[]
  staged: StagedName[]
  delivery: Delivery
  /** Of the references those that are ids of uploads here: the site's own upstream was about to take it. */
  ownUploads: string[]
  /** When the claim runs out. */
  claimedUntil: number
  /** Names the attempt. */
  attempts: number
  unknowns: number
  refusals: number
  triedSince: number
}

type ClaimedRow = Record<FieldName, string> &
  Pick<
    InquiryRow,
    | 'receipt'
    | 'brand_id'
    | 'white_label'
    | 'kind'
    | 'file_ref_id'
    | 'file_ref_id_homepage'
    | 'privacy_version'
    | 'consent_day'
    | 'consent_way'
    | 'processed_months'
    | 'spam_signals'
    | 'staged'
    | 'attempts'
  > & {
    canary: 0 | 1
    delivery: string
    own_uploads: string
    claimed_until: number
    unknowns: number
    refusals: number
    tried_since: number
  }
const COLUMNS = `receipt, brand_id, white_label, kind, canary, ${FIELD_NAMES.join(', ')}, file_ref_id, file_ref_id_homepage, privacy_version, consent_day, consent_way,
  processed_months, spam_signals, staged, delivery, claimed_until, attempts, unknowns, refusals, tried_since,
  (SELECT json_group_array(id) FROM upload WHERE id IN (file_ref_id, file_ref_id_homepage)) AS own_uploads`

const claimedOf = (row: ClaimedRow): ClaimedInquiry => ({
  receipt: row.receipt,
  brandId: row.brand_id,
  whiteLabel: row.white_label,
  kind: row.kind,
  canary: row.canary === 1,
  texts: Object.fromEntries(FIELD_NAMES.map((name) => [name, row[name]])) as Record<FieldName, string>,
  fileRefId: row.file_ref_id,
  fileRefIdHomepage: row.file_ref_id_homepage,
  privacyVersion: row.privacy_version,
  telephone: telephoneOf(row),
  processedMonths: row.processed_months,
  spamSignals: JSON.parse(row.spam_signals) as string[],
  staged: JSON.parse(row.staged ?? '[]') as StagedName[],
  delivery: JSON.parse(row.delivery) as Delivery,
  ownUploads: JSON.parse(row.own_uploads) as string[],
  claimedUntil: row.claimed_until,
  attempts: row.attempts,
  unknowns: row.unknowns,
  refusals: row.refusals,
  triedSince: row.tried_since,
})

/**
 * Which of those that are due is tried next. By turns, so that neither what is new nor what has waited for long stands behind others on which
 * every attempt fails.
 */
export const ORDERS = ['least tried', 'oldest', 'longest due'] as const
export type Order = (typeof ORDERS)[number]
const BY: Record<Order, { index: string; columns: string }> = {
  'least tried': { index: 'inquiry_least_tried', columns: 'attempts, id' },
  oldest: { index: 'inquiry_oldest', columns: 'id' },
  'longest due': { index: 'inquiry_longest_due', columns: 'next_at, id' },
}

/**
 * Claims the inquiry that is tried next. While the upstream fails one is tried at a time. Null where none is due, or nothing is sent.
 * @param until when the claim runs out
 */
export async function claimNext(
  db: D1Database,
  order: Order,
  now: number,
  until: number,
): Promise<ClaimedInquiry | null> {
  const row = await db
    .prepare(
      `UPDATE inquiry SET claimed_until = ?2, attempts = attempts + 1
       WHERE id = (SELECT id FROM inquiry INDEXED BY ${BY[order].index}
           WHERE state = 'queued' AND next_at <= ?1 AND claimed_until IS NULL ORDER BY ${BY[order].columns} LIMIT 1)
         AND NOT EXISTS (SELECT 1 FROM pause)
         AND (EXISTS (SELECT 1 FROM upstream_state WHERE NOT is_down) OR NOT EXISTS (SELECT 1 FROM inquiry WHERE claimed_until > ?1))
       RETURNING ${COLUMNS}`,
    )
    .bind(now, until)
    .first<ClaimedRow>()
  return row && claimedOf(row)
}

/** Names an attempt. */
type Attempt = Pick<ClaimedInquiry, 'receipt' | 'attempts'>
/** Whether an attempt still has its inquiry. */
const has = ({ attempts }: Attempt) =>
  `receipt = ?1 AND attempts = ${attempts} AND state = 'queued' AND claimed_until IS NOT NULL`

/** The inquiry that an attempt has, as it is now; null where it has it no more. */
export async function readClaimed(db: D1Database, attempt: Attempt): Promise<ClaimedInquiry | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM inquiry WHERE ${has(attempt)}`)
    .bind(attempt.receipt)
    .first<ClaimedRow>()
  return row && claimedOf(row)
}

/** Inquiries whose claim has run out: what became of their attempts is unknown. */
export async function lostClaims(db: D1Database, now: number, limit: number): Promise<ClaimedInquiry[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM inquiry INDEXED BY inquiry_claimed
         WHERE claimed_until IS NOT NULL AND claimed_until <= ? AND state = 'queued' LIMIT ?`,
    )
    .bind(now, limit)
    .all<ClaimedRow>()
  return results.map(claimedOf)
}

/**
 * Keeps a claim for longer, and what the attempt has got done.
 * @param lost id of an upload whose bytes are gone
 * @returns false where the claim is lost
 */
export async function keepClaimed(
  db: D1Database,
  inquiry: ClaimedInquiry,
  lost: string | null = null,
): Promise<boolean> {
  const { receipt, claimedUntil, delivery, staged, fileRefId, fileRefIdHomepage } = inquiry
  const [kept] = await db.batch([
    db
      .prepare(
        `UPDATE inquiry SET claimed_until = ?2, delivery = ?3, staged = ?4, file_ref_id = ?5, file_ref_id_homepage = ?6
           WHERE ${has(inquiry)} RETURNING receipt`,
      )
      .bind(
        receipt,
        claimedUntil,
        JSON.stringify(delivery),
        staged.length > 0 ? JSON.stringify(staged) : null,
        fileRefId,
        fileRefIdHomepage,
      ),
    ...(lost === null ? [] : [releaseLost(db, receipt, lost)]),
  ])
  return (kept?.results.length ?? 0) > 0
}

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
 * @param received the notification where it is the site's own upstream, which keeps the contents; null where a remote one has them
 * @param told statements that tell others of it
 * @returns ids of uploads that the inquiry had here and needs no more
 */
export async function writeDelivered(
  db: D1Database,
  receipt: string,
  received: { title: string; contents: string } | null,
  now: number,
  told: readonly D1PreparedStatement[],
): Promise<string[]> {
  const contents = received ? 'title = ?3, contents = ?4' : NO_CONTENTS
  const [, , released] = await db.batch<{ id: string }>([
    db
      .prepare(
        `UPDATE inquiry SET state = '${received ? 'new' : 'delivered'}', delivered_at = ?2, received_here = ${received ? 1 : 0}, delivery = NULL, next_at = NULL,
           claimed_until = NULL, ${contents}
         WHERE receipt = ?1 AND state IN ('queued', 'undelivered')`,
      )
      .bind(receipt, new Date(now).toISOString(), ...(received ? [received.title, received.contents] : [])),
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
  const held = `${has(attempt)} AND tried_since = ${triedSince}`
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

/** Has a queued or undelivered inquiry tried again at once, with all its tries. @returns false where its state does not allow it */
export async function sendAgain(
  db: D1Database,
  { receipt, brandId }: { receipt: string; brandId: string },
  now: number,
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .prepare(
        `UPDATE inquiry SET state = 'queued', next_at = ?3, tried_since = ?3, unknowns = 0, refusals = 0
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
