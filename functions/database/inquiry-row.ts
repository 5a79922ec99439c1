import { type FormKind, FIELD_NAMES, type FieldName } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/possible-commands.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'

/* What is read of the table `inquiry`. What changes it is in new-inquiry.ts, inquiry-claim.ts, delivery.ts and inquiry-state.ts. */

/** A file that no upstream has, as the row of its inquiry names it. */
export interface StagedName {
  /** R2 key. */
  key: string
  name: string
}

/** A row of `inquiry` as D1 gives it. Times are ISO 8601; all contents are null once they are removed. */
export interface InquiryRow extends Record<FieldName, string | null> {
  receipt: string
  brand_id: string
  white_label: string
  kind: FormKind
  state: RecordState
  accepted_at: string
  delivered_at: string | null
  answered_at: string | null
  replied_at: string | null
  remind_on: string | null
  processed_at: string | null
  destroy_at: string | null
  destroyed_at: string | null
  locale: string | null
  attempts: number
  last_failure: string | null
  /** JSON array of spam signals. */
  spam_signals: string
  privacy_version: string | null
  consent_day: string | null
  consent_way: TelephoneConsent['way'] | null
  /** Months for which it is kept once it is processed. */
  processed_months: number
  file_ref_id: string | null
  file_ref_id_homepage: string | null
  /** JSON array of StagedName, null for none. */
  staged: string | null
}

/** The condition that an inquiry is in one of these states. */
export const isIn = (states: readonly RecordState[]): string =>
  `state IN (${states.map((state) => `'${state}'`).join(', ')})`

/** Columns of the contents that are texts. */
const TEXTS = [...FIELD_NAMES, 'file_ref_id', 'file_ref_id_homepage'] as const

/** Sets that remove the contents, once a remote upstream has them or the inquiry is destroyed. */
export const NO_CONTENTS = [...TEXTS, 'search_grams', 'sender'].map((name) => `${name} = NULL`).join(', ')

/**
 * Whether the site's own upstream has received an inquiry, so that it can be answered here: of what a remote one has taken no contents are
 * kept. The same for a row that was read.
 */
export const RECEIVED_HERE = '(delivered_at IS NOT NULL AND content IS NOT NULL)'
export const isReceivedHere = ({ delivered_at, content }: InquiryRow): boolean =>
  delivered_at !== null && content !== null

/** The columns of an InquiryRow. The id is left out: it is larger than what a number of JavaScript can tell apart. */
export const INQUIRY_COLUMNS = `receipt, brand_id, white_label, kind, state, accepted_at, delivered_at, answered_at, replied_at, remind_on,
  processed_at, destroy_at, destroyed_at, locale, attempts, last_failure, spam_signals, privacy_version, consent_day, consent_way, processed_months, ${TEXTS.join(', ')}, staged`

/** The consent of an inquiry that was taken by telephone; null for one of a form. */
export const telephoneOf = ({
  consent_day: day,
  consent_way: way,
}: Pick<InquiryRow, 'consent_day' | 'consent_way'>): TelephoneConsent | null =>
  day === null || way === null ? null : { day, way }

/** The rows of these receipts, in no order. */
export async function readInquiryRows(db: D1Database, receipts: readonly string[]): Promise<InquiryRow[]> {
  const { results } = await db
    .prepare(`SELECT ${INQUIRY_COLUMNS} FROM inquiry WHERE receipt IN (SELECT value FROM json_each(?)) AND canary = 0`)
    .bind(JSON.stringify(receipts))
    .all<InquiryRow>()
  return results
}

/** The row of a receipt; null where there is none. */
export async function readInquiryRow(db: D1Database, receipt: string): Promise<InquiryRow | null> {
  return (await readInquiryRows(db, [receipt]))[0] ?? null
}

/** The row of the inquiry whose address for replies has this token; null where none has, as once it is destroyed. */
export const rowOfReplyToken = (db: D1Database, token: string): Promise<InquiryRow | null> =>
  db
    .prepare(`SELECT ${INQUIRY_COLUMNS} FROM inquiry WHERE reply_token = ? AND canary = 0`)
    .bind(token)
    .first<InquiryRow>()

/** Id of the brand whose inquiry it is; null where there is none with the receipt. */
export const brandOfInquiry = (db: D1Database, receipt: string): Promise<string | null> =>
  db.prepare('SELECT brand_id FROM inquiry WHERE receipt = ?').bind(receipt).first<string>('brand_id')

/** What a visitor may know of an inquiry. */
export type PublicRow = Pick<
  InquiryRow,
  'state' | 'kind' | 'accepted_at' | 'delivered_at' | 'processed_at' | 'destroy_at' | 'destroyed_at'
> & { answer_sent_at: string | null }

/** What a visitor of a brand may know of an inquiry; null where that brand has none with the receipt. */
export const readPublicRow = (db: D1Database, brandId: string, receipt: string): Promise<PublicRow | null> =>
  db
    .prepare(
      `SELECT state, kind, accepted_at, delivered_at, processed_at, destroy_at, destroyed_at, answer_sent_at FROM inquiry
         WHERE receipt = ? AND brand_id = ?`,
    )
    .bind(receipt, brandId)
    .first<PublicRow>()

/** Which inquiry an operator changes. */
export interface InquiryName {
  receipt: string
  brandId: string
}

const LIVING = `SELECT receipt, brand_id AS brandId FROM inquiry
  WHERE receipt IN (SELECT value FROM json_each(?)) AND state <> 'destroyed'`
const namesOf = async (db: D1Database, sql: string, receipts: readonly string[]): Promise<InquiryName[]> =>
  (await db.prepare(sql).bind(JSON.stringify(receipts)).all<InquiryName>()).results

/** Which of these receipts are of inquiries that still have contents, with their brands. */
export const livingAmong = (db: D1Database, receipts: readonly string[]): Promise<InquiryName[]> =>
  namesOf(db, LIVING, receipts)

/** The same, and none while the site is paused: a restore may have brought them back. */
export const livingUnpaused = (db: D1Database, receipts: readonly string[]): Promise<InquiryName[]> =>
  namesOf(db, `${LIVING} AND NOT EXISTS (SELECT 1 FROM pause)`, receipts)

/** Whether a visitor has sent an inquiry since a time. @param since ISO 8601 */
export const hasInquirySince = async (db: D1Database, since: string): Promise<boolean> =>
  (await db.prepare('SELECT 1 FROM inquiry WHERE canary = 0 AND accepted_at > ?').bind(since).first()) !== null

/** What an attempt to deliver an inquiry needs beside its row. */
export interface Delivery {
  requestId: string
  /** Ids of uploads that the upstream does not have yet. */
  held: string[]
  /** Names of files that are sent no more. */
  missing: string[]
  /** How long the held files have waited while the upstream answered, in milliseconds, and when it last did. */
  waitedMs: number
  answeredAt: number | null
}

/** Destroyed inquiries whose files are to be deleted once more. @param now milliseconds since epoch */
export async function filesToDeleteAgain(db: D1Database, now: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT receipt FROM inquiry WHERE delete_files_at <= ? LIMIT ?')
    .bind(now, limit)
    .all<{ receipt: string }>()
  return results.map(({ receipt }) => receipt)
}
