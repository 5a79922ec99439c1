import { describe, expect, test } from 'vitest'
import {
  emptyDatabase,
  isEmptyDatabase,
  rowsAsSql,
  statementsOf,
  TableRowsError,
  writeRows,
} from '../../../../functions/database/all-tables.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const binding = (d1: SqliteD1) => d1.binding as D1Database

/** A database that remembers how much its largest answer has loaded, in characters. */
function measured(d1: SqliteD1) {
  const sizes: number[] = []
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      ...statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => {
        const answer = await statement.all()
        sizes.push(JSON.stringify(answer).length)
        return answer
      },
    }) as D1PreparedStatement
  const db = { prepare: (sql: string) => wrap(binding(d1).prepare(sql)) } as unknown as D1Database
  return { db, largest: () => Math.max(...sizes) }
}

/** A text in pieces as a file comes, without regard to rows. */
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const listOf = async (statements: AsyncIterable<string>) => {
  const list: string[] = []
  for await (const statement of statements) list.push(statement)
  return list
}
const textOf = async (d1: SqliteD1) => (await listOf(rowsAsSql(binding(d1)))).join('')
const restored = async (text: string, size = 1000) => {
  const d1 = new SqliteD1()
  return { d1, count: await writeRows(binding(d1), statementsOf(inPieces(text, size))) }
}

const fill = (d1: SqliteD1, entries: number, characters: number) => {
  d1.rows(
    "INSERT INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order) VALUES ('c', 'g', 'c', 'c', 1)",
  )
  d1.rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
     INSERT INTO board_version (board_uuid, version, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority, made_at, made_by)
     SELECT 'entry-' || (i / 7), i, 'g', 'c', 's', '', hex(randomblob(${characters} / 2)), '', 0, '', '' FROM n`,
  )
  d1.rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
     INSERT INTO content_file (file_key, file_name, media_type, size, added_at, added_by)
     SELECT printf('key-%05d', ${entries} - i), 'f', 'image/png', 1, '', '' FROM n`,
  )
}
const addCategory = (d1: SqliteD1, id: string, name: string) =>
  d1.rows(
    'INSERT INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name) VALUES (?, ?, ?, ?)',
    id,
    'g',
    name,
    '',
  )
const addInquiry = (d1: SqliteD1, receipt: string, id: string) =>
  d1.rows(
    `INSERT INTO inquiry (id, receipt, brand_id, white_label, kind, state, accepted_at, processed_months, subject, content, search_grams)
     VALUES (CAST(? AS INTEGER), ?, 'vcp-x', 'default', 'sales', 'new', '2026-11-27', 1, 'subject', 'needle in words', 'needle')`,
    id,
    receipt,
  )

