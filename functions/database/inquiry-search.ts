import type { FormKind } from '../contract/form-fields.ts'
import type { RecordState } from '../contract/possible-commands.ts'
import { DELIVERED_STATES, PAGE_MAX, type InquiryFilters, type InquirySelection } from '../contract/inquiry-filters.ts'
import { seoulDay, startOfDay } from '../contract/seoul.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'
import { INQUIRY_COLUMNS, type InquiryRow, isIn } from './inquiry-row.ts'
import { searchExpression } from './inquiry-search-words.ts'

/* Reads of the table `inquiry`. Its ids are larger than a number of JavaScript can tell apart, so that they stay in SQL. */

export const PAGE_SIZE = 50

/** One line of the list. Contents are null where they are not kept here, or no longer. */
export interface ListRow {
  receipt: string
  /** ISO 8601. */
  accepted_at: string
  delivered_at: string | null
  state: RecordState
  kind: FormKind
  brand: string
  company_name: string | null
  user_name: string | null
  inquiry_mail: string | null
  subject: string | null
  /** The day until which it is put off, in Seoul (`YYYY-MM-DD`). */
  remind_on: string | null
  /** 1 where it has a spam signal. */
  spam: 0 | 1
}

const qualified = (names: string) => names.replace(/\w+/g, 'r.$&')
const LISTED = `${qualified('receipt, accepted_at, delivered_at, state, kind, company_name, user_name, inquiry_mail, subject, remind_on')}, r.brand_id AS brand`
const SPAM = "spam_signals <> '[]'"
const LISTED_ROW = `${LISTED}, r.${SPAM} AS spam`
const ALL = qualified(INQUIRY_COLUMNS)

/** A selection of rows `r`: its source and order, its condition and the values of that. */
interface Selection {
  from: string
  order: string
  where: string
  values: (string | number)[]
}

/** Whatever an upstream has taken. */
export const DELIVERED = isIn(DELIVERED_STATES)
export const EXISTING = "state <> 'destroyed'"
/** An inquiry of the site itself is in no list and no count. */
export const NO_CANARY = 'canary = 0'
const RECEIPT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A filter that is on. `isExisting`: its index has no destroyed inquiry. */
interface Filter {
  index: string
  conditions: string[]
  values?: string[]
  isExisting?: true
}

/** The filters that are on, those that leave the fewest first. */
function filtersOf({ state, brand, kind, language, files, spam, reminder }: InquirySelection): Filter[] {
  const today = seoulDay(Date.now())
  const isOne = state !== undefined && state !== 'delivered'
  const filters: (Filter | false)[] = [
    spam === 'yes' && { index: 'spam', conditions: [SPAM] },
    files === 'yes' && {
      index: 'with_files',
      conditions: ['coalesce(file_ref_id, file_ref_id_homepage, staged) IS NOT NULL'],
    },
    reminder !== undefined && {
      index: 'reminders',
      conditions: [`remind_on IS NOT NULL AND remind_on ${reminder === 'later' ? '>' : '<='} ?`],
      values: [today],
      isExisting: true,
    },
    state === 'delivered' && { index: 'delivered', conditions: [DELIVERED] },
    isOne && brand === undefined && { index: 'by_state', conditions: ['state = ?'], values: [state] },
    isOne &&
      brand !== undefined && {
        index: 'brand_state',
        conditions: ['brand_id = ?', 'state = ?'],
        values: [brand, state],
      },
    !isOne &&
      brand !== undefined && { index: 'by_brand', conditions: ['brand_id = ?'], values: [brand], isExisting: true },
    kind !== undefined && { index: 'by_kind', conditions: ['kind = ?'], values: [kind], isExisting: true },
    language !== undefined && {
      index: 'by_language',
      conditions: ['locale = ?'],
      values: [language],
      isExisting: true,
    },
  ]
  // What was put off does not wait.
  const isWaiting = state === 'new' && reminder === undefined
  return [
    ...filters.filter((filter) => filter !== false),
    ...(isWaiting ? [{ index: '', conditions: [`coalesce(remind_on, '') <= ?`], values: [today] }] : []),
  ]
}

/**
 * A selection that is read in the order of ids, from one index: the first filter chooses it, a `+` hides the others from the planner, and a
 * search gives its rows in that order itself. Of a scope of one brand it is that brand's, whatever is asked for.
 */
