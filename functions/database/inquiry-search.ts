import type { FormKind } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/inquiry-deeds.ts'
import { DELIVERED_STATES, PAGE_MAX, type InquiryFilters, type InquirySelection } from '../contract/inquiry-filters.ts'
import { RECORD_COLUMNS, type InquiryRecord } from './inquiry-record.ts'

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
}

const qualified = (names: string) => names.replace(/\w+/g, 'r.$&')
const LISTED = `${qualified('receipt, accepted_at, delivered_at, state, kind, company_name, user_name, inquiry_mail, subject')}, r.brand_id AS brand`
const ALL = qualified(RECORD_COLUMNS)

/** A selection of rows `r`: its source and order, its condition and the values of that. */
interface Selection {
  from: string
  order: string
  where: string
  values: string[]
}

const DELIVERED = `state IN (${DELIVERED_STATES.map((state) => `'${state}'`).join(', ')})`
const EXISTING = "state <> 'destroyed'"
const RECEIPT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A selection that is read in the order of ids, from one index: the first of state, brand and kind chooses it, a `+` hides the others
 * from the planner, and a search gives its rows in that order itself.
 */
function selectionOf({ state, brand, kind, q }: InquirySelection): Selection {
  const conditions: string[] = []
  const values: string[] = []
  const add = (condition: string, value: string) => {
    conditions.push(condition)
    values.push(value)
  }
  let from: string
  const terms = termsOf(q)
  if (q !== undefined && RECEIPT.test(q)) {
    from = 'inquiry_record AS r'
    add('r.receipt = ?', q.toLowerCase())
  } else if (terms === null)
    from = `inquiry_record AS r INDEXED BY ${
      state === 'delivered'
        ? 'inquiry_record_delivered'
        : state !== undefined
          ? 'inquiry_record_by_state'
          : brand !== undefined
            ? 'inquiry_record_by_brand'
            : kind !== undefined
              ? 'inquiry_record_by_kind'
              : 'inquiry_record_existing'
    }`
  else {
    from = 'inquiry_search JOIN inquiry_record AS r ON r.id = inquiry_search.rowid'
    add('inquiry_search MATCH ?', terms)
  }
  const isOnly = conditions.length === 0
  const hidden = (first: boolean) => (isOnly && first ? '' : '+')
  if (state === undefined) conditions.push(`${hidden(true)}r.${EXISTING}`)
  else if (state === 'delivered') conditions.push(`${hidden(true)}r.${DELIVERED}`)
  else add(`${hidden(true)}r.state = ?`, state)
  if (brand !== undefined) add(`${hidden(state === undefined)}r.brand_id = ?`, brand)
  if (kind !== undefined) add(`${hidden(state === undefined && brand === undefined)}r.kind = ?`, kind)
  return {
    from,
    order: from.startsWith('inquiry_search') ? 'inquiry_search.rowid' : 'r.id',
    where: conditions.join(' AND '),
    values,
  }
}

/** An expression of FTS5 for words that begin with those of the query, in any of the columns; null where there is none. */
function termsOf(query: string | undefined): string | null {
  const words = query?.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `"${word}"*`).join(' ') : null
}

export interface InquiryPage {
  rows: ListRow[]
  page: number
  /** Whether there is a next page. */
  more: boolean
}

/** A page of a selection, newest first. */
export async function listInquiries(db: D1Database, { page, ...selected }: InquiryFilters): Promise<InquiryPage> {
  const { from, where, order, values } = selectionOf(selected)
  const { results } = await db
    .prepare(`SELECT ${LISTED} FROM ${from} WHERE ${where} ORDER BY ${order} DESC LIMIT ? OFFSET ?`)
    .bind(...values, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE)
    .all<ListRow>()
  return { rows: results.slice(0, PAGE_SIZE), page, more: results.length > PAGE_SIZE && page < PAGE_MAX }
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
