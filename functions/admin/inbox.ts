import { z } from 'zod'
import type { FormKind } from '../contract/form-fields.ts'
import type { Env } from '../env.ts'

/** States of the inbox. `new`: delivered to the embedded upstream and not processed yet. */
export const INBOX_STATES = ['new', 'queued', 'undelivered', 'processed'] as const
export type InboxState = (typeof INBOX_STATES)[number]

export const PAGE_SIZE = 50
/** The last page that can be asked for; beyond it a filter or a search is the way. */
export const PAGE_MAX = 200
const QUERY_MAX = 100

/** The filters of the list (docs/contract.md#9). What is not one of the values counts as not given. */
export const inboxFilters = z.object({
  /** `delivered`: those that the embedded upstream has received, new and processed. */
  state: z
    .enum([...INBOX_STATES, 'delivered'])
    .optional()
    .catch(undefined),
  kind: z.enum(['sales', 'partnership']).optional().catch(undefined),
  brand: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .optional()
    .catch(undefined),
  q: z.string().trim().max(QUERY_MAX).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(PAGE_MAX).catch(1),
  /** Pages of what a remote upstream has: delivered before then. */
  before: z.iso.datetime().optional().catch(undefined),
})
export type InboxFilters = z.output<typeof inboxFilters>
/** What selects inquiries, whatever the page. */
export type Selected = Omit<InboxFilters, 'page' | 'before'>

/** One line of the list. */
export interface InboxRow {
  receipt: string
  /** ISO 8601. */
  accepted_at: string
  state: InboxState | 'delivered'
  kind: FormKind
  brand: string
  company_name: string
  user_name: string
  inquiry_mail: string
  subject: string
}

export interface InboxPage {
  rows: InboxRow[]
  page: number
  /** Whether there is a next page. */
  more: boolean
}

const COLUMNS = 'receipt, accepted_at, state, kind, brand, company_name, user_name, inquiry_mail, subject'

/** The condition of a selection and its values. */
interface Selection {
  from: string
  where: string
  values: string[]
}

/**
 * A selection that is read in the order of ids, from one index: only the first filter is offered to the planner as a term for an index
 * (a `+` hides the others), and a search gives its rows in that order itself.
 */
function selectionOf({ state, brand, kind, q }: Selected): Selection {
  const terms = termsOf(q)
  const conditions: string[] = []
  const values: string[] = []
  if (terms !== null) {
    conditions.push('inbox_search MATCH ?')
    values.push(terms)
  }
  const add = (column: string, value: string | undefined) => {
    if (value === undefined) return
    conditions.push(`${conditions.length > 0 ? '+' : ''}inbox.${column} = ?`)
    values.push(value)
  }
  if (state === 'delivered') conditions.push("(+inbox.source = 'received' OR +inbox.state = 'delivered')")
  else add('state', state)
  add('brand', brand)
  add('kind', kind)
  return {
    from: terms === null ? 'inbox' : 'inbox_search JOIN inbox ON inbox.id = inbox_search.rowid',
    where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    values,
  }
}

/** An expression of FTS5 for words that begin with those of the query, in any of the columns; null where there is none. */
export function termsOf(query: string | undefined): string | null {
  const words = query?.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.length > 0 ? words.map((word) => `"${word}"*`).join(' ') : null
}

const orderOf = ({ from }: Selection) => (from === 'inbox' ? 'inbox.id' : 'inbox_search.rowid')

/** A page of the list, newest first. */
export async function listInbox({ DB }: Pick<Env, 'DB'>, filters: InboxFilters): Promise<InboxPage> {
  const selection = selectionOf(filters)
  const { results } = await DB.prepare(
    `SELECT ${COLUMNS.replace(/\w+/g, 'inbox.$&')} FROM ${selection.from} ${selection.where}
       ORDER BY ${orderOf(selection)} DESC LIMIT ? OFFSET ?`,
  )
    .bind(...selection.values, PAGE_SIZE + 1, (filters.page - 1) * PAGE_SIZE)
    .all<InboxRow & Record<string, unknown>>()
  return {
    rows: results.slice(0, PAGE_SIZE),
    page: filters.page,
    more: results.length > PAGE_SIZE && filters.page < PAGE_MAX,
  }
}

/** Receipts of a selection after the given one, oldest last, for the export. */
export async function receiptsOf(
  { DB }: Pick<Env, 'DB'>,
  filters: Selected,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const selection = selectionOf(filters)
  const order = orderOf(selection)
  const start =
    after === null ? '' : `${selection.where ? 'AND' : 'WHERE'} ${order} < (SELECT id FROM inbox WHERE receipt = ?)`
  const { results } = await DB.prepare(
    `SELECT inbox.receipt FROM ${selection.from} ${selection.where} ${start} ORDER BY ${order} DESC LIMIT ?`,
  )
    .bind(...selection.values, ...(after === null ? [] : [after]), limit)
    .all<{ receipt: string }>()
  return results.map(({ receipt }) => receipt)
}

/** The receipts before and after an inquiry in the list of a selection: the next newer and the next older. */
export async function neighboursOf(
  { DB }: Pick<Env, 'DB'>,
  filters: Selected,
  receipt: string,
): Promise<{ newer: string | null; older: string | null }> {
  const selection = selectionOf(filters)
  const order = orderOf(selection)
  const next = (sign: '<' | '>') =>
    DB.prepare(
      `SELECT inbox.receipt FROM ${selection.from} ${selection.where} ${selection.where ? 'AND' : 'WHERE'}
         ${order} ${sign} (SELECT id FROM inbox WHERE receipt = ?) ORDER BY ${order} ${sign === '<' ? 'DESC' : 'ASC'} LIMIT 1`,
    )
      .bind(...selection.values, receipt)
      .first<{ receipt: string }>()
  const [newer, older] = await Promise.all([next('>'), next('<')])
  return { newer: newer?.receipt ?? null, older: older?.receipt ?? null }
}

export interface InboxCount {
  state: InboxState | 'delivered'
  kind: FormKind
  brand: string
  n: number
}

/** How many inquiries there are of each state, kind and brand; kept by triggers, so that nothing is counted. */
export async function inboxCounts({ DB }: Pick<Env, 'DB'>): Promise<InboxCount[]> {
  const { results } = await DB.prepare('SELECT state, kind, brand, n FROM inbox_count WHERE n > 0 ORDER BY brand').all<
    InboxCount & Record<string, unknown>
  >()
  return results
}
