import { type FormKind, FIELD_NAMES, type FieldName } from '../contract/form-fields.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import { type Delivery, type InquiryRow, type StagedName, telephoneOf } from './inquiry-row.ts'
import { releaseLost } from './upload.ts'

/* How an attempt to deliver an inquiry has it for itself: it claims it in one statement. Times are milliseconds since epoch. */

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
 * The order in which what is due is tried: first what was never tried, then what is due longest. A failed attempt makes it due later, so that
 * those on which every attempt fails keep no other from its turn, and nothing that is new.
 */
export const ORDER = 'attempts > 0, next_at, id'

/**
 * Claims the inquiry that is tried next (`ORDER`). While the upstream fails one is tried at a time. Null where none is due, or nothing is sent.
 * @param until when the claim runs out
 */
export async function claimNext(db: D1Database, now: number, until: number): Promise<ClaimedInquiry | null> {
  const row = await db
    .prepare(
      `UPDATE inquiry SET claimed_until = ?2, attempts = attempts + 1
       WHERE id = (SELECT id FROM inquiry INDEXED BY inquiry_next
           WHERE state = 'queued' AND next_at <= ?1 AND claimed_until IS NULL ORDER BY ${ORDER} LIMIT 1)
         AND NOT EXISTS (SELECT 1 FROM pause)
         AND (EXISTS (SELECT 1 FROM upstream_state WHERE NOT is_down) OR NOT EXISTS (SELECT 1 FROM inquiry WHERE claimed_until > ?1))
       RETURNING ${COLUMNS}`,
    )
    .bind(now, until)
    .first<ClaimedRow>()
  return row && claimedOf(row)
}

/** Names an attempt. */
export type Attempt = Pick<ClaimedInquiry, 'receipt' | 'attempts'>
/** The condition that an attempt still has its inquiry: ?1. */
export const hasClaim = ({ attempts }: Attempt): string =>
  `receipt = ?1 AND attempts = ${attempts} AND state = 'queued' AND claimed_until IS NOT NULL`

/** The inquiry that an attempt has, as it is now; null where it has it no more. */
export async function readClaimed(db: D1Database, attempt: Attempt): Promise<ClaimedInquiry | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM inquiry WHERE ${hasClaim(attempt)}`)
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
           WHERE ${hasClaim(inquiry)} RETURNING receipt`,
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
