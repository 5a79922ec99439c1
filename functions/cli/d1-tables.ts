import { OperatorError } from './settings.ts'

type Value = string | number | null

/** All rows of a table. */
export interface Table {
  name: string
  columns: string[]
  rows: Value[][]
}

/** Tables that triggers fill from the others (functions/upstream/embedded/migrations/0009_inbox.sql). */
const DERIVED = ['inbox', 'inbox_count']
/** Rows of one query, and statements of one transaction. */
const BATCH = 100

/**
 * The tables that hold data, in the order of their creation, so that a row comes after the row that it refers to. Full-text indexes,
 * views and the inbox are left out: triggers and migrations make them again.
 */
async function tableNames(db: D1Database): Promise<string[]> {
  const kinds = await kindsOf(db)
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    .all<{ name: string }>()
  const plain = new Set(kinds.filter(({ type }) => type === 'table').map(({ name }) => name))
  for (const name of DERIVED) plain.delete(name)
  return results.map(({ name }) => name).filter((name) => plain.has(name) && !/^(?:sqlite_|_cf_|d1_)/.test(name))
}

/** Every table and view. `wr`: 1 for a table WITHOUT ROWID. */
const kindsOf = async (db: D1Database) =>
  (await db.prepare('PRAGMA table_list').all<{ name: string; type: string; wr: number }>()).results

/** Whether the database has no table of the site yet. */
export const isEmptyDatabase = async (db: D1Database): Promise<boolean> => (await tableNames(db)).length === 0

/** Reads every table of the database. */
export async function readTables(db: D1Database): Promise<Table[]> {
  const tables: Table[] = []
  const withoutRowid = new Set((await kindsOf(db)).filter(({ wr }) => wr === 1).map(({ name }) => name))
  for (const name of await tableNames(db)) {
    const table: Table = { name, columns: [], rows: [] }
    if (withoutRowid.has(name)) {
      // Such tables hold what an operator has written, not what visitors send: they are small enough for one query.
      const [columns = [], ...rows] = await db.prepare(`SELECT * FROM "${name}"`).raw<Value[]>({ columnNames: true })
      tables.push({ name, columns: columns.map(String), rows })
      continue
    }
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const page = db.prepare(`SELECT rowid, * FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`)
      const [columns = [], ...rows] = await page.bind(after).raw<[number, ...Value[]]>({ columnNames: true })
      table.columns = columns.slice(1)
      table.rows.push(...rows.map(([, ...values]) => values))
      if (rows.length < BATCH) break
      after = rows.at(-1)?.[0] ?? 0
    }
    tables.push(table)
  }
  return tables
}

/** Writes the rows of a table, as JSON, into a migrated database. Columns that it did not have when it was read get their defaults. */
export async function writeTable(db: D1Database, json: string): Promise<number> {
  const { name, columns, rows } = JSON.parse(json) as Table
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  // A migration or a trigger may have written the row already.
  const insert = `INSERT OR REPLACE INTO "${name}" (${quoted}) VALUES (${columns.map(() => '?').join(', ')})`
  for (let at = 0; at < rows.length; at += BATCH) {
    const statements = rows.slice(at, at + BATCH).map((values) => db.prepare(insert).bind(...values))
    await db.batch(statements).catch((error: unknown) => {
      throw new OperatorError(`The rows of ${name} cannot be written: ${(error as Error).message}`)
    })
  }
  return rows.length
}
