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
  const { results: kinds } = await db.prepare('PRAGMA table_list').all<{ name: string; type: string }>()
  const { results } = await db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'trigger') ORDER BY rowid")
    .all<{ type: string; name: string; sql: string }>()
  const plain = new Set(kinds.filter(({ type }) => type === 'table').map(({ name }) => name))
  return {
    /** Tables with data. A row comes after the row that it refers to. */
    tables: results.map(({ name }) => name).filter((name) => plain.has(name) && !/^(?:sqlite_|_cf_|d1_)/.test(name)),
    searches: results.filter(({ sql }) => /^CREATE VIRTUAL TABLE .* USING fts5/is.test(sql)).map(({ name }) => name),
    triggers: results.filter(({ type }) => type === 'trigger'),
  }
}

/** Tables in which the migrations themselves have made a row. */
const FILLED_BY_MIGRATIONS = new Set(['content_version', 'preview_key'])

/** Whether the database has nothing but what its migrations have made. */
export async function isEmptyDatabase(db: D1Database): Promise<boolean> {
  const { tables } = await readSchema(db)
  const filled = tables.filter((name) => !FILLED_BY_MIGRATIONS.has(name))
  if (filled.length === 0) return true
  const results = await db.batch(filled.map((name) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`)))
  return results.every((result) => result.results.length === 0)
}

/**
 * Reads every table in one transaction. Full-text indexes are left out: they are made again. Integer keys come as text, because they may
 * be larger than what a number of JavaScript can tell apart (those of inquiries are); the column makes them integers again.
 */
export async function readTables(db: D1Database): Promise<Table[]> {
  const { tables } = await readSchema(db)
  if (tables.length === 0) return []
  const columns = await db.batch<{ name: string; type: string; pk: number }>(
    tables.map((name) => db.prepare(`PRAGMA table_info("${name}")`)),
  )
  const results = await db.batch<Row>(
    tables.map((name, index) => {
      const keys = (columns[index]?.results ?? []).filter(({ type, pk }) => pk === 1 && type === 'INTEGER')
      const asText = keys.map((key) => `CAST("${key.name}" AS TEXT) AS "${key.name}"`)
      return db.prepare(`SELECT ${['*', ...asText].join()} FROM "${name}"`)
    }),
  )
  return tables.map((name, index) => ({ name, rows: results[index]?.results ?? [] }))
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
  ])
}

async function inBatches(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
  for (let at = 0; at < statements.length; at += BATCH) await db.batch(statements.slice(at, at + BATCH))
}
