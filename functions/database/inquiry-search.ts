import type { FormKind } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/inquiry-deeds.ts'
import {
  DELIVERED_STATES,
  PAGE_MAX,
  startOfDay,
  type InquiryFilters,
  type InquirySelection,
} from '../contract/inquiry-filters.ts'
import { RECORD_COLUMNS, type InquiryRecord } from './inquiry-record.ts'
import { searchExpression } from './search-words.ts'

/* Reads of the table `inquiry_record`. Its ids are larger than a number of JavaScript can tell apart, so that they stay in SQL. */

export const PAGE_SIZE = 50

/** One line of the list. Contents are null where they are not kept here, or no longer. */
export interface ListRow {
  receipt: string
  /** ISO 8601. */
  accepted_at: string
  delivered_at: string | null
  state: RecordState
  kind: FormKind | null
  brand: string
  company_name: string | null
  user_name: string | null
  inquiry_mail: string | null
  subject: string | null
  /** 1 where it has a spam signal. */
  spam: 0 | 1
}

const qualified = (names: string) => names.replace(/\w+/g, 'r.$&')
const LISTED = `${qualified('receipt, accepted_at, delivered_at, state, kind, company_name, user_name, inquiry_mail, subject')}, r.brand_id AS brand, r.spam_signals <> '[]' AS spam`
const ALL = qualified(RECORD_COLUMNS)

/** A selection of rows `r`: its source and order, its condition and the values of that. */
interface Selection {
  from: string
  order: string
  where: string
  values: (string | number)[]
}

const DELIVERED = `state IN (${DELIVERED_STATES.map((state) => `'${state}'`).join(', ')})`
const EXISTING = "state <> 'destroyed'"
const RECEIPT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A filter that is on. `isExisting`: its index has no destroyed inquiry. */
interface Filter {
  index: string
  condition: string
  value?: string
  isExisting?: true
}

/** The filters that are on, those that leave the fewest first. */
function filtersOf({ state, brand, kind, language, files, spam }: InquirySelection): Filter[] {
  const filters: (Filter | false)[] = [
    spam === 'yes' && { index: 'spam', condition: "spam_signals <> '[]'" },
    files === 'yes' && {
      index: 'with_files',
      condition: 'coalesce(file_ref_id, file_ref_id_homepage, staged) IS NOT NULL',
    },
    state === 'delivered' && { index: 'delivered', condition: DELIVERED },
    state !== undefined && state !== 'delivered' && { index: 'by_state', condition: 'state = ?', value: state },
    brand !== undefined && { index: 'by_brand', condition: 'brand_id = ?', value: brand, isExisting: true },
    kind !== undefined && { index: 'by_kind', condition: 'kind = ?', value: kind, isExisting: true },
    language !== undefined && { index: 'by_language', condition: 'locale = ?', value: language, isExisting: true },
  ]
  return filters.filter((filter) => filter !== false)
}

/**
 * A selection that is read in the order of ids, from one index: the first filter chooses it, a `+` hides the others from the planner, and a
 * search gives its rows in that order itself.
 */
function selectionOf(selected: InquirySelection): Selection {
  const { state, q, from: first, to: last } = selected
  const conditions: string[] = []
  const values: (string | number)[] = []
  const add = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  const filters = filtersOf(selected)
  const terms = searchExpression(q ?? '')
  const isReceipt = q !== undefined && RECEIPT.test(q)
  const [chosen] = isReceipt || terms !== null ? [] : filters
  let from = `inquiry_record AS r INDEXED BY inquiry_record_${chosen?.index ?? 'existing'}`
  let order = 'r.id'
  if (isReceipt) {
    from = 'inquiry_record AS r'
    add('r.receipt = ?', q.toLowerCase())
  } else if (terms !== null) {
    from = 'inquiry_search JOIN inquiry_record AS r ON r.id = inquiry_search.rowid'
    order = 'inquiry_search.rowid'
    add('inquiry_search MATCH ?', terms)
  }
  const isPlain = !isReceipt && terms === null
  if (state === undefined) add(isPlain && (!chosen || chosen.isExisting) ? EXISTING : `+${EXISTING}`)
  for (const filter of filters)
    add(
      filter === chosen ? filter.condition : `+${filter.condition}`,
      ...(filter.value === undefined ? [] : [filter.value]),
    )
  // Ids begin with the time of acceptance.
  if (first !== undefined) add(`${order} >= (? << 20)`, startOfDay(first))
  if (last !== undefined) add(`${order} < (? << 20)`, startOfDay(last, 1))
  return { from, order, where: conditions.join(' AND '), values }
}

