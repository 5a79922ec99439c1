import type { ListedInquiry } from '../inquiry/export.ts'
import type { StagedName } from '../database/inquiry-record.ts'
import { CANARY_BRAND, type Payload } from '../outbox/payload.ts'
import type { Row } from './programs.ts'

/** Runs one SQL statement on the local or the deployed database. */
export type Query = (sql: string) => Promise<Row[]>

export const STATES = ['new', 'queued', 'undelivered', 'delivered', 'processed'] as const
/** `delivered` includes `processed` ones and new ones; `new` those that nobody has marked as processed. */
export type State = (typeof STATES)[number]

const PAGE = 200
const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`

/** A table of inquiries, and how its rows are listed. */
interface Source {
  table: 'inquiry' | 'undelivered_inquiry'
  date: 'received_at' | 'accepted_at'
  where: Record<State | 'any', string>
  list(rows: Row[], query: Query): Promise<ListedInquiry[]>
}

const RECEIVED: Source = {
  table: 'inquiry',
  date: 'received_at',
  where: {
    any: 'true',
    new: 'processed_at IS NULL',
    delivered: 'true',
    processed: 'processed_at IS NOT NULL',
    queued: 'false',
    undelivered: 'false',
  },
  async list(rows, query) {
    const references = rows.flatMap((row) => [row.file_ref_id, row.file_ref_id_homepage]).filter((id) => id !== null)
    const [files, staged] = await Promise.all([
      query(
        `SELECT file_ref_id, file_key, file_name FROM file WHERE file_ref_id IN (${references.map(quoted).join(', ')}) ORDER BY file_ref_id, position`,
      ),
      // Delivered without some of its files: the copy of the outbox names them.
      query(
        `SELECT receipt, payload FROM undelivered_inquiry WHERE receipt IN (${rows.map(({ receipt }) => quoted(receipt)).join(', ')})`,
      ),
    ])
    const filesOf = (reference: Row[string] | undefined) =>
      files
        .filter(({ file_ref_id }) => file_ref_id === reference)
        .map(({ file_key, file_name }) => ({ file_key, file_name }))
    const stagedOf = (receipt: Row[string] | undefined) =>
      staged.filter((row) => row.receipt === receipt).flatMap(({ payload }) => stagedIn(parsed(payload)))
    return rows.map(({ idempotency_key: _key, processed_at = null, ...row }) => ({
      ...row,
      state: processed_at === null ? 'delivered' : 'processed',
      processed_at,
      is_home_unite: Boolean(row.is_home_unite),
      is_home_inquiry: Boolean(row.is_home_inquiry),
      files: [...filesOf(row.file_ref_id), ...filesOf(row.file_ref_id_homepage), ...stagedOf(row.receipt)],
    })) as unknown as ListedInquiry[]
  },
}

const OF_OUTBOX: Source = {
  table: 'undelivered_inquiry',
  date: 'accepted_at',
  where: {
    any: 'receipt NOT IN (SELECT receipt FROM inquiry)',
    new: "state = 'delivered' AND processed_at IS NULL AND receipt NOT IN (SELECT receipt FROM inquiry)",
    delivered: "state = 'delivered' AND receipt NOT IN (SELECT receipt FROM inquiry)",
    processed: 'processed_at IS NOT NULL AND receipt NOT IN (SELECT receipt FROM inquiry)',
    queued: "state = 'queued'",
    undelivered: "state = 'undelivered'",
  },
  async list(rows) {
    return rows.map((row) => {
      const payload = parsed(row.payload)
      const { held_files: _held, privacy_version, ...inquiry } = payload.inquiry
      return {
        receipt: row.receipt,
        state: row.processed_at === null ? row.state : 'processed',
        received_at: row.accepted_at,
        processed_at: row.processed_at,
        brand_id: row.brand_id,
        white_label: row.white_label,
        privacy_version,
        ...inquiry,
        attempts: row.attempts,
        last_failure: row.last_failure,
        files: stagedIn(payload),
      } as unknown as ListedInquiry
    })
  },
}

const parsed = (payload: Row[string] | undefined) => JSON.parse(String(payload)) as Payload & { staged?: StagedName[] }

const stagedIn = ({ staged = [] }: { staged?: StagedName[] }) =>
  staged.map(({ key, name }) => ({ file_key: key, file_name: name }))

/** Inquiries, newest first, in pages: what the embedded upstream has received, and what the outboxes have not delivered. */
export async function* inquiryPages(query: Query, state: State | null): AsyncGenerator<ListedInquiry[]> {
  const sources = [RECEIVED, OF_OUTBOX].map((source) => inquiriesOf(source, query, state))
  const next = await Promise.all(sources.map((source) => source.next()))
  let page: ListedInquiry[] = []
  for (;;) {
    const newest = next.reduce<number | null>((best, { done, value }, index) => {
      const other = best === null ? null : (next[best]?.value as ListedInquiry)
      return !done && (other === null || value.received_at > other.received_at) ? index : best
    }, null)
    if (newest === null) break
    page.push(next[newest]?.value as ListedInquiry)
    next[newest] = (await sources[newest]?.next()) ?? { done: true, value: undefined }
    if (page.length === PAGE) {
      yield page
      page = []
    }
  }
  yield page
}

/** The rows of one table, newest first, read page by page. */
async function* inquiriesOf(
  source: Source,
  query: Query,
  state: State | null,
): AsyncGenerator<ListedInquiry, undefined> {
  const { table, date } = source
  for (let after = 'true'; ;) {
    const rows = await query(
      `SELECT * FROM ${table} WHERE brand_id IS NOT '${CANARY_BRAND}' AND ${source.where[state ?? 'any']} AND ${after} ORDER BY ${date} DESC, receipt DESC LIMIT ${PAGE}`,
    )
    yield* await source.list(rows, query)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return undefined
    after = `(${date}, receipt) < (${quoted(last[date])}, ${quoted(last.receipt)})`
  }
}
