import type { Fault } from '../../../functions/publishing/checks'
import type { ContentFile } from '../../../functions/publishing/add-content-file'
import type { OutdatedError } from '../../../functions/publishing/drafts'
import type { Locale } from '../../i18n/locale'
import type { PostedEntry } from './posted-entry'

/** What the editor says besides the entry itself. */
export interface EditorState {
  /** What was posted but not saved, shown instead of the stored text. Its basis stays: whoever typed it has seen no later text. */
  unsaved?: PostedEntry
  /** Someone else was first. With an unsaved text the page shows both, and nothing is saved until one is chosen. */
  outdated?: OutdatedError
  /** Found before publishing. */
  faults?: Fault[]
  /** The time typed for the publication that the faults are about; null for now. */
  at?: string | null
  /** A message of the catalogue about what was done, or why not. */
  message?: EditorMessage
  /** Why a file was not put into the text. */
  file?: RefusedFile
}

/** A file that was not put into the text. What can be kept of the choice is kept. */
export interface RefusedFile {
  reason: FileRefusal
  alt: string
  into: Locale
  /** A picture that only lacks its description: it need not be sent again. */
  kept: ContentFile | null
}

export const MESSAGES = [
  'saved',
  'published',
  'scheduled',
  'withdrawn',
  'canceled',
  'canceled-again',
  'published-again',
  'brought-back',
  'discarded',
] as const
const REFUSALS = ['invalid', 'unknown-file', 'no-time'] as const
export const FILE_REFUSALS = [
  'file-type',
  'too-large',
  'picture-too-large',
  'picture-refused',
  'no-alt',
  'no-file',
] as const
export type FileRefusal = (typeof FILE_REFUSALS)[number]
/** What an answer says of the text that was posted; null where it says nothing. */
export const postedTextOf = ({ unsaved, faults, message }: EditorState): 'saved' | 'unsaved' | null =>
  unsaved ? 'unsaved' : faults || (message && SAVED.has(message)) ? 'saved' : null
const SAVED = new Set<EditorMessage>(['saved', 'published', 'scheduled', 'no-time'])
export type EditorMessage = (typeof MESSAGES)[number] | (typeof REFUSALS)[number]
