import { entryBodyOf } from '../../../functions/publishing/fields'
import { wireOfCategory, wireOfItem } from '../../../functions/contract/board-wire'
import { downloadFieldsOf } from '../../../functions/contract/download'
import { fieldsWith } from '../../../functions/contract/text-fields'
import type { EditedEntry, EntryRow } from '../../../functions/database/board-entry'
import type { DownloadRow } from '../../../functions/database/download'
import type { CategoryRow } from '../../../functions/database/sub-category'

// What the operator's API answers: texts in fields, as in the public one (docs/contract.md#9).

export const wireOfRow = (row: EntryRow) => wireOfItem(row)

export const wireOfEntry = ({ fields, versions, ...row }: Omit<EditedEntry, 'edition' | 'revision'>) => ({
  ...wireOfItem(row),
  fields: entryBodyOf(fields),
  versions: versions.map(({ subject, ...version }) => ({ ...version, ...fieldsWith('subject*', subject) })),
})

export const wireOfCategoryRow = ({ board, entries, ...category }: CategoryRow) => ({
  ...wireOfCategory(category),
  board,
  entries,
})

export const wireOfDownloadRow = ({ title, category, ...row }: DownloadRow) => ({
  ...row,
  ...downloadFieldsOf({ title, category }),
})
