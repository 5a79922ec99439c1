import type { FileSource } from '../attachments/check-files.ts'
import { uploadOf } from '../attachments/staged-files.ts'
import type { FormKind } from '../contract/form-fields.ts'
import { fileReferences } from '../contract/inquiry-body.ts'
import type { RecordState } from '../contract/possible-deeds.ts'
import { eachField, type InquiryTexts } from '../contract/inquiry-fields.ts'
import { PROCESSED_MONTHS } from '../contract/retention.ts'
import { readRecord, type InquiryRecord, type StagedName } from '../database/inquiry-record.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import type { ShownSignal } from '../contract/spam-signals.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'

/** An inquiry with everything that is known of it here. Times are ISO 8601. */
export interface Inquiry {
  receipt: string
  state: RecordState
  /** Null where it is not known. */
  kind: FormKind | null
  /** Id of the brand, whose outbox has it. */
  brand: string
  acceptedAt: string
  deliveredAt: string | null
  answeredAt: string | null
  processedAt: string | null
  /** When it will be destroyed with its files; null until it is processed. */
  destroyAt: string | null
  destroyedAt: string | null
  /** What the visitor typed; null where it is not kept here, or no longer. */
  fields: InquiryTexts | null
  privacyVersion: string | null
  /** Months of the consent for which it is kept once it is processed. */
  processedMonths: number
  /** Language of the visitor; null where an earlier release has not kept it. */
  locale: string | null
  whiteLabel: string
  spamSignals: ShownSignal[]
  /** Why the last attempt to deliver it failed. */
  lastFailure: string | null
  /** Attempts to deliver it that have failed. */
  attempts: number
  files: FileSource
  call: UpstreamCall
}

/** Reads an inquiry. @throws NotFoundError where there is none with the receipt */
export async function readInquiry({ DB }: Pick<Env, 'DB'>, receipt: string, requestId: string): Promise<Inquiry> {
  const row = await readRecord(DB, receipt)
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
    destroyAt: row.destroyed_at === null ? row.destroy_at : null,
    destroyedAt: row.destroyed_at,
    fields: fieldsOf(row),
    privacyVersion: row.privacy_version,
    processedMonths: row.processed_months ?? PROCESSED_MONTHS,
    locale: row.locale,
    whiteLabel: row.white_label,
    spamSignals: JSON.parse(row.spam_signals) as ShownSignal[],
    lastFailure: row.last_failure,
    attempts: row.attempts,
    files: {
      references: fileReferences(row),
      uploads: [...new Set(stagedOf(row).map(({ key }) => uploadOf(key)))],
    },
    call: { requestId, whiteLabel: row.white_label },
  }
}

/** The files of an inquiry that only the site has, with their keys in R2. */
export const stagedOf = ({ staged }: Pick<InquiryRecord, 'staged'>) => JSON.parse(staged ?? '[]') as StagedName[]

const fieldsOf = (row: InquiryRecord): InquiryTexts | null =>
  row.content === null ? null : eachField((name) => row[name] ?? '')
