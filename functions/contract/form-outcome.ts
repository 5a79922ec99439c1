import type { FileNames, RefusedFile } from './form-files.ts'
import type { FormKind } from './form-fields.ts'

// What became of a form that was sent: the page that confirms it, or why it failed (docs/contract.md#6).

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
