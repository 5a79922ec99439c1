import { entryBodyOf } from '../../../functions/publishing/fields'
import { downloadFieldsOf } from '../../../functions/contract/download'
import { CATEGORY_NAME, fieldsWith } from '../../../functions/contract/text-fields'
import type { EditedEntry, EntryRow } from '../../../functions/database/board-entry'
import type { DownloadRow } from '../../../functions/database/download'
import type { CategoryRow } from '../../../functions/database/sub-category'

// What the operator's API answers: texts in fields, as in the public one (docs/contract.md#9).

export const wireOfRow = ({ subject, category, ...row }: EntryRow) => ({
  ...row,
  ...fieldsWith('subject*', subject),
  ...fieldsWith(CATEGORY_NAME, category),
})

export const wireOfEntry = ({ fields, versions, ...row }: Omit<EditedEntry, 'edition' | 'revision'>) => ({
  ...wireOfRow(row),
  fields: entryBodyOf(fields),
  versions: versions.map(({ subject, ...version }) => ({ ...version, ...fieldsWith('subject*', subject) })),
})

export const wireOfCategoryRow = ({ sub_category_id, name, board, entries }: CategoryRow) => ({
  sub_category_id,
  ...fieldsWith(CATEGORY_NAME, name),
  board,
  entries,
})

export const wireOfDownloadRow = ({ title, category, ...row }: DownloadRow) => ({
  ...row,
  ...downloadFieldsOf({ title, category }),
})