describe('the rows of all tables', () => {
  test('are read in pages that D1 can load, whatever they are, and each once', async () => {
    const d1 = new SqliteD1()
    fill(d1, 3000, 6000)
    d1.rows('UPDATE board_version SET contents = contents || hex(randomblob(500000)) WHERE version % 500 = 0')
    const { db, largest } = measured(d1)
    const read = await listOf(rowsAsSql(db))
    expect(largest()).toBeLessThan(6_000_000)
    const copy = new SqliteD1()
    const given = async function* () {
      yield* read
    }
    expect(await writeRows(binding(copy), statementsOf(given()))).toBe(read.length)
    for (const name of ['board_version', 'content_file', 'sub_category'])
      expect(copy.rows(`SELECT * FROM ${name} ORDER BY 1, 2`)).toEqual(d1.rows(`SELECT * FROM ${name} ORDER BY 1, 2`))
  })

  test.each([1, 7, 100_000])('come back whatever their texts are, read in pieces of %d', async (size) => {
    const d1 = new SqliteD1()
    const texts = [`it's`, `''`, `a');\nINSERT INTO "x" ('`, 'NULL', '1, 2', 'a\r\n\u2028b', '가\u0000😀', '']
    for (const [index, text] of texts.entries()) addCategory(d1, String(index), text)
    const { d1: copy } = await restored(await textOf(d1), size)
    const all = 'SELECT * FROM sub_category ORDER BY sub_category_id'
    expect(copy.rows(all)).toEqual(d1.rows(all))
    expect(copy.rows(all).map((row) => (row as { sub_category_name: string }).sub_category_name)).toEqual(texts)
  })

  test('keep ids that a number of JavaScript cannot tell apart, and are found and counted again', async () => {
    const d1 = new SqliteD1()
    const ids = ['9007199254740993', '9007199254740994']
    for (const id of ids) addInquiry(d1, `receipt-${id}`, id)
    const text = await textOf(d1)
    expect(text).not.toContain('INTO "inquiry_count"')
    const { d1: copy } = await restored(text)
    for (const query of [
      'SELECT CAST(id AS TEXT) AS id, receipt FROM inquiry ORDER BY id',
      "SELECT count(*) AS n FROM inquiry_search WHERE inquiry_search MATCH 'needle'",
      'SELECT * FROM inquiry_count',
    ])
      expect(copy.rows(query), query).toEqual(d1.rows(query))
  })

  test('are left out where what they refer to was deleted meanwhile', async () => {
    const d1 = new SqliteD1()
    fill(d1, 1, 10)
    d1.rows(
      "INSERT INTO download (download_id, file_key, title, title_en, category, category_en, registered_at) VALUES ('d', 'key-00000', 't', '', '', '', '')",
    )
    const text = await textOf(d1)
    const without = text.replace(/INSERT INTO "content_file".*\n/, '')
    expect(without).not.toBe(text)
    const { d1: copy } = await restored(without)
    expect(copy.rows('SELECT * FROM download')).toEqual([])
    expect(copy.rows('SELECT * FROM board_version')).toHaveLength(1)
  })

  test('do not say that the site is paused', async () => {
    const d1 = new SqliteD1()
    d1.rows("INSERT INTO pause (since) VALUES ('2026-11-27')")
    expect(await textOf(d1)).not.toContain('"pause"')
    expect(await isEmptyDatabase(binding(d1))).toBe(true)
  })

  test.each([
    ['a cut one', (text: string) => text.slice(0, -10), 'The last row is cut'],
    ['another statement', () => 'DROP TABLE inquiry;\nx);\n', 'This is no row of a table'],
    ['another table', () => `INSERT INTO "x" ("a") VALUES (1);\n`, 'There is no table x.'],
    ['a wrong value', (text: string) => text.replace(`'g', 'c', 'c', 1`, `'g', 'c', 'c', 'one'`), 'sort_order'],
  ])('are refused where one is %s, and what came before can be emptied', async (_, change, sentence) => {
    const d1 = new SqliteD1()
    fill(d1, 3, 10)
    const copy = new SqliteD1()
    const writing = writeRows(binding(copy), statementsOf(inPieces(change(await textOf(d1)), 50)))
    await expect(writing).rejects.toThrow(TableRowsError)
    await expect(writing).rejects.toThrow(sentence)
    await emptyDatabase(binding(copy))
    expect(await isEmptyDatabase(binding(copy))).toBe(true)
  })

  test('come back without what belongs to an inquiry that came after its table was read', async () => {
    const d1 = new SqliteD1()
    for (const receipt of ['a', 'b']) {
      addInquiry(d1, receipt, receipt === 'a' ? '1' : '2')
      d1.rows("INSERT INTO inquiry_event (receipt, at, event) VALUES (?, '', 'failed')", receipt)
      d1.rows('INSERT INTO inquiry_upload (receipt, upload_id) VALUES (?, ?)', receipt, `upload of ${receipt}`)
      d1.rows(
        "INSERT INTO message (id, receipt, brand_id, kind, at, author, state, text) VALUES (?, ?, 'vcp-x', 'reply', '', 'v', 'received', 'x')",
        `message of ${receipt}`,
        receipt,
      )
      d1.rows("INSERT INTO note (id, receipt, at, author, text) VALUES (?, ?, '', 'anna', 'x')", receipt, receipt)
      d1.rows("INSERT INTO claim (receipt, author, since, active_at) VALUES (?, 'anna', '', '')", receipt)
      d1.rows("INSERT INTO answer_draft (receipt, author, text, saved_at) VALUES (?, 'anna', 'x', '')", receipt)
    }
    const text = await textOf(d1)
    const without = text.replace(/INSERT INTO "inquiry" .*'b'.*\n/, '')
    expect(without).not.toBe(text)
    const { d1: copy } = await restored(without)
    const named = copy.rows(
      "SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name = 'receipt' AND m.name <> 'mail'",
    ) as { name: string }[]
    expect(named.length).toBeGreaterThan(5)
    for (const { name } of named)
      expect(copy.rows(`SELECT DISTINCT receipt FROM ${name}`), name).toEqual([{ receipt: 'a' }])
  })

  test('of a database in use are no empty one; what a site has made by itself is', async () => {
    const d1 = new SqliteD1()
    expect(await isEmptyDatabase(binding(d1))).toBe(true)
    d1.rows("INSERT INTO run (name, succeeded_at) VALUES ('minute', 1)")
    d1.rows("INSERT INTO signing_key (name, value, created_at) VALUES ('files', 'x', '')")
    addInquiry(d1, 'canary', '1')
    d1.rows('UPDATE inquiry SET canary = 1')
    expect(await isEmptyDatabase(binding(d1))).toBe(true)
    addInquiry(d1, 'receipt', '2')
    expect(await isEmptyDatabase(binding(d1))).toBe(false)
  })
})
