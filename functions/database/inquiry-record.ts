import type { FormKind } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/possible-deeds.ts'
import { FIELD_NAMES, type FieldName, type InquiryTexts } from '../contract/inquiry-fields.ts'
import { searchGrams } from './search-words.ts'

/** A staged file, as the row of its inquiry names it. */
export interface StagedName {
  /** R2 key, such as `held/{upload}/000`. */
  key: string
  name: string
}

/** What the row says of an inquiry beside its contents. Times are milliseconds since epoch. */
export interface RecordFacts {
  receipt: string
  /** Of the entry in the outbox. */
  version: number
  brandId: string
  /** Null where an earlier release has dropped it, as the six facts below; a row that is there keeps its own. */
  whiteLabel: string | null
  kind: FormKind | null
  locale: string | null
  privacyVersion: string | null
  spamSignals: readonly string[]
  /** Months of the consent. */
  processedMonths: number | null
  state: RecordState
  acceptedAt: number
  deliveredAt: number | null
  /** First answer. */
  answeredAt: number | null
  processedAt: number | null
  destroyAt: number | null
  destroyedAt: number | null
  attempts: number
  lastFailure: string | null
}

/** What is personal in a row, under the field names of `board/inquiry`. `title` and `contents` are null before the first attempt. */
export interface InquiryContents extends InquiryTexts {
  title: string | null
  contents: string | null
  file_ref_id: string | null
  file_ref_id_homepage: string | null
  staged: readonly StagedName[]
}

/** The contents of a row: given; the row's own, because the outbox has dropped its; or none any more. */
export type RecordContents = InquiryContents | 'unchanged' | 'removed'

/** A row of `inquiry_record` as D1 gives it. Times are ISO 8601; all contents are null once they are removed. */
export interface InquiryRecord extends Record<FieldName, string | null> {
  receipt: string
  version: number
  /** 1: the release before this one or a restore wrote it last, and the outbox has not taken that over. */
  carried: 0 | 1
  brand_id: string
  white_label: string
  /** Null where a remote upstream took it before there were rows. */
  kind: FormKind | null
  state: RecordState
  accepted_at: string
  delivered_at: string | null
  answered_at: string | null
  processed_at: string | null
  destroy_at: string | null
  destroyed_at: string | null
  locale: string | null
  attempts: number
  last_failure: string | null
  /** JSON array of spam signals. */
  spam_signals: string
  privacy_version: string | null
  /** Months for which it is kept once it is processed; null in rows of earlier releases. */
  processed_months: number | null
  title: string | null
  contents: string | null
  file_ref_id: string | null
  file_ref_id_homepage: string | null
  /** JSON array of StagedName, null for none. */
  staged: string | null
}

/** Columns of the contents that are texts. */
const TEXTS = ['title', 'contents', ...FIELD_NAMES, 'file_ref_id', 'file_ref_id_homepage'] as const

/** The columns of an InquiryRecord. The id is left out: it is larger than what a number of JavaScript can tell apart. */
export const RECORD_COLUMNS = `receipt, version, carried, brand_id, white_label, kind, state, accepted_at, delivered_at, answered_at,
  processed_at, destroy_at, destroyed_at, locale, attempts, last_failure, spam_signals, privacy_version, processed_months, ${TEXTS.join(', ')}, staged`

/** Columns that a later version changes, beside the contents. */
const CHANGING =
  'version, brand_id, state, delivered_at, answered_at, processed_at, destroy_at, destroyed_at, attempts, last_failure'

/** An entry of which an older build has dropped what is not personal knows no signals: the row keeps its own. */
const SIGNALS =
  "spam_signals = iif(excluded.white_label = '' AND excluded.spam_signals = '[]', inquiry_record.spam_signals, excluded.spam_signals)"

/** Receipts looked up in one call after a restore. */
const RESTORED_AT_ONCE = 1000
/** What ends with an inquiry. A backup reads these tables before its row, which may be destroyed in between. */
const ENDED_WITH_IT = ['message', 'note', 'claim', 'answer_draft']

const setOf = (columns: readonly string[]) => columns.map((name) => `${name} = excluded.${name}`).join(', ')
/** A copy of the outbox does not know the notification that the attempt has written. */
const GIVEN = ['title', 'contents']
  .map((name) => `${name} = coalesce(excluded.${name}, inquiry_record.${name})`)
  .concat(setOf([...TEXTS.slice(2), 'staged', 'search_grams']))
  .join(', ')

