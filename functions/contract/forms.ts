import { PARTNERSHIP_FILE_BYTES_MAX, SALES_FILE_BYTES_MAX, SALES_FILES_MAX } from './attachments.ts'

/*
 * Kinds, choices and file rules of the forms (docs/specification.md#5, docs/contract.md#6). Without zod, so that the script
 * of a form page stays small until the form is sent.
 */
export type FormKind = 'sales' | 'partnership'

export const INQUIRY_TYPES = ['service', 'solution', 'issue', 'membership', 'quote'] as const
export const PARTNERSHIP_TYPES = ['customer', 'partner'] as const
/** `recipient_type` of a sales inquiry. */
export const SALES_RECIPIENT = 'vcp-x'

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

/** The names in an object, as its type has them. */
export function keysOf<K extends string>(object: Partial<Record<K, unknown>>): readonly K[]
export function keysOf(object: object): readonly string[] {
  return Object.keys(object)
}

/** Name of a field that is hidden from people; only programs fill it in. */
export const HONEYPOT = 'website'

/** Turnstile's name for its token: a field of the form, and a header of JSON calls. */
export const TURNSTILE_TOKEN = 'cf-turnstile-response'

const FORM_PATHS: Record<FormKind, string> = { sales: '/support/request', partnership: '/support/affiliate' }

/** An accepted inquiry, as the page that confirms it shows it. */
export interface Sent {
  receipt: string
  /** Names of files that are lost. */
  unsent: string[]
  /** Names of staged files, which are forwarded later. */
  held: string[]
}

/**
 * The address of the page that confirms an inquiry.
 * @param held signed names of staged files, for a browser without scripts; with scripts the tab itself keeps the names
 */
export function completeAddress(kind: FormKind, receipt: string, language: string | null, held: string | null): string {
  const query = new URLSearchParams({ receipt })
  if (held !== null) query.set('held', held)
  if (language) query.set('lng', language)
  return `${FORM_PATHS[kind]}/complete?${query}`
}

/** Names of files, by field. */
export type FileNames = Partial<Record<FileField, string[]>>

/** How a form that was posted without a script failed; its page is rendered again with it. */
export interface FormOutcome {
  kind: FormKind
  /** Name of the failing field, or null where the whole form failed. */
  field: string | null
  /** A FormMessage (form-fields.ts), or an ErrorCode of the API. */
  message: string
  /** The file that the message is about. */
  refused?: RefusedFile
  /** Typed texts by field name. */
  values: Record<string, string>
  /** Names of files that came with the form, without `refused`, by field: a browser puts no file back into a form. */
  notKept: FileNames
  status: number
  /** Seconds after which it may be sent again. */
  retryAfter?: string
}
