import { basis, entryBody, entryFieldsOf } from '../../../functions/publishing/fields'
import { fromSeoulInput } from '../../../functions/contract/seoul'
import { fieldsOf } from '../../../functions/contract/text-fields'
import type { Basis } from '../../../functions/database/board-draft'
import type { EntryFields } from '../../../functions/database/board-entry'
import { textFieldsOf, textOf } from '../posted'

/** The posted text of an entry. */
export interface PostedEntry {
  fields: EntryFields
  /** What it was typed over. After a conflict it is the other text that the page showed, if the own one was chosen instead. */
  based: Basis
}

/** Reads the editor's form; null where it is not one of ours, or a text is longer than its field allows. */
export function postedEntry(form: URLSearchParams): PostedEntry | null {
  const body = entryBody.safeParse({
    sub_category_id: textOf(form, 'sub_category_id'),
    ...textFieldsOf(form, [...fieldsOf('subject*'), ...fieldsOf('contents*')]),
    is_priority: form.has('is_priority'),
    white_label: textOf(form, 'white_label') || null,
  })
  const based = basis.safeParse(textOf(form, textOf(form, 'action') === 'keep-mine' ? 'seen' : 'basis'))
  return body.success && based.success ? { fields: entryFieldsOf(body.data), based: based.data } : null
}

/** The time of publication, typed in Seoul time; undefined where it is no time. */
export function postedTime(form: URLSearchParams): Date | undefined {
  const at = fromSeoulInput(textOf(form, 'at'))
  return at === null ? undefined : new Date(at)
}

export const basisText = ({ edition, revision }: Basis): string => `${edition}.${revision}`
