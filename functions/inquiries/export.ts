import { stringify } from 'csv-stringify/sync'
import type { MessageFile } from '../contract/conversation.ts'
import type { FileRecord } from '../contract/attachments.ts'
import { eachField } from '../contract/inquiry-fields.ts'
import type { InquiryRow } from '../database/inquiry-row.ts'
import { filesOfInquiries, objectKey } from '../database/upload.ts'
import { messagesOfAll, type MessageRow } from '../database/message-row.ts'
import type { Env } from '../env.ts'

/** Kept for the site itself. */
const INTERNAL = [
  'received_here',
  'replied_at',
  'accepted_at',
  'kind',
  'locale',
  'destroy_at',
  'destroyed_at',
  'spam_signals',
  'processed_months',
  'consent_day',
  'remind_on',
  'consent_way',
  'staged',
] as const satisfies (keyof InquiryRow)[]

/**
 * One inquiry as commands and exports list it, with the field names of `board/inquiry` (docs/contract.md#1). Contents are null where they
 * are not kept here, or no longer.
 */
export interface ListedInquiry extends Omit<InquiryRow, (typeof INTERNAL)[number]> {
  received_at: string
  is_home_unite: boolean
  is_home_inquiry: boolean
  /** Those that are here, with their keys in R2. */
  files: FileRecord[]
  /** Answers and replies, the oldest first; none where they are not read. Notes are for colleagues and in no export. */
  messages: ListedMessage[]
}

type ListedMessage = Pick<MessageRow, 'id' | 'kind' | 'at' | 'author' | 'state' | 'text'> & { files: FileRecord[] }

/** Rows as they are listed, with the names of their files. @param hasMessages whether what was said later is read too: it may be long */
export async function listRows(
  { DB }: Pick<Env, 'DB'>,
  rows: readonly InquiryRow[],
  hasMessages: boolean,
): Promise<ListedInquiry[]> {
  const receipts = rows.map(({ receipt }) => receipt)
  const files = Map.groupBy(await filesOfInquiries(DB, receipts), ({ receipt }) => receipt)
  const messages = Map.groupBy(hasMessages ? await messagesOfAll(DB, receipts) : [], ({ receipt }) => receipt)
  return rows.map((row) => {
    const own: Partial<InquiryRow> = { ...row }
    for (const name of INTERNAL) delete own[name]
    return {
      ...(own as Omit<InquiryRow, (typeof INTERNAL)[number]>),
      received_at: row.accepted_at,
      is_home_unite: row.kind === 'partnership',
      is_home_inquiry: row.kind === 'sales',
      files: (files.get(row.receipt) ?? []).map(({ upload_id, position, name }) => ({
        file_key: objectKey(upload_id, position),
        file_name: name,
      })),
      messages: (messages.get(row.receipt) ?? []).map(listedMessage),
    }
  })
}

function listedMessage({ id, kind, at, author, state, text, files }: MessageRow): ListedMessage {
  const names = (JSON.parse(files) as MessageFile[]).map(({ key, name }) => ({ file_key: key, file_name: name }))
  return { id, kind, at, author, state, text, files: names }
}

/** Headings and cells of a CSV, in order. */
export type Columns = [heading: string, cell: (row: ListedInquiry) => string | null][]

/** For programs: codes, and times in UTC. */
const CODES: Columns = Object.entries<Columns[number][1]>({
  received_at: (row) => row.received_at,
  state: (row) => row.state,
  kind: (row) => (row.is_home_unite ? 'partnership' : 'sales'),
  brand: (row) => row.brand_id,
  ...eachField((name) => (row: ListedInquiry) => row[name]),
  files: (row) => row.files.map(({ file_name }) => file_name).join('; '),
  attempts: (row) => String(row.attempts),
  last_failure: (row) => row.last_failure,
  answered_at: (row) => row.answered_at,
  processed_at: (row) => row.processed_at,
  messages: (row) => row.messages.map(({ kind, at, author, text }) => `${at} ${kind} ${author}\n${text}`).join('\n\n'),
  receipt: (row) => row.receipt,
})

/** A bare line feed ends a row for many readers too, so that it is quoted like CR LF. */
const FORMAT = { record_delimiter: 'windows', quoted_match: /[\r\n]/ }

/** The first line of the CSV, with the byte order mark by which spreadsheets know UTF-8. */
export const csvHead = (columns = CODES): string =>
  stringify([columns.map(([heading]) => heading)], { ...FORMAT, bom: true })

/** A calling code and what follows it: digits and what parts them. */
const PHONE = /^(\+\d{1,4})-(?=[\d\s().-]+$)/

/**
 * Inquiries as lines of CSV (RFC 4180). A cell that a spreadsheet could take for a formula begins with an apostrophe (OWASP, CSV
 * injection). One is a telephone number as it is stored: Excel computes `+82-2-555-0101` to -576. Its calling code is in brackets, so that
 * it is text without an apostrophe.
 */
export const csvLines = (rows: ListedInquiry[], columns = CODES): string =>
  stringify(
    rows.map((row) => columns.map(([, cell]) => cell(row)?.replace(PHONE, '($1) '))),
    { ...FORMAT, escape_formulas: true },
  )
