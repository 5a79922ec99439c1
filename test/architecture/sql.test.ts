import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

const SQL =
  /\b(?:SELECT\s[^;]{1,400}?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|TRIGGER)\s)/
const WRITE =
  /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?([a-z_0-9]+)\b(?=\s+SET\b|\s*\(|\s+WHERE\b|['`"])/g

const withSql = sources.filter((file) => SQL.test(read(file)))

test('SQL stands in functions/database only', () => {
  expect(withSql.length).toBeGreaterThan(20)
  expect(
    withSql.filter((file) => !file.startsWith('functions/database/')),
    'Give the table its file of queries in functions/database.',
  ).toEqual([])
})

/** Files that write more tables than one, whole: what fills an empty database. */
const WHOLE = ['functions/database/all-tables.ts', 'functions/database/board-archive.ts']

test('each table of D1 is written by one file', () => {
  const writers = withSql
    .filter((file) => file.startsWith('functions/database/') && !WHOLE.includes(file))
    .flatMap((file) => [...read(file).matchAll(WRITE)].map(([, table = '']) => ({ table, file })))
  const byTable = Map.groupBy(writers, ({ table }) => table)
  expect(byTable.size).toBeGreaterThan(10)
  const several = [...byTable]
    .map(([table, rows]) => [table, ...new Set(rows.map(({ file }) => file))])
    .filter(({ length }) => length > 2)
  // How an inquiry is accepted, claimed and delivered, all else that happens to it, and the end of a canary.
  expect(several).toEqual([
    [
      'inquiry',
      'functions/database/delivery.ts',
      'functions/database/inquiry-canary.ts',
      'functions/database/inquiry-claim.ts',
      'functions/database/inquiry-state.ts',
      'functions/database/new-inquiry.ts',
    ],
  ])
})
