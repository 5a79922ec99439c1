/*
 * The rows of every table as SQL, for a backup: one INSERT for each row, a line or, where a text has lines, several. D1's own export refuses
 * a database with full-text indexes, and an import of it refuses a statement of more than 100 KB, which a long row is.
 */

/** A row or a statement that does not fit. */
export class TableRowsError extends Error {}

type Value = string | number | null
type Row = Record<string, Value>

interface Schema {
  /** Tables with data of their own. A row comes after the row that it refers to. */
  tables: string[]
  withoutRowid: Set<string>
}

/** Tables that say something of one installation, not of what it holds. */
const OF_THE_SITE = new Set(['pause'])

/** What `PRAGMA table_list` and the schema say, in the order of creation. */
async function readSchema(db: D1Database): Promise<Schema> {
  const { results: kinds } = await db.prepare('PRAGMA table_list').all<{ name: string; type: string; wr: number }>()
  const { results } = await db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'trigger') ORDER BY rowid")
    .all<{ type: string; name: string; sql: string }>()
  const plain = new Set(kinds.filter(({ type }) => type === 'table').map(({ name }) => name))
  // Counts and indexes of other tables: their rows are made by the triggers, also in a restore.
  const ofTriggers = results
    .filter(({ type }) => type === 'trigger')
    .flatMap(({ sql }) => [...sql.matchAll(/INSERT INTO "?(\w+)/gi)].map(([, name = '']) => name))
  const left = new Set([...OF_THE_SITE, ...ofTriggers])
  return {
    tables: results
      .map(({ name }) => name)
      .filter((name) => plain.has(name) && !left.has(name) && !/^(?:sqlite_|_cf_|d1_)/.test(name)),
    withoutRowid: new Set(kinds.filter(({ wr }) => wr === 1).map(({ name }) => name)),
  }
}

/** Tables in which the migrations have made a row, or the deployment of the site. */
const FILLED_BY_DEPLOYMENT = new Set(['content_version', 'upstream_state', 'legal_version'])
/** Tables that the clock and the checks of a site fill before anybody has used it. */
const FILLED_BY_ITSELF = new Set(['run', 'signing_key', 'mail', 'inquiry_event'])

/** Tables that hold something once the site runs. */
const filledTables = async (db: D1Database): Promise<string[]> =>
  (await readSchema(db)).tables.filter((name) => !FILLED_BY_DEPLOYMENT.has(name))

/** Whether nobody has put anything into the database: it has what its migrations, its deployment and its clock have made. */
export async function isEmptyDatabase(db: D1Database): Promise<boolean> {
  const used = (await filledTables(db)).filter((name) => !FILLED_BY_ITSELF.has(name))
  const results = await db.batch(
    used.map((name) => db.prepare(`SELECT 1 FROM "${name}" ${name === 'inquiry' ? 'WHERE canary = 0' : ''} LIMIT 1`)),
  )
  return results.every((result) => result.results.length === 0)
}

/** Deletes the rows of an unfinished restore, those that refer to others first. */
export async function emptyDatabase(db: D1Database): Promise<void> {
  const tables = await filledTables(db)
  await db.batch(tables.toReversed().map((name) => db.prepare(`DELETE FROM "${name}"`)))
}

/** D1 ends an instance that loads too much at once: a page has as many rows as fit into about this many characters. */
const PAGE_CHARACTERS = 500_000
const PAGE_ROWS = { first: 20, max: 1000 }

/**
 * The rows of all tables as statements, in the order in which they are restored, read page by page while the site runs. Integer keys come as
 * text, because they may be larger than what a number of JavaScript can tell apart (those of inquiries are); the column makes them integers
 * again.
 */
export async function* rowsAsSql(db: D1Database): AsyncGenerator<string> {
  const { tables, withoutRowid } = await readSchema(db)
  for (const name of tables) yield* rowsOfTable(db, name, withoutRowid.has(name))
}

async function* rowsOfTable(db: D1Database, name: string, isWithoutRowid: boolean): AsyncGenerator<string> {
  const { results: columns } = await db
    .prepare(`PRAGMA table_info("${name}")`)
    .all<{ name: string; type: string; pk: number }>()
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  const selected = columns.map(({ name: column, type, pk }) =>
    pk === 1 && type === 'INTEGER' ? `CAST("${column}" AS TEXT) AS "${column}"` : `"${column}"`,
  )
  const order = isWithoutRowid ? keys.map((key) => `"${key.name}"`) : ['rowid']
  const after = isWithoutRowid ? keys.map(() => '?') : ['CAST(? AS INTEGER)']
  const all = [...selected, ...(isWithoutRowid ? [] : ['CAST(rowid AS TEXT) AS page_key'])].join()
  let last: Row | undefined
  for (let limit = PAGE_ROWS.first; ;) {
    const where = last ? `WHERE (${order.join()}) > (${after.join()})` : ''
    const from = last ? (isWithoutRowid ? keys.map((key) => last?.[key.name]) : [last.page_key]) : []
    const { results: page } = await db
      .prepare(`SELECT ${all} FROM "${name}" ${where} ORDER BY ${order.join()} LIMIT ${limit}`)
      .bind(...from)
      .all<Row>()
    let characters = 0
    for (const { page_key: _ours, ...row } of page) {
      const statement = statementOf(name, row)
      characters += statement.length
      yield statement
    }
    if (page.length < limit) return
    last = page.at(-1)
    const fitting = Math.floor((limit * PAGE_CHARACTERS) / Math.max(1, characters))
    limit = Math.max(1, Math.min(fitting, limit * 4, PAGE_ROWS.max))
  }
}

const statementOf = (table: string, row: Row): string => {
  const names = Object.keys(row).map((column) => `"${column}"`)
  return `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});\n`
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new TableRowsError('A column holds bytes, which a backup cannot write.')
}

const STATEMENT = /^INSERT INTO "(\w+)" \(("\w+"(?:, "\w+")*)\) VALUES \((.*)\);\n$/s
const LITERAL = /\s*(?:'([^']*(?:''[^']*)*)'|(NULL)|(-?\d[\d.e+-]*))(?:,|$)/gy

/** Reads a statement of `rowsAsSql`. @throws TableRowsError where it is none */
function readStatement(statement: string): { table: string; columns: string[]; values: Value[] } {
  const [, table, names = '', list = ''] = STATEMENT.exec(statement) ?? []
  const values = [...list.matchAll(LITERAL)].map(([, text, isNull, number]): Value => {
    if (text !== undefined) return text.replaceAll("''", "'")
    return isNull === undefined ? Number(number) : null
  })
  const columns = names.split(', ')
  if (table === undefined || values.length !== columns.length)
    throw new TableRowsError(`This is no row of a table: ${statement.slice(0, 80)}`)
  return { table, columns, values }
}

/** Cuts a text that comes in pieces into the statements of `rowsAsSql`. A text of a row may itself look like the end of one. */
export async function* statementsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const END = ');\n'
  let rest = ''
  let quotes = 0
  let from = 0
  for await (const piece of pieces) {
    rest += piece
    for (let end = rest.indexOf(END, from); end >= 0; end = rest.indexOf(END, from)) {
      const next = end + END.length
      quotes += rest.slice(from, next).split("'").length - 1
      from = next
      if (quotes % 2 !== 0) continue
      yield rest.slice(0, next)
      rest = rest.slice(next)
      from = quotes = 0
    }
  }
  if (rest !== '') throw new TableRowsError(`The last row is cut: ${rest.slice(0, 80)}`)
}

/** Tables whose rows end with their inquiry. Mails end by themselves. */
const OF_AN_INQUIRY = ['inquiry_event', 'inquiry_upload', 'message', 'note', 'claim', 'answer_draft']

/** Rows of one transaction. */
const BATCH = { rows: 100, characters: 1_000_000 }

/**
 * Writes the rows of a backup into a database with its schema. Rows of the migrations themselves are replaced, and a row is left out whose
 * reference was deleted while the backup was made.
 * @returns how many
 * @throws TableRowsError where a row does not fit
 */
export async function writeRows(db: D1Database, statements: AsyncIterable<string>): Promise<number> {
  const references = new Map<string, { table: string; from: string; to: string }[]>()
  for (const name of (await readSchema(db)).tables) {
    const list = db.prepare(`PRAGMA foreign_key_list("${name}")`).all<{ table: string; from: string; to: string }>()
    references.set(name, (await list).results)
  }
  let batch: D1PreparedStatement[] = []
  let characters = 0
  let count = 0
  const write = async () => {
    if (batch.length > 0) await db.batch(batch)
    batch = []
    characters = 0
  }
  try {
    for await (const statement of statements) {
      const { table, columns, values } = readStatement(statement)
      const keys = references.get(table)
      if (!keys) throw new TableRowsError(`There is no table ${table}.`)
      const conditions = keys.flatMap(({ table: to, from, to: key }) => {
        const index = columns.indexOf(`"${from}"`)
        const at = `?${index + 1}`
        return index < 0 ? [] : `(${at} IS NULL OR EXISTS (SELECT 1 FROM "${to}" WHERE "${key}" = ${at}))`
      })
      const marks = values.map((_, index) => `?${index + 1}`).join(', ')
      const insert = `INSERT OR REPLACE INTO "${table}" (${columns.join(', ')}) SELECT ${marks} WHERE ${[...conditions, 'true'].join(' AND ')}`
      batch.push(db.prepare(insert).bind(...values))
      characters += statement.length
      count++
      if (batch.length === BATCH.rows || characters > BATCH.characters) await write()
    }
    await write()
    // An inquiry that came while the backup was made may be missing: nothing would ever end what belongs to it.
    await db.batch(
      OF_AN_INQUIRY.map((name) =>
        db.prepare(`DELETE FROM "${name}" WHERE receipt NOT IN (SELECT receipt FROM inquiry)`),
      ),
    )
  } catch (error) {
    throw error instanceof TableRowsError ? error : new TableRowsError((error as Error).message, { cause: error })
  }
  return count
}
