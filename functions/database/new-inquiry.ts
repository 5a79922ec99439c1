import { comparedAddress } from '../contract/email-address.ts'
import { type FormKind, eachField, type InquiryTexts } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/possible-commands.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { Delivery, StagedName } from './inquiry-row.ts'
import { searchGrams } from './inquiry-search-words.ts'
import { nameUploads } from './upload.ts'

/*
 * How an inquiry is accepted: its row in the table `inquiry`, one for each receipt (decision 009), and the key that stands for it. What
 * changes the row after that is in inquiry-state.ts and delivery.ts.
 */

/** An inquiry as it is accepted. Times are milliseconds since epoch. */
export interface NewInquiry {
  receipt: string
  brandId: string
  whiteLabel: string
  kind: FormKind
  canary: boolean
  locale: string | null
  privacyVersion: string | null
  /** Null for one of a form. */
  telephone: TelephoneConsent | null
  processedMonths: number
  spamSignals: readonly string[]
  key: string
  keyEndsAt: number
  contentsHash: string
  namesHash: string
  acceptedAt: number
  texts: InquiryTexts
  fileRefId: string | null
  fileRefIdHomepage: string | null
  staged: readonly StagedName[]
  /** Ids of its uploads that are here. */
  uploads: readonly string[]
  /** Null where the site's own upstream has received it with this row. */
  delivery: Delivery | null
  /** Until when the first attempt, which begins at once, has it for itself; null where none may begin. */
  attemptUntil: number | null
}

/** The columns of its row that are given as they are. */
function columnsOf(inquiry: NewInquiry): Record<string, string | number | null> {
  const { delivery, staged, telephone, texts } = inquiry
  const acceptedAt = new Date(inquiry.acceptedAt).toISOString()
  const isHere = delivery === null
  return {
    receipt: inquiry.receipt,
    brand_id: inquiry.brandId,
    white_label: inquiry.whiteLabel,
    kind: inquiry.kind,
    canary: Number(inquiry.canary),
    state: isHere ? 'new' : 'queued',
    idempotency_key: inquiry.key,
    key_ends_at: inquiry.keyEndsAt,
    contents_hash: inquiry.contentsHash,
    names_hash: inquiry.namesHash,
    accepted_at: acceptedAt,
    delivered_at: isHere ? acceptedAt : null,
    processed_months: inquiry.processedMonths,
    locale: inquiry.locale,
    spam_signals: JSON.stringify(inquiry.spamSignals),
    privacy_version: inquiry.privacyVersion,
    consent_day: telephone?.day ?? null,
    consent_way: telephone?.way ?? null,
    ...eachField((name) => texts[name]),
    sender: comparedAddress(texts.inquiry_mail) || null,
    file_ref_id: inquiry.fileRefId,
    file_ref_id_homepage: inquiry.fileRefIdHomepage,
    staged: staged.length > 0 ? JSON.stringify(staged) : null,
    search_grams: searchGrams(texts),
    delivery: delivery && JSON.stringify(delivery),
    next_at: delivery && inquiry.acceptedAt,
    tried_since: delivery && inquiry.acceptedAt,
  }
}

/**
 * Whether an attempt may begin for a visitor who waits: nothing is paused, and the upstream answers or is asked by nobody and not a moment
 * ago. ?1: when it is accepted.
 */
const MAY_KNOCK = `NOT EXISTS (SELECT 1 FROM pause) AND EXISTS (SELECT 1 FROM upstream_state
    WHERE NOT is_down OR (pause_until <= ?1 AND NOT EXISTS (SELECT 1 FROM inquiry WHERE claimed_until > ?1)))`

/** ?3: ids of its uploads. */
const FILES_ARE_HERE =
  'NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE NOT EXISTS (SELECT 1 FROM file WHERE upload_id = value))'

/** Sets after which a key stands for nothing. */
export const NO_KEY = 'idempotency_key = NULL, key_ends_at = NULL, contents_hash = NULL, names_hash = NULL'

/**
 * The statements that accept an inquiry, for one `batch()`: the first frees a key that stands for nothing any more, the second stores the
 * inquiry unless its key stands for another one or its files are being deleted, and gives its attempts: 1 where the first one may begin.
 * What else is stored with it (`ifAccepted`) comes after them.
 */
export function insertInquiry(db: D1Database, inquiry: NewInquiry): D1PreparedStatement[] {
  const { acceptedAt, attemptUntil, brandId, key, receipt, uploads } = inquiry
  const columns = columnsOf(inquiry)
  const names = Object.keys(columns)
  const values = names.map((_, index) => `?${index + 4}`)
  return [
    db
      .prepare(`UPDATE inquiry SET ${NO_KEY} WHERE brand_id = ? AND idempotency_key = ? AND key_ends_at <= ?`)
      .bind(brandId, key, acceptedAt),
    db
      .prepare(
        `INSERT INTO inquiry (id, claimed_until, attempts, ${names.join(', ')})
         SELECT (?1 << 20) + (random() & 0xfffff), iif(${MAY_KNOCK}, ?2, NULL), iif(?2 IS NOT NULL AND ${MAY_KNOCK}, 1, 0), ${values.join(', ')}
         WHERE ${FILES_ARE_HERE}
         ON CONFLICT (brand_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
         RETURNING attempts`,
      )
      .bind(acceptedAt, attemptUntil, JSON.stringify(uploads), ...Object.values(columns)),
    ...(uploads.length > 0 ? [nameUploads(db, receipt, uploads)] : []),
  ]
}

/** What D1 has under a key. */
export interface AcceptedUnderKey {
  receipt: string
  state: RecordState
  contents_hash: string
  names_hash: string
  delivered_at: string | null
  /** Files that the upstream has not got: `StagedName[]` as JSON, null without any. */
  staged: string | null
}

/** The inquiry that a key of a brand stands for. */
export const acceptedUnderKey = (db: D1Database, brandId: string, key: string): D1PreparedStatement =>
  db
    .prepare(
      'SELECT receipt, state, contents_hash, names_hash, delivered_at, staged FROM inquiry WHERE brand_id = ? AND idempotency_key = ?',
    )
    .bind(brandId, key)

/** Ends the keys whose time is over, with the hashes of what was typed. @param now milliseconds since epoch */
export async function endKeys(db: D1Database, now: number): Promise<void> {
  await db.prepare(`UPDATE inquiry SET ${NO_KEY} WHERE key_ends_at <= ?`).bind(now).run()
}
