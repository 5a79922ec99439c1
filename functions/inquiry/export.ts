import { stringify } from 'csv-stringify/sync'

/** One inquiry as commands and the admin list it, with the field names of `board/inquiry` (docs/contract.md#1). */
export interface ListedInquiry {
  receipt: string
  state: 'new' | 'queued' | 'undelivered' | 'delivered' | 'processed'
  received_at: string
  processed_at: string | null
  brand_id: string | null
  white_label: string
  is_home_unite: boolean
  is_home_inquiry: boolean
  company_name: string
  user_name: string
  inquiry_mail: string
  phone_number_homepage: string
  recipient_type: string
  inquiry_type: string
  subject: string
  content: string
  /** Of inquiries that are not delivered. */
  attempts?: number
  last_failure?: string | null
  files: { file_key: string; file_name: string }[]
}

const COLUMNS: Record<string, (row: ListedInquiry) => string> = {
  received_at: (row) => row.received_at,
  state: (row) => row.state,
  kind: (row) => (row.is_home_unite ? 'partnership' : 'sales'),
  brand: (row) => row.brand_id ?? row.white_label,
  company_name: (row) => row.company_name,
  user_name: (row) => row.user_name,
  inquiry_mail: (row) => row.inquiry_mail,
  phone_number_homepage: (row) => row.phone_number_homepage,
  recipient_type: (row) => row.recipient_type,
  inquiry_type: (row) => row.inquiry_type,
  subject: (row) => row.subject,
  content: (row) => row.content,
  files: (row) => row.files.map(({ file_name }) => file_name).join('; '),
  attempts: (row) => String(row.attempts ?? ''),
  last_failure: (row) => row.last_failure ?? '',
  processed_at: (row) => row.processed_at ?? '',
  receipt: (row) => row.receipt,
}

/** A bare line feed ends a row for many readers too, so that it is quoted like CR LF. */
const FORMAT = { record_delimiter: 'windows', quoted_match: /[\r\n]/ }

/** The first line of the CSV, with the byte order mark by which spreadsheets know UTF-8. */
export const csvHead = (): string => stringify([Object.keys(COLUMNS)], { ...FORMAT, bom: true })

/**
 * Inquiries as lines of CSV (RFC 4180). A cell that a spreadsheet could take for a formula begins with an apostrophe (OWASP, CSV
 * injection).
 */
export const csvLines = (rows: ListedInquiry[]): string =>
  stringify(
    rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))),
    { ...FORMAT, escape_formulas: true },
  )
