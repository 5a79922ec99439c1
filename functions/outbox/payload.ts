import type { FormKind } from '../contract/form-fields.ts'
import type { InquiryBody } from '../contract/inquiry-body.ts'
import type { Locale } from '../contract/languages.ts'
import type { SpamSignal } from '../contract/spam-signals.ts'

/** Everything that a delivery needs, stored as JSON. It is deleted with the delivery, unless files stay behind. */
export interface Payload {
  inquiry: InquiryBody
  /** Missing in rows of older builds. */
  brandId?: string
  whiteLabel: string
  /** Origin of the brand, for the links in the notification. */
  origin: string
  requestId: string
  /** Language of the page or of the call; missing in rows of older builds. */
  locale?: Locale
  /** Months of the consent (functions/contract/retention.ts); missing in rows of older builds. */
  processedMonths?: number
  /** Ids of all staged uploads of the inquiry. */
  uploads: string[]
  /** Spam signals, under the name in which they are stored; older builds stored none. */
  remarks?: SpamSignal[]
  /** Names of files that could not be sent. */
  missing?: string[]
  /** Uploads that could not be sent: staged until the inquiry is destroyed. */
  kept?: string[]
  /** The receipt of the inquiry that these files were sent for, once more under its key. */
  supplementTo?: string
  /** An inquiry of the site itself (docs/operating.md). */
  canary?: boolean
}

/** The file references of an inquiry by its form fields: `file_ref_id` is the first field's, `file_ref_id_homepage` the profile's. */
export type FileColumn = 'file_ref_id' | 'file_ref_id_homepage'

/** What is not personal in a payload. An entry keeps it when its payload goes. */
export interface PayloadFacts {
  whiteLabel: string
  /** Null where the entry was made from a row that does not know it. */
  kind: FormKind | null
  locale: string | null
  privacyVersion: string | null
  spamSignals: SpamSignal[]
  /** Null where an older build has accepted it. */
  processedMonths: number | null
}

export const factsOfPayload = ({ inquiry, whiteLabel, locale, remarks, processedMonths }: Payload): PayloadFacts => ({
  whiteLabel,
  kind: inquiry.is_home_unite ? 'partnership' : 'sales',
  locale: locale ?? null,
  privacyVersion: inquiry.privacy_version,
  spamSignals: remarks ?? [],
  processedMonths: processedMonths ?? null,
})