export interface InquiryPage {
  rows: ListRow[]
  page: number
  /** Whether there is a next page. */
  more: boolean
}

/** A page of a selection, newest first. @param size inquiries of a page */
export async function listInquiries(
  db: D1Database,
  { page, ...selected }: InquiryFilters,
  size = PAGE_SIZE,
): Promise<InquiryPage> {
  const { from, where, order, values } = selectionOf(selected)
  const { results } = await db
    .prepare(`SELECT ${LISTED} FROM ${from} WHERE ${where} ORDER BY ${order} DESC LIMIT ? OFFSET ?`)
    .bind(...values, size + 1, (page - 1) * size)
    .all<ListRow>()
  return { rows: results.slice(0, size), page, more: results.length > size && page < PAGE_MAX }
}

/** Found inquiries that are counted at most. */
export const FOUND_MAX = 100

/** How many a selection has; one more than FOUND_MAX where there are more. */
export async function countFound(db: D1Database, selected: InquirySelection): Promise<number> {
  const { from, where, values } = selectionOf(selected)
  const n = await db
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`)
    .bind(...values, FOUND_MAX + 1)
    .first<number>('n')
  return n ?? 0
}

/** The inquiries with these receipts, newest first. */
export async function inquiriesOf(db: D1Database, receipts: readonly string[]): Promise<ListRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${LISTED} FROM inquiry_record AS r WHERE r.receipt IN (SELECT value FROM json_each(?)) ORDER BY r.id DESC`,
    )
    .bind(JSON.stringify(receipts))
    .all<ListRow>()
  return results
}

const IS_BEYOND = { older: '<', newer: '>' } as const
/** The condition that a row stands beyond the one with a receipt. */
const beyond = (side: keyof typeof IS_BEYOND, order: string) =>
  `${order} ${IS_BEYOND[side]} (SELECT id FROM inquiry_record WHERE receipt = ?)`

/** Rows of a selection after the one with the given receipt, newest first, for an export. @param after null for the first batch */
export async function inquiriesAfter(
  db: D1Database,
  selected: InquirySelection,
  after: string | null,
  limit: number,
): Promise<InquiryRecord[]> {
  const { from, where, order, values } = selectionOf(selected)
  const start = after === null ? '' : `AND ${beyond('older', order)}`
  const { results } = await db
    .prepare(`SELECT ${ALL} FROM ${from} WHERE ${where} ${start} ORDER BY ${order} DESC LIMIT ?`)
    .bind(...values, ...(after === null ? [] : [after]), limit)
    .all<InquiryRecord>()
  return results
}

/** The receipts before and after an inquiry in the list of a selection: the next newer and the next older. */
export async function neighboursOf(
  db: D1Database,
  selected: InquirySelection,
  receipt: string,
): Promise<{ newer: string | null; older: string | null }> {
  const { from, where, order, values } = selectionOf(selected)
  const next = (side: keyof typeof IS_BEYOND) =>
    db
      .prepare(
        `SELECT r.receipt FROM ${from} WHERE ${where} AND ${beyond(side, order)}
         ORDER BY ${order} ${side === 'older' ? 'DESC' : 'ASC'} LIMIT 1`,
      )
      .bind(...values, receipt)
      .first<string>('receipt')
  const [newer, older] = await Promise.all([next('newer'), next('older')])
  return { newer, older }
}

export interface InquiryCount {
  state: RecordState
  /** Empty where it is not known. */
  kind: FormKind | ''
  brand: string
  n: number
}

