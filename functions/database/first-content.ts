import { INSERT_WHOLE_ITEM, SELECT_ANY_ITEM } from './board-item.ts'
import { INSERT_FIRST_VERSION } from './board-version.ts'
import { INSERT_GIVEN_CATEGORY } from './sub-category.ts'

/** A sub-category of the first content. */
export interface FirstCategory {
  sub_category_id: string
  group_uuid: string
  sub_category_name: string
  sub_category_en_name: string
}

/** An entry of the first content, its texts rendered, with the Markdown that they come from. */
export interface FirstEntry {
  board_uuid: string
  group_uuid: string
  sub_category_id: string
  subject: string
  contents: string
  subject_en: string
  contents_en: string
  /** ISO 8601. */
  create_date: string
  update_date: string | null
  is_priority: boolean
  white_label: string | null
  markdown: { contents: string; contents_en: string }
}

/** Writes the first content, unless the boards have an entry. @returns whether it was written */
export async function fillBoards(
  db: D1Database,
  categories: readonly FirstCategory[],
  entries: readonly FirstEntry[],
): Promise<boolean> {
  if (await db.prepare(SELECT_ANY_ITEM).first()) return false
  await db.batch([
    // Entries refer to sub-categories.
    ...categories.map((row, order) =>
      db
        .prepare(INSERT_GIVEN_CATEGORY)
        .bind(row.sub_category_id, row.group_uuid, row.sub_category_name, row.sub_category_en_name, order),
    ),
    ...entries.flatMap((row) => [entryOf(db, row), versionOf(db, row)]),
  ])
  return true
}

const entryOf = (db: D1Database, row: FirstEntry) =>
  db
    .prepare(INSERT_WHOLE_ITEM)
    .bind(
      row.board_uuid,
      row.group_uuid,
      row.sub_category_id,
      row.subject,
      row.contents,
      row.subject_en,
      row.contents_en,
      row.create_date,
      row.update_date,
      Number(row.is_priority),
      row.white_label,
    )

const versionOf = (db: D1Database, row: FirstEntry) =>
  db
    .prepare(INSERT_FIRST_VERSION)
    .bind(
      row.board_uuid,
      row.group_uuid,
      row.sub_category_id,
      row.subject,
      row.markdown.contents,
      row.subject_en,
      row.markdown.contents_en,
      Number(row.is_priority),
      row.white_label,
      row.update_date ?? row.create_date,
    )
