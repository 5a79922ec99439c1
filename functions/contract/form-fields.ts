import { PARTNERSHIP_FILE_BYTES_MAX, SALES_FILE_BYTES_MAX, SALES_FILES_MAX } from './limits.ts'

/*
 * What a form knows before anything is checked: its names, choices, messages and file rules (spec 5, 8; contract: Forms).
 * No zod here, so that the page's first script stays small.
 */
export type FormKind = 'sales' | 'partnership'
export const FORM_KINDS = ['sales', 'partnership'] as const satisfies FormKind[]

export const INQUIRY_TYPES = ['service', 'solution', 'issue', 'membership', 'quote'] as const
export const PARTNERSHIP_TYPES = ['customer', 'partner'] as const
/** `recipient_type` of a sales inquiry (spec 7). */
export const SALES_RECIPIENT = 'vcp-x'

/** Keys of every sentence a form can answer with; `app/i18n/{ko,en}/inquiry.json` has each. */
export const FORM_MESSAGES = [
  'contact-person-alert',
  'company-alert',
  'country-code-alert',
  'phone-alert',
  'inquiry-mail-alert',
  'inquiry-mail-form-alert',
  'inquiry-type-alert',
  'title-alert',
  'inquiry-content-alert',
  'privacy-check-alert',
  'partnership-recipient-type-alert',
  'partnership-title-alert',
  'partnership-inquiry-content-alert',
  'text-limit-alert',
  'content-limit-alert',
  'file-limit-alert',
  'format-size-alert',
  'file-upload-fail-alert',
] as const
export type FormMessage = (typeof FORM_MESSAGES)[number]

/** How many files a field takes and how large each may be (spec 5). */
export interface FileRule {
  max: number
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

/** Name of the field that people never see; what fills it is no visitor. */
export const HONEYPOT = 'website'

/** Turnstile's own name for its token: a field of the form, and a header of JSON calls. */
export const TURNSTILE_TOKEN = 'cf-turnstile-response'

/** The page of each form and the one after it (spec 2). */
export const FORM_PATHS = {
  sales: '/support/request',
  partnership: '/support/affiliate',
} as const satisfies Record<FormKind, string>

/** What the page that confirms an inquiry tells: its receipt, names of files that did not go, and of those the edge keeps and tries again. */
export interface Sent {
  receipt: string
  unsent: string[]
  held: string[]
}

/** The address of the page that confirms a sending. */
export function completeAddress(kind: FormKind, { receipt, unsent, held }: Sent, language: string | null): string {
  const query = new URLSearchParams({ receipt })
  for (const name of unsent) query.append('unsent', name.slice(0, 200))
  for (const name of held) query.append('held', name.slice(0, 200))
  if (language) query.set('lng', language)
  return `${FORM_PATHS[kind]}/complete?${query}`
}

/** How a form that came without a script failed; the page is rendered again with it (contract: Forms). */
export interface FormOutcome {
  kind: FormKind
  /** Name of the failing field, or null where the whole form failed. */
  field: string | null
  /** A FormMessage, or an ErrorCode of the API. */
  message: string
  /** What was typed, by field name; never files. */
  values: Record<string, string>
  status: number
}

/** What became of a form that came without a script: accepted, perhaps with files that the edge still holds, or failed. */
export type FormAnswer = { receipt: string; held: string[]; outcome?: never } | { outcome: FormOutcome }
