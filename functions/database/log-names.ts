import { boardOfGroup, type BoardName } from '../contract/board.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import type { Texts } from '../contract/languages.ts'
import { CATEGORY_NAME, fieldsOf, textsOf, type Sent } from '../contract/text-fields.ts'
import { listOf, SUBJECTS } from './text-columns.ts'

/** What an id in the log is called. */
export interface LoggedName {
  kind: BoardName | 'category' | 'download'
  title: Texts
}

/** The names of entries, categories and documents. What is gone has none, and what is another brand's. */
export async function namesOf(db: D1Database, scope: Scope, ids: readonly string[]): Promise<Map<string, LoggedName>> {
  if (ids.length === 0) return new Map()
  const asked = '(SELECT value FROM json_each(?1))'
  const own = '(?2 IS NULL OR white_label = ?2)'
  const read = async <Row>(sql: string) =>
    (await db.prepare(sql).bind(JSON.stringify(ids), labelOf(scope)).all<Row & { id: string }>()).results
  const [entries, categories, downloads] = await Promise.all([
    read<Sent<'subject*'> & { board: string }>(
      `SELECT board_uuid AS id, group_uuid AS board, ${listOf(SUBJECTS)} FROM board_item
       WHERE board_uuid IN ${asked} AND ${own}
       UNION ALL SELECT board_uuid, group_uuid, ${listOf(SUBJECTS)} FROM board_draft AS d
         WHERE board_uuid IN ${asked} AND ${own} AND NOT EXISTS (SELECT 1 FROM board_item AS i WHERE i.board_uuid = d.board_uuid)`,
    ),
    read<Sent<typeof CATEGORY_NAME>>(
      `SELECT sub_category_id AS id, ${listOf(fieldsOf(CATEGORY_NAME))} FROM sub_category
       WHERE sub_category_id IN ${asked} AND (?2 IS NULL OR white_label IS NULL OR white_label = ?2)`,
    ),
    read<Sent<'title*'>>(
      `SELECT download_id AS id, ${listOf(fieldsOf('title*'))} FROM download WHERE download_id IN ${asked} AND ${own}`,
    ),
  ])
  return new Map<string, LoggedName>([
    ...entries.flatMap((row) => {
      const kind = boardOfGroup(row.board)
      return kind ? [[row.id, { kind, title: textsOf('subject*', row) }] as const] : []
    }),
    ...categories.map((row) => [row.id, { kind: 'category', title: textsOf(CATEGORY_NAME, row) }] as const),
    ...downloads.map((row) => [row.id, { kind: 'download', title: textsOf('title*', row) }] as const),
  ])
}
