/* The rows of every table, for a backup. */

/** A row that does not fit the schema. */
export class TableRowsError extends Error {}

type Row = Record<string, string | number | null>

/** All rows of a table. */
export interface Table {
  name: string
  rows: Row[]
}

/** Statements of one transaction. */
const BATCH = 100

/** What `PRAGMA table_list` and the schema say of tables and triggers, in the order of their creation. */
async function readSchema(db: D1Database) {
  const { results: kinds } = await db.prepare('PRAGMA table_list').all<{ name: string; type: string; wr: number }>()
  const { results } = await db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'trigger') ORDER BY rowid")
    .all<{ type: string; name: string; sql: string }>()
  const plain = new Set(kinds.filter(({ type }) => type === 'table').map(({ name }) => name))
  return {
    /** Tables with data. A row comes after the row that it refers to. */
    tables: results.map(({ name }) => name).filter((name) => plain.has(name) && !/^(?:sqlite_|_cf_|d1_)/.test(name)),
    withoutRowid: new Set(kinds.filter(({ wr }) => wr === 1).map(({ name }) => name)),
    searches: results.filter(({ sql }) => /^CREATE VIRTUAL TABLE .* USING fts5/is.test(sql)).map(({ name }) => name),
    triggers: results.filter(({ type }) => type === 'trigger'),
  }
}

/** Tables in which the migrations themselves have made a row, or the deployment of the site. */
const FILLED_BY_DEPLOYMENT = new Set(['content_version', 'preview_key', 'legal_version'])

/** Whether the database has nothing but what its migrations and its deployment have made. */
export async function isEmptyDatabase(db: D1Database): Promise<boolean> {
  const { tables } = await readSchema(db)
  const filled = tables.filter((name) => !FILLED_BY_DEPLOYMENT.has(name))
  if (filled.length === 0) return true
  const results = await db.batch(filled.map((name) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`)))
  return results.every((result) => result.results.length === 0)
}

/** D1 ends an instance that loads too much at once: a page has as many rows as fit into about this many characters. */
const PAGE_CHARACTERS = 500_000
const PAGE_ROWS = { first: 50, max: 1000 }

/**
 * Reads every table, page by page, while the site runs. Rows that others refer to are read last, and a row whose reference was deleted
 * meanwhile is left out. Full-text indexes are left out too: they are made again. Integer keys come as text, because they may be larger
 * than what a number of JavaScript can tell apart (those of inquiries are); the column makes them integers again.
 */
export async function readTables(db: D1Database): Promise<Table[]> {
  const { tables: names, withoutRowid } = await readSchema(db)
  const tables = new Map<string, Row[]>()
  for (const name of names.toReversed()) tables.set(name, await readTable(db, name, withoutRowid.has(name)))
  const complete: Table[] = []
  for (const name of names) complete.push({ name, rows: await withReferences(db, name, tables) })
  return complete
}

async function readTable(db: D1Database, name: string, isWithoutRowid: boolean): Promise<Row[]> {
  const { results: columns } = await db
    .prepare(`PRAGMA table_info("${name}")`)
    .all<{ name: string; type: string; pk: number }>()
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  const asText = keys.filter(({ type, pk }) => pk === 1 && type === 'INTEGER')
  const selected = asText.map((key) => `CAST("${key.name}" AS TEXT) AS "${key.name}"`)
  const order = isWithoutRowid ? keys.map((key) => `"${key.name}"`) : ['rowid']
  const after = isWithoutRowid ? keys.map(() => '?') : ['CAST(? AS INTEGER)']
  const all = ['*', ...selected, ...(isWithoutRowid ? [] : ['CAST(rowid AS TEXT) AS page_key'])].join()
  const rows: Row[] = []
  let last: Row | undefined
  for (let limit = PAGE_ROWS.first; ;) {
    const where = last ? `WHERE (${order.join()}) > (${after.join()})` : ''
    const from = last ? (isWithoutRowid ? keys.map((key) => last?.[key.name]) : [last.page_key]) : []
    const { results: page } = await db
      .prepare(`SELECT ${all} FROM "${name}" ${where} ORDER BY ${order.join()} LIMIT ${limit}`)
      .bind(...from)
      .all<Row>()
    for (const { page_key: _ours, ...row } of page) rows.push(row)
    if (page.length < limit) return rows
    last = page.at(-1)
    const fitting = Math.floor((limit * PAGE_CHARACTERS) / JSON.stringify(page).length)
    limit = Math.max(1, Math.min(fitting, limit * 4, PAGE_ROWS.max))
  }
}

/** The rows of a table without those that refer to a row which is not in its table. */
async function withReferences(db: D1Database, name: string, tables: Map<string, Row[]>): Promise<Row[]> {
  const { results } = await db
    .prepare(`PRAGMA foreign_key_list("${name}")`)
    .all<{ table: string; from: string; to: string }>()
  let rows = tables.get(name) ?? []
  for (const { table, from, to } of results) {
    const known = new Set((tables.get(table) ?? []).map((row) => row[to]))
    rows = rows.filter((row) => row[from] === null || known.has(row[from] ?? null))
  }
  return rows
}

/**
 * Makes the rows of a database those of a backup, whose schema it has. No trigger runs meanwhile, because the tables that triggers keep are in the
 * backup too.
 * @throws TableRowsError where a table or a row does not fit
 */
export async function writeTables(db: D1Database, tables: Table[]): Promise<void> {
  const { tables: own, searches, triggers } = await readSchema(db)
  await inBatches(
    db,
    triggers.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)),
  )
  // Rows of the migrations themselves; those that refer to others first.
  await inBatches(
    db,
    own.toReversed().map((name) => db.prepare(`DELETE FROM "${name}"`)),
  )
  for (const { name, rows } of tables)
    await inBatches(
      db,
      rows.map((row) => {
        const columns = Object.keys(row).map((column) => `"${column}"`)
        const insert = `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
        return db.prepare(insert).bind(...Object.values(row))
      }),
    ).catch((error: unknown) => {
      throw new TableRowsError(`The rows of ${name} cannot be written: ${(error as Error).message}`)
    })
  await inBatches(db, [
    ...searches.map((name) => db.prepare(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`)),
    ...triggers.map(({ sql }) => db.prepare(sql)),
    // One that was destroyed while the backup was made may have left rows in tables that were read before: its trigger deletes them.
    db.prepare("UPDATE inquiry SET state = state WHERE state = 'destroyed'"),
  ])
}

async function inBatches(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
  for (let at = 0; at < statements.length; at += BATCH) await db.batch(statements.slice(at, at + BATCH))
}
