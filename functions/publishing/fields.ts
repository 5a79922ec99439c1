import { z } from 'zod'
import { BOARD_NAMES, type BoardName } from '../contract/board.ts'
import { eachField, fieldsWith, textsOf } from '../contract/text-fields.ts'
import { typedText } from '../contract/typed-text.ts'
import type { Basis } from '../database/board-draft.ts'
import type { EntryFields } from '../database/board-entry.ts'

export const SUBJECT_MAX = 200
/** In UTF-16 units, for each language. Both as HTML fit into one row of D1 (2 MB). */
export const CONTENTS_MAX = 100_000

export const board = z.enum(BOARD_NAMES)

const text = (max: number) => typedText.pipe(z.string().max(max)).default('')

/** What an operator writes, as a form or a call has it. Contents are Markdown. */
export const entryBody = z.object({
  sub_category_id: z.string().max(64).default(''),
  ...eachField('subject*', () => text(SUBJECT_MAX).transform((value) => value.trim())),
  ...eachField('contents*', () => text(CONTENTS_MAX)),
  is_priority: z.boolean().default(false),
  /** White-label value of the only brand that shows the entry; null for all brands. */
  white_label: z.string().min(1).max(64).nullable().default(null),
})
type EntryBody = z.output<typeof entryBody>

export const entryFieldsOf = (body: EntryBody): EntryFields => ({
  sub_category_id: body.sub_category_id,
  subject: textsOf('subject*', body),
  contents: textsOf('contents*', body),
  is_priority: body.is_priority,
  white_label: body.white_label,
})
export const entryBodyOf = ({ subject, contents, ...rest }: EntryFields): EntryBody => ({
  ...rest,
  ...fieldsWith('subject*', subject),
  ...fieldsWith('contents*', contents),
})

export const entryId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
/** Which entry a command is about. */
export const entry = z.object({ board, id: entryId })

/**
 * What a save is based on: the edition of the entry (database/board-entry.ts) and the draft's revision when the form was opened, such as
 * `3.7`, `3pw.7`. A save that is based on something else is refused, so that nobody overwrites or shows what he has not seen.
 */
export const basis = z
  .string()
  .regex(/^\d{1,9}p?w?\.\d{1,9}$/)
  .transform((value) => {
    const [edition = '0', revision = '0'] = value.split('.')
    return { edition, revision: Number(revision) }
  })
/** Of an entry that is new. */
export const NO_BASIS = { edition: '0', revision: 0 }

/** An entry, and the text and edition of it that the person has seen. */
export interface EntryAsSeen {
  board: BoardName
  id: string
  basis: Basis
}