/** How many there are of each state, kind and brand; kept by triggers, so that nothing is counted. */
export async function inquiryCounts(db: D1Database): Promise<InquiryCount[]> {
  const { results } = await db
    .prepare('SELECT state, kind, brand_id AS brand, n FROM inquiry_count WHERE n > 0 ORDER BY brand_id')
    .all<InquiryCount>()
  return results
}

/** How many inquiries were accepted after a moment (milliseconds since epoch); one more than FOUND_MAX where there are more. */
export async function countArrivals(db: D1Database, since: number): Promise<number> {
  const n = await db
    .prepare(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM inquiry_record INDEXED BY inquiry_record_existing WHERE ${EXISTING} AND id >= ((? + 1) << 20) LIMIT ?
       )`,
    )
    .bind(since, FOUND_MAX + 1)
    .first<number>('n')
  return n ?? 0
}

/** The oldest inquiry of a state, or null. */
export const oldestOf = (
  db: D1Database,
  state: RecordState,
): Promise<Pick<InquiryRecord, 'accepted_at' | 'last_failure'> | null> =>
  db
    .prepare('SELECT accepted_at, last_failure FROM inquiry_record WHERE state = ? ORDER BY id LIMIT 1')
    .bind(state)
    .first()

const DUE = 'FROM inquiry_record WHERE destroy_at IS NOT NULL AND destroyed_at IS NULL'

/** When the next inquiry is destroyed, ISO 8601; null where none will be. */
export const nextDestruction = (db: D1Database): Promise<string | null> =>
  db.prepare(`SELECT min(destroy_at) AS at ${DUE}`).first<string>('at')

/** Receipts of inquiries whose day of destruction has come, the longest due first. @param skip that have been tried already */
export async function dueForDestruction(db: D1Database, now: Date, limit: number, skip: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT receipt ${DUE} AND destroy_at <= ? ORDER BY destroy_at LIMIT ? OFFSET ?`)
    .bind(now.toISOString(), limit, skip)
    .all<{ receipt: string }>()
  return results.map(({ receipt }) => receipt)
}

/** Delivered inquiries that nobody has marked and whose contents are here. Ids begin with the time of acceptance. */
const UNMARKED = `FROM inquiry_record INDEXED BY inquiry_record_delivered
  WHERE ${DELIVERED} AND state <> 'processed' AND subject IS NOT NULL AND id < (? << 20)`

/** Receipts of unmarked inquiries that were accepted before a time, the oldest first. @param skip that have been tried already */
export async function unmarkedBefore(db: D1Database, before: Date, limit: number, skip: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT receipt ${UNMARKED} ORDER BY id LIMIT ? OFFSET ?`)
    .bind(before.getTime(), limit, skip)
    .all<{ receipt: string }>()
  return results.map(({ receipt }) => receipt)
}

/** How many unmarked inquiries were accepted before a time, and when the oldest was, ISO 8601. */
export async function countUnmarked(db: D1Database, before: Date): Promise<{ n: number; oldest: string | null }> {
  const counted = await db
    .prepare(`SELECT count(*) AS n, min(accepted_at) AS oldest ${UNMARKED}`)
    .bind(before.getTime())
    .first<{ n: number; oldest: string | null }>()
  return counted ?? { n: 0, oldest: null }
}

/** Whether another brand has an inquiry with the same message. */
export async function hasTextElsewhere(db: D1Database, brandId: string, content: string): Promise<boolean> {
  const found = await db
    .prepare(
      `SELECT 1 AS n FROM inquiry_record INDEXED BY inquiry_record_text
       WHERE substr(content, 1, 64) = substr(?1, 1, 64) AND content = ?1 AND brand_id <> ?2 LIMIT 1`,
    )
    .bind(content, brandId)
    .first<number>('n')
  return found !== null
}

/** How many inquiries name a file reference. */
export async function claimsOf(db: D1Database, reference: string): Promise<number> {
  const claims = await db
    .prepare(
      `SELECT (SELECT count(*) FROM inquiry_record WHERE file_ref_id = ?1)
         + (SELECT count(*) FROM inquiry_record WHERE file_ref_id_homepage = ?1) AS claims`,
    )
    .bind(reference)
    .first<number>('claims')
  return claims ?? 0
}
