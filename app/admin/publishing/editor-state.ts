import type { Fault } from '../../../functions/commands/publishing/checks'
import type { OutdatedError } from '../../../functions/commands/publishing/drafts'
import type { EntryFields } from '../../../functions/database/board-entry'

/** What the editor says besides the entry itself. */
export interface EditorState {
  /** What was posted but could not be saved, instead of the stored text. */
  typed?: EntryFields
  /** Someone else was first. */
  outdated?: OutdatedError
  /** Found before publishing. */
  faults?: Fault[]
  /** The time typed for the publication that the faults are about; null for now. */
  at?: string | null
  /** A message of the catalogue about what was done, or why not. */
  message?: EditorMessage
}
export const MESSAGES = ['saved', 'published', 'scheduled', 'withdrawn', 'published-again', 'brought-back'] as const
export const REFUSALS = ['invalid', 'file-type', 'too-large', 'no-alt', 'no-time'] as const
export type EditorMessage = (typeof MESSAGES)[number] | (typeof REFUSALS)[number]