/** Written again, a version says the same. Nothing writes an older one, and a row that the release before has changed only who has read it. */
const sqlOf = (contents: string) => `INSERT INTO inquiry_record (
    id, receipt, version, brand_id, state, delivered_at, processed_at, destroy_at, destroyed_at, attempts, last_failure,
    white_label, kind, accepted_at, locale, spam_signals, privacy_version, ${TEXTS.join(', ')}, staged, processed_months, search_grams, answered_at
  )
  VALUES ((?1 << 20) + (random() & 0xfffff), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
    ${TEXTS.map((_, index) => `?${index + 20}`).join(', ')}, ?${TEXTS.length + 20}, ?${TEXTS.length + 21}, ?${TEXTS.length + 22},
    ?${TEXTS.length + 23})
  ON CONFLICT (receipt) DO UPDATE SET carried = 0, ${SIGNALS}, ${setOf(CHANGING.split(', '))}${contents && `, ${contents}`}
    WHERE excluded.version >= inquiry_record.version AND iif(
      inquiry_record.carried,
      inquiry_record.state = ?18 AND inquiry_record.processed_at IS ?19,
      inquiry_record.brand_id = excluded.brand_id
    )
  RETURNING version`
const SQL = { given: sqlOf(GIVEN), unchanged: sqlOf(''), removed: sqlOf(setOf([...TEXTS, 'staged', 'search_grams'])) }

const time = (text: string | null) => (text === null ? null : Date.parse(text))
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Writes the row of an inquiry: the only statement that does. It gives the version that it has written, and no row where it was ignored,
 * because the row is newer, is another brand's, or was changed by the release before this one (decision 045).
 * @param carried the row as it was read, where that release has changed it: what it says has been taken over
 */
export function writeRecord(
  db: D1Database,
  facts: RecordFacts,
  contents: RecordContents,
  carried?: Pick<InquiryRecord, 'state' | 'processed_at'>,
): D1PreparedStatement {
  const given = typeof contents === 'string' ? null : contents
  const staged = given && given.staged.length > 0 ? JSON.stringify(given.staged) : null
  return db
    .prepare(SQL[typeof contents === 'string' ? contents : 'given'])
    .bind(
      facts.acceptedAt,
      facts.receipt,
      facts.version,
      facts.brandId,
      facts.state,
      iso(facts.deliveredAt),
      iso(facts.processedAt),
      iso(facts.destroyAt),
      iso(facts.destroyedAt),
      facts.attempts,
      facts.lastFailure,
      facts.whiteLabel ?? '',
      facts.kind,
      iso(facts.acceptedAt),
      facts.locale,
      JSON.stringify(facts.spamSignals),
      facts.privacyVersion,
      carried?.state ?? null,
      carried?.processed_at ?? null,
      ...TEXTS.map((name) => given?.[name] ?? null),
      staged,
      facts.processedMonths,
      given && searchGrams(given),
      iso(facts.answeredAt),
    )
}

/** The rows of these receipts, in no order. */
export async function readRecords(db: D1Database, receipts: readonly string[]): Promise<InquiryRecord[]> {
  const { results } = await db
    .prepare(`SELECT ${RECORD_COLUMNS} FROM inquiry_record WHERE receipt IN (SELECT value FROM json_each(?))`)
    .bind(JSON.stringify(receipts))
    .all<InquiryRecord>()
  return results
}

/** Which of these receipts have a row that is not destroyed. */
export async function existingReceipts(db: D1Database, receipts: readonly string[]): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      "SELECT receipt FROM inquiry_record WHERE receipt IN (SELECT value FROM json_each(?)) AND state <> 'destroyed'",
    )
    .bind(JSON.stringify(receipts))
    .all<{ receipt: string }>()
  return new Set(results.map(({ receipt }) => receipt))
}

/** Id of the brand whose inquiry it is; null where there is none with the receipt. */
export const brandOfInquiry = (db: D1Database, receipt: string): Promise<string | null> =>
  db.prepare('SELECT brand_id FROM inquiry_record WHERE receipt = ?').bind(receipt).first<string>('brand_id')

/** The row of a receipt; null where there is none. */
export async function readRecord(db: D1Database, receipt: string): Promise<InquiryRecord | null> {
  return (await readRecords(db, [receipt]))[0] ?? null
}

