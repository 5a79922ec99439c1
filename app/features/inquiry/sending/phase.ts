import type { FileField } from '../../../../functions/contract/form-fields'

/** What the form is doing: bytes sent by field while files are uploaded, then the inquiry itself. */
export type Phase =
  | { name: 'filling' }
  | { name: 'files'; sent: Partial<Record<FileField, number>>; again: boolean }
  /** An upload made no progress; the visitor decides. */
  | { name: 'stalled' }
  | { name: 'inquiry' }

export const isSending = ({ name }: Phase): boolean => name === 'files' || name === 'inquiry'
