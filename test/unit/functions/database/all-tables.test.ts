import { expect, test } from 'vitest'
import { readTables, type Table, writeTables } from '../../../../functions/database/all-tables.ts'
import { keepDestroyedRecords } from '../../../../functions/database/inquiry-record.ts'
import { addRecord } from '../../../support/record-row.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/** A database that remembers how much its largest answer has loaded, in characters. */
function measured(d1: SqliteD1, beforeEach: (sql: string) => void = () => undefined) {
  const sizes: number[] = []
  const real = d1.binding as unknown as D1Database
  const counted = <T extends { results: unknown[] } | { results: unknown[] }[]>(answer: T): T => {
    sizes.push(JSON.stringify(answer).length)
    return answer
  }
  const wrap = (statement: D1PreparedStatement & { sql?: string }): D1PreparedStatement =>
    ({
      ...statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => {
        beforeEach(statement.sql ?? '')
        return counted(await statement.all())
      },
    }) as D1PreparedStatement
  const db = {
    prepare: (sql: string) => wrap(real.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => counted(await real.batch(statements)),
  } as unknown as D1Database
  return { db, largest: () => Math.max(...sizes) }
}

const rowsOf = (tables: Table[], name: string) => tables.find((table) => table.name === name)?.rows ?? []
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

test('a backup reads tables in pages that D1 can load, whatever the rows are, and every row once', async () => {
  const d1 = new SqliteD1()
  fill(d1, 3000, 6000)
  d1.rows('UPDATE board_version SET contents = contents || hex(randomblob(100000)) WHERE version % 500 = 0')
  const { db, largest } = measured(d1)
  const tables = await readTables(db)
  expect(largest()).toBeLessThan(4_000_000)
  for (const name of ['board_version', 'content_file', 'sub_category'])
    expect(rowsOf(tables, name).toSorted(byText)).toEqual(d1.rows(`SELECT * FROM ${name}`).toSorted(byText))
})

test('a document that is deleted with its file while a backup is made leaves no row without its file', async () => {
  const d1 = new SqliteD1()
  fill(d1, 1, 10)
  d1.rows(
    "INSERT INTO download (download_id, file_key, title, title_en, category, category_en, registered_at) VALUES ('d', 'key-00000', 't', '', '', '', '')",
  )
  let isRead = false
  const { db } = measured(d1, (sql) => {
    if (/FROM "download"/.test(sql)) isRead = true
    else if (isRead && /FROM "content_file"/.test(sql)) {
      d1.rows('DELETE FROM download')
      d1.rows('DELETE FROM content_file')
    }
  })
  const tables = await readTables(db)
  const files = new Set(rowsOf(tables, 'content_file').map(({ file_key }) => file_key))
  expect(isRead).toBe(true)
  expect(rowsOf(tables, 'download').filter(({ file_key }) => !files.has(file_key ?? null))).toEqual([])
})

test('an inquiry that is destroyed while a backup is made is restored without what was said about it', async () => {
  const d1 = new SqliteD1()
  await addRecord(d1.binding as D1Database, { receipt: 'a', state: 'new', acceptedAt: 0 })
  d1.rows(
    `INSERT INTO message (id, receipt, version, brand_id, kind, at, author, state, text) VALUES ('m', 'a', 1, 'vcp-x', 'reply', '', 'v', 'received', 'Thank you.')`,
  )
  d1.rows("INSERT INTO note (id, receipt, at, author, text) VALUES ('n', 'a', '', 'anna', 'About the visitor.')")
  d1.rows("INSERT INTO answer_draft (receipt, author, text, saved_at) VALUES ('a', 'anna', 'Dear visitor', '')")
  const { db } = measured(d1, (sql) => {
    if (/FROM "inquiry"/.test(sql)) d1.rows("UPDATE inquiry SET state = 'destroyed', destroyed_at = ''")
  })
  const tables = await readTables(db)
  expect(d1.rows('SELECT * FROM message')).toEqual([])
  const restored = new SqliteD1()
  await writeTables(restored.binding as D1Database, tables)
  await keepDestroyedRecords(restored.binding as D1Database, new Map())
  for (const table of ['message', 'note', 'answer_draft'])
    expect(restored.rows(`SELECT * FROM ${table}`), table).toEqual([])
})

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
