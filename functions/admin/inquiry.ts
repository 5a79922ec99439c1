import type { FileSource } from '../attachments/check-files.ts'
import type { FormKind } from '../contract/form-fields.ts'
import { fileReferences } from '../contract/inquiry.ts'
import type { Env } from '../env.ts'
import { NotFoundError } from '../errors.ts'
import type { StagedName } from '../database/inquiry-record.ts'
import type { Payload, SpamSignal } from '../outbox/payload.ts'
import { oneMonthAfter } from '../contract/retention.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'
import type { InboxRow } from './inbox.ts'

/** How long a mark as processed can be taken back. */
export const UNDO_MS = 600_000

/** An inquiry with everything that is known of it here. Times are ISO 8601. */
export interface Inquiry {
  receipt: string
  state: InboxRow['state']
  kind: FormKind
  brand: string
  /** Id of its outbox; null for inquiries of older builds. */
  outbox: string | null
  acceptedAt: string
  processedAt: string | null
  /** When it will be destroyed with its files; null until it is processed. */
  destroyedAt: string | null
  fields: {
    user_name: string
    company_name: string
    phone_number_homepage: string
    inquiry_mail: string
    recipient_type: string
    inquiry_type: string
    subject: string
    content: string
  }
  privacyVersion: string | null
  spamSignals: SpamSignal[]
  /** Why the last attempt to deliver it failed. */
  lastFailure: string | null
  /** Attempts to deliver it; none is counted once it is delivered. */
  attempts: number
  files: FileSource
  /** Names of the files that only the site has. */
  staged: { file_key: string; file_name: string }[]
  call: UpstreamCall
}

/** Inquiries by receipt, in the order of the receipts; one that has just been destroyed is left out. */
export async function readInquiries(
  { DB }: Pick<Env, 'DB'>,
  receipts: readonly string[],
  requestId: string,
): Promise<Inquiry[]> {
  const find = async (table: string) =>
    (
      await DB.prepare(`SELECT * FROM ${table} WHERE receipt IN (SELECT value FROM json_each(?))`)
        .bind(JSON.stringify(receipts))
        .all<Row>()
    ).results
  const [received, copies] = await Promise.all([find('inquiry'), find('undelivered_inquiry')])
  const byReceipt = new Map(
    [...copies.map((row) => ofCopy(row, requestId)), ...received.map((row) => ofReceived(row, requestId))].map(
      (inquiry) => [inquiry.receipt, inquiry],
    ),
  )
  return receipts.flatMap((receipt) => byReceipt.get(receipt) ?? [])
}

type Row = Record<string, string | number | null>
const text = (value: Row[string] | undefined) => String(value ?? '')
const textOrNull = (value: Row[string] | undefined) => (value === null || value === undefined ? null : String(value))

/** Reads an inquiry from wherever it is. @throws NotFoundError where this database has none with the receipt */
export async function readInquiry({ DB }: Pick<Env, 'DB'>, receipt: string, requestId: string): Promise<Inquiry> {
  const find = (table: string) => DB.prepare(`SELECT * FROM ${table} WHERE receipt = ?`).bind(receipt).first<Row>()
  const [received, copy] = await Promise.all([find('inquiry'), find('undelivered_inquiry')])
  const inquiry = received ? ofReceived(received, requestId) : copy ? ofCopy(copy, requestId) : null
  if (!inquiry) throw new NotFoundError('There is no such inquiry.')
  // Delivered without some of its files: they are with the copy.
  if (received && copy) inquiry.files.uploads = ofCopy(copy, requestId).files.uploads
  return inquiry
}

function ofReceived(row: Row, requestId: string): Inquiry {
  const references = fileReferences({
    file_ref_id: textOrNull(row.file_ref_id),
    file_ref_id_homepage: textOrNull(row.file_ref_id_homepage),
  })
  return {
    ...shared(row, row.processed_at === null ? 'new' : 'processed'),
    acceptedAt: text(row.accepted_at ?? row.received_at),
    kind: row.is_home_unite ? 'partnership' : 'sales',
    fields: fieldsOf(row),
    privacyVersion: textOrNull(row.privacy_version),
    spamSignals: JSON.parse(text(row.spam_signals) || '[]') as SpamSignal[],
    lastFailure: null,
    attempts: 0,
    staged: [],
    files: { references, uploads: [] },
    call: { requestId, whiteLabel: text(row.white_label) },
  }
}

function ofCopy(row: Row, requestId: string): Inquiry {
  const payload = JSON.parse(text(row.payload)) as Payload & { staged?: StagedName[] }
  const { inquiry } = payload
  return {
    ...shared(row, row.processed_at === null ? (text(row.state) as Inquiry['state']) : 'processed'),
    acceptedAt: text(row.accepted_at),
    kind: inquiry.is_home_unite ? 'partnership' : 'sales',
    fields: fieldsOf(inquiry as unknown as Row),
    privacyVersion: inquiry.privacy_version,
    spamSignals: payload.remarks ?? [],
    lastFailure: textOrNull(row.last_failure),
    attempts: Number(row.attempts),
    staged: (payload.staged ?? []).map(({ key, name }) => ({ file_key: key, file_name: name })),
    files: { references: fileReferences(inquiry), uploads: [...inquiry.held_files, ...(payload.kept ?? [])] },
    call: { requestId, whiteLabel: payload.whiteLabel },
  }
}

function shared(row: Row, state: Inquiry['state']) {
  const processedAt = textOrNull(row.processed_at)
  return {
    receipt: text(row.receipt),
    state,
    brand: text(row.brand_id ?? row.white_label),
    outbox: textOrNull(row.brand_id),
    processedAt,
    destroyedAt: processedAt && oneMonthAfter(new Date(processedAt)).toISOString(),
  }
}

const fieldsOf = (row: Row): Inquiry['fields'] => ({
  user_name: text(row.user_name),
  company_name: text(row.company_name),
  phone_number_homepage: text(row.phone_number_homepage),
  inquiry_mail: text(row.inquiry_mail),
  recipient_type: text(row.recipient_type),
  inquiry_type: text(row.inquiry_type),
  subject: text(row.subject),
  content: text(row.content),
})

/** What can be done with an inquiry now. */
export interface Possible {
  sendAgain: boolean
  markProcessed: boolean
  undo: boolean
}

export function possibleFor({ state, processedAt }: Inquiry, now = Date.now()): Possible {
  return {
    sendAgain: state === 'queued' || state === 'undelivered',
    markProcessed: state === 'new' || state === 'undelivered' || state === 'delivered',
    undo: processedAt !== null && now - Date.parse(processedAt) < UNDO_MS,
  }
}
