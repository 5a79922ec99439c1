import { RESTORED_VERSIONS } from './copy-store.ts'
import { pauseOutbox } from './pause.ts'
import { keepDestroyed } from './keep-destroyed.ts'
import { giveUpUnsent } from './restored-messages.ts'
import { countEverDelivered } from './schema.ts'
import { OutboxStore } from './store.ts'

/** A row as the tables of the outbox keep it. */
export type BackupRow = Record<string, string | number | null>

/** Rows of one table. */
export interface TableRows {
  table: string
  rows: BackupRow[]
}

/** The last row of a page. */
export interface Position {
  table: string
  rowid: number
}

export interface BackupPage {
  tables: TableRows[]
  /** Where the next page begins; null after the last one. */
  next: Position | null
}

/** A page that is written back. */
export interface RestoredPage {
  tables: TableRows[]
  /** Which receipts of the page were destroyed since, each with its time in milliseconds since epoch. */
  destroyed: [receipt: string, at: number][]
  isFirst: boolean
  isLast: boolean
}

/** Tables with many rows, which are read by rowid, in this order: an inquiry accepted meanwhile comes at least with its mails. */
const LONG_TABLES = ['inquiry', 'event', 'mail', 'message']
const SHORT_TABLES = ['counter', 'setting', 'mail_event']
/** Tables whose rows have a copy in D1. */
const COPIED_TABLES = ['inquiry', 'message']

/** Characters of a page, so that with its last row it stays under 1 MiB, what a WebSocket message of wrangler may have. */
const PAGE_CHARACTERS = 200_000

/**
 * Reads all tables of an outbox page by page, as they are. A page is read at one moment, the next one later.
 * @param after `next` of the page before; null for the first one
 */
export function readPage(sql: SqlStorage, after: Position | null): BackupPage {
  const tables: TableRows[] = []
  let characters = 0
  for (const table of LONG_TABLES.slice(after ? LONG_TABLES.indexOf(after.table) : 0)) {
    const rows: BackupRow[] = []
    tables.push({ table, rows })
    const from = table === after?.table ? after.rowid : 0
    const query = `SELECT rowid AS position, * FROM ${table} WHERE rowid > ? ORDER BY rowid`
    for (const { position, ...row } of sql.exec<BackupRow & { position: number }>(query, from)) {
      rows.push(row)
      characters += JSON.stringify(row).length
      if (characters >= PAGE_CHARACTERS) return { tables, next: { table, rowid: position } }
    }
  }
  for (const table of SHORT_TABLES)
    tables.push({ table, rows: sql.exec<BackupRow>(`SELECT * FROM ${table}`).toArray() })
  return { tables, next: null }
}

/**
 * Adds a page of a backup to an outbox, in one transaction. Counters are added to those of inquiries that it accepts meanwhile, and
 * agree with the rows afterwards, which were read at another moment. The outbox is paused from the first page on, and takes over no row
 * of D1 before the last one.
 * @returns how many inquiries were destroyed again
 * @throws where the first page meets inquiries, or a row exists already
 */
export function writePage(storage: DurableObjectStorage, { tables, destroyed, isFirst, isLast }: RestoredPage): number {
  const { sql } = storage
  const ended = new Map(destroyed)
  return storage.transactionSync(() => {
    if (isFirst && sql.exec('SELECT 1 FROM inquiry WHERE canary = 0 LIMIT 1').toArray().length > 0)
      throw new Error('The outbox has inquiries already.')
    for (const { table, rows } of tables) {
      const columns = columnsOf(sql, table)
      for (const row of rows) insert(sql, table, columns, COPIED_TABLES.includes(table) ? raised(row) : row)
    }
    // After the rows: a backup has a word on this too.
    pauseOutbox(new OutboxStore(sql), new Date(), isLast)
    const count = keepDestroyed(sql, ended)
    // A page with an answer may be younger than the one with its mail.
    if (isLast) giveUpUnsent(sql)
    sql.exec(
      `UPDATE counter SET value = (SELECT count(*) FROM inquiry WHERE state = counter.name AND canary = 0)
         WHERE name IN ('queued', 'undelivered')`,
    )
    sql.exec(
      `UPDATE counter SET value = (
         SELECT total(value) FROM counter WHERE name IN ('queued', 'delivered', 'undelivered', 'destroyed')
       ) WHERE name = 'accepted'`,
    )
    countEverDelivered(sql)
    return count
  })
}

/** What is written to D1 again, above the version of its row. */
const raised = (row: BackupRow): BackupRow => ({
  ...row,
  version: Number(row.version ?? 1) + RESTORED_VERSIONS,
  copied_version: 0,
})

/** What happens to a row that exists; where nothing is said, it may not. */
const ON_CONFLICT: Record<string, string> = {
  counter: 'ON CONFLICT (name) DO UPDATE SET value = value + excluded.value',
  setting: 'ON CONFLICT (name) DO UPDATE SET value = excluded.value',
}

/**
 * What is written of a row: another release may have had more columns. The id of a mail is its rowid, which that of a new inquiry may have,
 * and a turn is of the order of the outbox that gave it: without one a row gets it when it is due.
 */
const columnsOf = (sql: SqlStorage, table: string): Set<string> =>
  new Set(
    sql
      .exec<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
      .toArray()
      .map(({ name }) => name)
      .filter((name) => name !== 'turn' && (table !== 'mail' || name !== 'id')),
  )

function insert(sql: SqlStorage, table: string, known: ReadonlySet<string>, row: BackupRow): void {
  const columns = Object.keys(row).filter((column) => known.has(column))
  sql.exec(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${ON_CONFLICT[table] ?? ''}`,
    ...columns.map((column) => row[column] ?? null),
  )
}
