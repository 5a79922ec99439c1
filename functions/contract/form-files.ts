import { PARTNERSHIP_FILE_BYTES_MAX, SALES_FILE_BYTES_MAX, SALES_FILES_MAX } from './attachments.ts'
import type { FormKind } from './form-fields.ts'

// The file fields of the forms, what each takes, and why a file cannot be attached (docs/specification.md#5).

/** i18n keys that say why a file cannot be attached; they stand beside the field, after `format-size-alert`. */
export const FILE_FAULTS = [
  'file-empty',
  'file-too-large',
  'file-wrong-type',
  'file-not-its-type',
  'file-save-again',
] as const
export type FileFault = (typeof FILE_FAULTS)[number]
export interface RefusedFile {
  name: string
  /** The last one where a form without scripts brings two different files of one name. */
  fault: FileFault | 'file-same-name'
}

/** Limits of a file field. */
export interface FileRule {
  /** Number of files. */
  max: number
  /** Size of each. */
  bytes: number
}
export type FileField = 'files' | 'proposal_file' | 'profile_file'
export const FILE_FIELDS: Record<FormKind, Partial<Record<FileField, FileRule>>> = {
  sales: { files: { max: SALES_FILES_MAX, bytes: SALES_FILE_BYTES_MAX } },
  partnership: {
    proposal_file: { max: 1, bytes: PARTNERSHIP_FILE_BYTES_MAX },
    profile_file: { max: 1, bytes: PARTNERSHIP_FILE_BYTES_MAX },
  },
}

/** Names of files, by field. */
export type FileNames = Partial<Record<FileField, string[]>>
