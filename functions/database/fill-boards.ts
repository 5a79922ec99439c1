import type { Texts } from '../contract/languages.ts'
import { CATEGORY_NAME, fieldsWith } from '../contract/text-fields.ts'
import { INSERT_WHOLE_ITEM, SELECT_ANY_ITEM } from './board-item.ts'
import { INSERT_FIRST_VERSION } from './board-version.ts'
import { INSERT_GIVEN_CATEGORY } from './sub-category.ts'

/** A sub-category of the first content. */
export interface FirstCategory {
  sub_category_id: string
  group_uuid: string
  name: Texts
}

/** An entry of the first content, its texts rendered, with the Markdown that they come from. */
export interface FirstEntry {
  board_uuid: string
  group_uuid: string
  sub_category_id: string
  subject: Texts
  contents: Texts
  /** ISO 8601. */
  create_date: string
  update_date: string | null
  is_priority: boolean
  white_label: string | null
  markdown: Texts
}

/** Writes the first content, unless the boards have an entry. @returns whether it was written */
export async function fillBoards(
  db: D1Database,
  categories: readonly FirstCategory[],
  entries: readonly FirstEntry[],
): Promise<boolean> {
  if (await db.prepare(SELECT_ANY_ITEM).first()) return false
  // Prepared once: in an operator's process each is a call to workerd, which it waits for.
  const category = db.prepare(INSERT_GIVEN_CATEGORY)
  const item = db.prepare(INSERT_WHOLE_ITEM)
  const version = db.prepare(INSERT_FIRST_VERSION)
  await db.batch([
    // Entries refer to sub-categories.
    ...categories.map((row, order) => category.bind(row.sub_category_id, row.group_uuid, ...namesOf(row.name), order)),
    ...entries.flatMap((row) => [item.bind(...itemOf(row)), version.bind(...versionOf(row))]),
  ])
  return true
}

const namesOf = (name: Texts) => Object.values(fieldsWith(CATEGORY_NAME, name))
const textsOf = (subject: Texts, contents: Texts) => [
  ...Object.values(fieldsWith('subject*', subject)),
  ...Object.values(fieldsWith('contents*', contents)),
]

const itemOf = (row: FirstEntry) => [
  row.board_uuid,
  row.group_uuid,
  row.sub_category_id,
  ...textsOf(row.subject, row.contents),
  row.create_date,
  // Public since that day.
  row.create_date,
  row.update_date,
  Number(row.is_priority),
  row.white_label,
]

const versionOf = (row: FirstEntry) => [
  row.board_uuid,
  row.group_uuid,
  row.sub_category_id,
  ...textsOf(row.subject, row.markdown),
  Number(row.is_priority),
  row.white_label,
  row.update_date ?? row.create_date,
]
