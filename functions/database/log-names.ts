import { boardOf, type BoardName } from '../contract/board.ts'

/** What an id in the log is called, in both languages; a text that is missing is empty. */
export interface LoggedName {
  kind: BoardName | 'category' | 'download'
  id: string
  ko: string
  en: string
}

/** The names of entries, categories and documents. What is gone has none. */
export async function namesOf(db: D1Database, ids: readonly string[]): Promise<Map<string, LoggedName>> {
  if (ids.length === 0) return new Map()
  const given = JSON.stringify(ids)
  const asked = '(SELECT value FROM json_each(?))'
  const [entries, categories, downloads] = await db.batch<{
    id: string
    board?: string
    ko: string | null
    en: string | null
  }>([
    db
      .prepare(
        `SELECT id, board, max(ko) AS ko, max(en) AS en FROM (
           SELECT board_uuid AS id, group_uuid AS board, subject AS ko, subject_en AS en FROM board_item WHERE board_uuid IN ${asked}
           UNION ALL SELECT board_uuid, group_uuid, subject, subject_en FROM board_draft WHERE board_uuid IN ${asked}
             AND board_uuid NOT IN (SELECT board_uuid FROM board_item)
         ) GROUP BY id`,
      )
      .bind(given, given),
    db
      .prepare(
        `SELECT sub_category_id AS id, sub_category_name AS ko, sub_category_en_name AS en FROM sub_category WHERE sub_category_id IN ${asked}`,
      )
      .bind(given),
    db
      .prepare(`SELECT download_id AS id, title AS ko, title_en AS en FROM download WHERE download_id IN ${asked}`)
      .bind(given),
  ])
  const named = (kind: LoggedName['kind'], { id, ko, en }: { id: string; ko: string | null; en: string | null }) =>
    [id, { kind, id, ko: ko ?? '', en: en ?? '' }] as const
  return new Map<string, LoggedName>([
    ...(entries?.results ?? []).map((row) => named(boardOf(row.board ?? ''), row)),
    ...(categories?.results ?? []).map((row) => named('category', row)),
    ...(downloads?.results ?? []).map((row) => named('download', row)),
  ])
}
