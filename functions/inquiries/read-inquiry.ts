import { type FormKind, eachField, type InquiryTexts } from '../contract/form-fields.ts'
import { fileReferences } from '../contract/inquiry-body.ts'
import type { RecordState } from '../contract/possible-commands.ts'
import { isReceivedHere, readInquiryRow, type InquiryRow, telephoneOf } from '../database/inquiry-row.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import type { TelephoneConsent } from '../contract/telephone.ts'
import type { ShownSignal } from '../contract/spam-signals.ts'

/** An inquiry with everything that is known of it here. Times are ISO 8601. */
export interface Inquiry {
  receipt: string
  state: RecordState
  kind: FormKind
  /** Id of the brand. */
  brand: string
  acceptedAt: string
  deliveredAt: string | null
  answeredAt: string | null
  processedAt: string | null
  /** The day in Seoul until which it does not wait, `YYYY-MM-DD`. */
  remindOn: string | null
  /** When it will be destroyed with its files; null until it is processed. */
  destroyAt: string | null
  destroyedAt: string | null
  /** What the visitor typed; null where it is not kept here, or no longer. */
  fields: InquiryTexts | null
  privacyVersion: string | null
  /** The consent of one that was taken by telephone; null for one of a form. */
  telephone: TelephoneConsent | null
  /** Months of the consent for which it is kept once it is processed. */
  processedMonths: number
  /** Language of the visitor; null where it is not known. */
  locale: string | null
  /** Whether the site's own upstream has received it, so that it can be answered here. */
  receivedHere: boolean
  whiteLabel: string
  spamSignals: ShownSignal[]
  /** Why the last attempt to deliver it failed. */
  lastFailure: string | null
  /** Attempts to deliver it that have failed. */
  attempts: number
  /** What the upstream calls its files. */
  references: string[]
}

/** Reads an inquiry. @throws NotFoundError where there is none with the receipt */
export async function readInquiry({ DB }: Pick<Env, 'DB'>, receipt: string): Promise<Inquiry> {
  const row = await readInquiryRow(DB, receipt)
  if (!row) throw new NotFoundError('There is no such inquiry.')
  return {
    receipt: row.receipt,
    state: row.state,
    kind: row.kind,
    brand: row.brand_id,
    acceptedAt: row.accepted_at,
    deliveredAt: row.delivered_at,
    answeredAt: row.answered_at,
    processedAt: row.processed_at,
    remindOn: row.remind_on,
    destroyAt: row.destroyed_at === null ? row.destroy_at : null,
    destroyedAt: row.destroyed_at,
    fields: fieldsOf(row),
    privacyVersion: row.privacy_version,
    telephone: telephoneOf(row),
    processedMonths: row.processed_months,
    locale: row.locale,
    receivedHere: isReceivedHere(row),
    whiteLabel: row.white_label,
    spamSignals: JSON.parse(row.spam_signals) as ShownSignal[],
    lastFailure: row.last_failure,
    attempts: row.attempts,
    references: fileReferences(row),
  }
}

const fieldsOf = (row: InquiryRow): InquiryTexts | null =>
  row.content === null ? null : eachField((name) => row[name] ?? '')