/** Rows of a brand that the release before this one has changed. */
export async function carriedRecords(db: D1Database, brandId: string, limit: number): Promise<InquiryRecord[]> {
  const { results } = await db
    .prepare(`SELECT ${RECORD_COLUMNS} FROM inquiry_record WHERE carried = 1 AND brand_id = ? LIMIT ?`)
    .bind(brandId, limit)
    .all<InquiryRecord>()
  return results
}

/**
 * After a restore: what was destroyed since its backup began stays destroyed, with all that was said about it.
 * @param certificates milliseconds since epoch by receipt
 * @returns these, with the inquiries that the rows call destroyed
 */
export async function keepDestroyedRecords(
  db: D1Database,
  certificates: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const destroyed = new Map(certificates)
  const receipts = [...certificates.keys()]
  for (let from = 0; from < receipts.length; from += RESTORED_AT_ONCE)
    for (const row of await readRecords(db, receipts.slice(from, from + RESTORED_AT_ONCE))) {
      if (row.state === 'destroyed') continue
      const at = certificates.get(row.receipt) ?? Date.now()
      await writeRecord(db, destroyedFacts(row, at), 'removed', row).run()
    }
  const ended = "receipt IN (SELECT receipt FROM inquiry_record WHERE state = 'destroyed')"
  await db.batch(ENDED_WITH_IT.map((table) => db.prepare(`DELETE FROM ${table} WHERE ${ended}`)))
  const { results } = await db
    .prepare("SELECT receipt, destroyed_at FROM inquiry_record WHERE state = 'destroyed'")
    .all<{ receipt: string; destroyed_at: string }>()
  for (const { receipt, destroyed_at } of results) destroyed.set(receipt, Date.parse(destroyed_at))
  return destroyed
}

const destroyedFacts = (row: InquiryRecord, at: number): RecordFacts => ({
  receipt: row.receipt,
  // A row of the release before, which goes with the old table's row while its version is 0.
  version: Math.max(row.version, 1),
  brandId: row.brand_id,
  whiteLabel: row.white_label,
  kind: row.kind,
  locale: row.locale,
  privacyVersion: row.privacy_version,
  spamSignals: [],
  processedMonths: row.processed_months,
  state: 'destroyed',
  acceptedAt: Date.parse(row.accepted_at),
  deliveredAt: time(row.delivered_at),
  answeredAt: time(row.answered_at),
  processedAt: time(row.processed_at),
  destroyAt: time(row.destroy_at),
  destroyedAt: at,
  attempts: row.attempts,
  lastFailure: null,
})

/** After a restore: inquiries, answers and replies that came while the backup was read are here, and perhaps in no outbox. It takes them over. */
export async function carryRecordsSince(db: D1Database, since: string): Promise<void> {
  await db
    .prepare(
      'UPDATE inquiry_record SET carried = 1 WHERE accepted_at >= ?1 OR receipt IN (SELECT receipt FROM message WHERE at >= ?1)',
    )
    .bind(since)
    .run()
}

/** Deletes the rows of receipts that the outbox of a brand purges. */
export async function deleteRecords(db: D1Database, brandId: string, receipts: readonly string[]): Promise<void> {
  await db
    .prepare('DELETE FROM inquiry_record WHERE receipt IN (SELECT value FROM json_each(?)) AND brand_id = ?')
    .bind(JSON.stringify(receipts), brandId)
    .run()
}

/** Rows of earlier releases whose parts of words are filled in one run of the clock, and in one call. */
const FILLED = { run: 20_000, call: 100 }

/** Makes inquiries of earlier releases known to the search, the newest first (decision 058). */
export async function fillSearch(db: D1Database): Promise<void> {
  for (let filled = 0; filled < FILLED.run; filled += FILLED.call) {
    const { results } = await db
      .prepare(
        `SELECT receipt, ${FIELD_NAMES.join(', ')} FROM inquiry_record INDEXED BY inquiry_record_unfilled
         WHERE search_grams IS NULL AND subject IS NOT NULL ORDER BY id DESC LIMIT ?`,
      )
      .bind(FILLED.call)
      .all<InquiryTexts & { receipt: string }>()
    if (results.length === 0) return
    const fill = db.prepare('UPDATE inquiry_record SET search_grams = ? WHERE receipt = ? AND subject IS NOT NULL')
    await db.batch(results.map((row) => fill.bind(searchGrams(row), row.receipt)))
  }
}