function selectionOf(scope: Scope, asked: InquirySelection): Selection {
  const selected = { ...asked, brand: brandIdOf(scope) ?? asked.brand }
  const { state, q, from: first, to: last } = selected
  const conditions: string[] = [NO_CANARY]
  const values: (string | number)[] = []
  const add = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  const filters = filtersOf(selected)
  const terms = searchExpression(q ?? '')
  const isReceipt = q !== undefined && RECEIPT.test(q)
  const [chosen] = isReceipt || terms !== null ? [] : filters
  let from = `inquiry AS r INDEXED BY inquiry_${chosen?.index ?? 'existing'}`
  let order = 'r.id'
  if (isReceipt) {
    from = 'inquiry AS r'
    add('r.receipt = ?', q.toLowerCase())
  } else if (terms !== null) {
    from = 'inquiry_search JOIN inquiry AS r ON r.id = inquiry_search.rowid'
    order = 'inquiry_search.rowid'
    add('inquiry_search MATCH ?', terms)
  }
  const isPlain = !isReceipt && terms === null
  if (state === undefined) add(isPlain && (!chosen || chosen.isExisting) ? EXISTING : `+${EXISTING}`)
  for (const filter of filters) {
    const hidden = filter === chosen ? '' : '+'
    add(filter.conditions.map((condition) => hidden + condition).join(' AND '), ...(filter.values ?? []))
  }
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
  scope: Scope,
  { page, ...selected }: InquiryFilters,
  size = PAGE_SIZE,
): Promise<InquiryPage> {
  const { from, where, order, values } = selectionOf(scope, selected)
  const { results } = await db
    .prepare(`SELECT ${LISTED_ROW} FROM ${from} WHERE ${where} ORDER BY ${order} DESC LIMIT ? OFFSET ?`)
    .bind(...values, size + 1, (page - 1) * size)
    .all<ListRow>()
  return { rows: results.slice(0, size), page, more: results.length > size && page < PAGE_MAX }
}

/** Found inquiries that are counted at most. */
export const FOUND_MAX = 100

/** How many a selection has; one more than FOUND_MAX where there are more. */
export async function countFound(db: D1Database, scope: Scope, selected: InquirySelection): Promise<number> {
  const { from, where, values } = selectionOf(scope, selected)
  const n = await db
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`)
    .bind(...values, FOUND_MAX + 1)
    .first<number>('n')
  return n ?? 0
}

/** The inquiries of a scope with these receipts, newest first. */
export async function inquiriesOf(db: D1Database, scope: Scope, receipts: readonly string[]): Promise<ListRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${LISTED_ROW} FROM inquiry AS r
       WHERE r.receipt IN (SELECT value FROM json_each(?1)) AND r.canary = 0 AND (?2 IS NULL OR r.brand_id = ?2) ORDER BY r.id DESC`,
    )
    .bind(JSON.stringify(receipts), brandIdOf(scope))
    .all<ListRow>()
  return results
}

/** Earlier inquiries that are shown beside one. */
const EARLIER_MAX = 10

/** The ids of the last inquiries before ?1 of which something is the same. It is NULL once they are destroyed. */
const sameBefore = (index: string, column: 'sender' | 'company_name', sameOf: (name: string) => string) =>
  `SELECT id FROM (
     SELECT r.id FROM inquiry AS own JOIN inquiry AS r INDEXED BY inquiry_${index}
       ON ${sameOf(`r.${column}`)} = ${sameOf(`own.${column}`)} AND r.brand_id = own.brand_id AND r.id < own.id
     WHERE own.receipt = ?1 AND own.${column} <> '' AND r.${NO_CANARY} AND r.${column} IS NOT NULL AND +r.${EXISTING}
     ORDER BY r.id DESC LIMIT ${EARLIER_MAX}
   )`

/** The last inquiries of its brand before this one, by the same e-mail address or of the same company, newest first. None is destroyed. */
export async function earlierInquiries(db: D1Database, receipt: string): Promise<ListRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${LISTED_ROW} FROM inquiry AS r
       WHERE r.id IN (${sameBefore('by_sender', 'sender', (name) => name)} UNION ${sameBefore('by_company', 'company_name', (name) => `lower(${name})`)})
       ORDER BY r.id DESC LIMIT ${EARLIER_MAX}`,
    )
    .bind(receipt)
    .all<ListRow>()
  return results
}

const IS_BEYOND = { older: '<', newer: '>' } as const
/** The condition that a row stands beyond the one with a receipt. */
const beyond = (side: keyof typeof IS_BEYOND, order: string) =>
  `${order} ${IS_BEYOND[side]} (SELECT id FROM inquiry WHERE receipt = ?)`

/** Rows of a selection after the one with the given receipt, newest first, for an export. @param after null for the first batch */
export async function inquiriesAfter(
  db: D1Database,
  scope: Scope,
  selected: InquirySelection,
  after: string | null,
  limit: number,
): Promise<InquiryRow[]> {
  const { from, where, order, values } = selectionOf(scope, selected)
  const start = after === null ? '' : `AND ${beyond('older', order)}`
  const { results } = await db
    .prepare(`SELECT ${ALL} FROM ${from} WHERE ${where} ${start} ORDER BY ${order} DESC LIMIT ?`)
    .bind(...values, ...(after === null ? [] : [after]), limit)
    .all<InquiryRow>()
  return results
}

/** The receipts before and after an inquiry in the list of a selection: the next newer and the next older. */
export async function neighboursOf(
  db: D1Database,
  scope: Scope,
  selected: InquirySelection,
  receipt: string,
): Promise<{ newer: string | null; older: string | null }> {
  const { from, where, order, values } = selectionOf(scope, selected)
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

/** The oldest inquiry of a state, or null. */
export const oldestOf = (
  db: D1Database,
  scope: Scope,
  state: RecordState,
): Promise<Pick<InquiryRow, 'accepted_at' | 'last_failure'> | null> => {
  const { from, where, order, values } = selectionOf(scope, { state })
  return db
    .prepare(`SELECT r.accepted_at, r.last_failure FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT 1`)
    .bind(...values)
    .first()
}
