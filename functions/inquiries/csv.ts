import { stringify } from 'csv-stringify/sync'
import { eachField } from '../contract/form-fields.ts'
import type { ListedInquiry } from './export.ts'

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
