import { z } from 'zod'
import { CATEGORY_NAME, fieldsOf } from '../contract/text-fields.ts'
import { CONTENTS, ENTRY_TEXTS, SUBJECTS } from './text-columns.ts'

const value = z.union([z.string(), z.number(), z.null()])
export type Row = Record<string, string | number | null>

/** What an operator writes, in drafts and versions alike. */
const WRITTEN = ['group_uuid', 'sub_category_id', ...ENTRY_TEXTS, 'is_priority', 'white_label'] as const

interface Table {
  key: number
  columns: readonly string[]
  /** Column that counts changes, for windows that have an older text open: it never goes back. */
  counted?: string
}

/** What belongs to the boards, in the order in which rows refer to each other. The first columns are the primary key. */
const TABLES = {
  sub_category: {
    key: 1,
    columns: ['sub_category_id', 'group_uuid', ...fieldsOf(CATEGORY_NAME), 'sort_order', 'white_label'],
  },
  content_file: {
    key: 1,
    columns: ['file_key', 'file_name', 'media_type', 'size', 'width', 'height', 'added_at', 'added_by', 'white_label'],
  },
  board_item: {
    key: 1,
    columns: [
      'board_uuid',
      'group_uuid',
      'sub_category_id',
      ...SUBJECTS,
      ...CONTENTS,
      'create_date',
      'update_date',
      'is_priority',
      'white_label',
      'published_at',
      'withdrawn_at',
      'version',
      'sort_order',
    ],
  },
  board_version: {
    key: 2,
    columns: ['board_uuid', 'version', ...WRITTEN, 'made_at', 'made_by'],
  },
  board_draft: {
    key: 1,
    columns: ['board_uuid', ...WRITTEN, 'revision', 'saved_at', 'saved_by'],
    counted: 'revision',
  },
  download: {
    key: 1,
    columns: [
      'download_id',
      'file_key',
      ...fieldsOf('title*'),
      ...fieldsOf('category*'),
      'white_label',
      'sort_order',
      'registered_at',
      'withdrawn_at',
      'published_at',
      'version',
    ],
    counted: 'version',
  },
} satisfies Record<string, Table>

const rowsOf = (columns: readonly string[]) =>
  z.array(z.strictObject(Object.fromEntries(columns.map((column) => [column, value])))).default([])

/** Whether each entry has the version that it shows: the next publication writes over its text. */
function hasShownVersions({ board_item = [], board_version = [] }: Record<string, Row[]>): boolean {
  const key = ({ board_uuid, version }: Row) => JSON.stringify([board_uuid, version])
  const kept = new Set(board_version.map(key))
  return board_item.every((row) => kept.has(key(row)))
}

/** A whole board in one file: every table, every version, and the bytes of the files in Base64 by key. */
export const archiveSchema = z.strictObject({
  format: z.literal('boards'),
  version: z.literal(1),
  exported_at: z.string(),
  tables: z
    .strictObject(
      Object.fromEntries(Object.entries<Table>(TABLES).map(([name, { columns }]) => [name, rowsOf(columns)])),
    )
    .refine(hasShownVersions, { path: ['board_version'], error: 'An entry is without the version that it shows.' }),
  files: z.record(z.uuid(), z.base64()),
})
export interface Archive {
  format: 'boards'
  version: 1
  exported_at: string
  tables: Record<string, Row[]>
  files: Record<string, string>
}

/** All rows that belong to the boards, by table. */
export async function readArchiveTables(db: D1Database): Promise<Record<string, Row[]>> {
  const names = Object.entries(TABLES)
  const results = await db.batch<Row>(
    names.map(([name, { columns }]) => db.prepare(`SELECT ${columns.join(', ')} FROM ${name}`)),
  )
  return Object.fromEntries(names.map(([name], index) => [name, results[index]?.results ?? []]))
}

/** Statements that write every row of an archive over the row with the same key; what the archive does not name stays. */
export function mergeArchive(db: D1Database, { tables }: Archive): D1PreparedStatement[] {
  return Object.entries<Table>(TABLES).flatMap(([name, { key, columns, counted }]) => {
    const changes = columns
      .slice(key)
      .map((column) =>
        column === counted
          ? `${column} = 1 + max(${name}.${column}, excluded.${column})`
          : `${column} = excluded.${column}`,
      )
    const statement = db.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (${columns.slice(0, key).join(', ')}) DO UPDATE SET ${changes.join(', ')}`,
    )
    return (tables[name] ?? []).map((row) => statement.bind(...columns.map((column) => row[column] ?? null)))
  })
}
