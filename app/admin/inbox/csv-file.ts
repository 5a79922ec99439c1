import { seoulDay } from '../../../functions/contract/seoul'
import { commands } from '../../../functions/commands/table'
import { type FieldName, FIELDS, HEADINGS } from '../../../functions/contract/form-fields'
import type { InquirySelection } from '../../../functions/contract/inquiry-filters'
import { type Columns, csvHead, csvLines } from '../../../functions/inquiries/csv'
import type { Locale } from '../../i18n/locale'
import { brandName } from '../frame/brand-name'
import { formatForSheet } from '../frame/format'
import { textsIn } from '../frame/texts'
import { choiceText } from './choice-text'

/** Rows read at once. */
const BATCH = 500

type ExportCall = Parameters<typeof commands.export.perform>[0]

/** The columns of the export with their headings, in the words of the operator and in Seoul time. */
function columnsIn(locale: Locale): Columns {
  const t = textsIn(locale, 'inbox')
  const state = textsIn(locale, 'admin')
  const time = (iso: string | null) => iso && formatForSheet(iso)
  const field = (name: FieldName): Columns[number] => [
    name === 'recipient_type' ? t('export-columns.recipient_type') : HEADINGS[name][locale],
    (row) => {
      const value = row[name]
      if (value === null) return null
      // What the form does not ask for has a value that means nothing to a reader.
      if (name === 'recipient_type' && row.is_home_inquiry) return null
      if (name === 'inquiry_type' && row.is_home_unite) return null
      return choiceText(name, value, locale)
    },
  ]
  return [
    [t('received'), (row) => time(row.received_at)],
    [t('state'), (row) => state(`state.${row.state}`)],
    [t('kind'), (row) => (row.is_home_unite ? t('kinds.partnership') : row.is_home_inquiry ? t('kinds.sales') : null)],
    [t('brand'), (row) => brandName(row.brand_id, locale)],
    ...(Object.keys(FIELDS) as FieldName[]).map(field),
    [t('files'), (row) => row.files.map(({ file_name }) => file_name).join('; ')],
    [t('export-columns.attempts'), (row) => String(row.attempts)],
    [t('export-columns.last_failure'), (row) => row.last_failure],
    [t('export-columns.processed_at'), (row) => time(row.processed_at)],
    [t('receipt'), (row) => row.receipt],
  ]
}

/** The inquiries of a selection as CSV in UTF-8 with a byte order mark, newest first, read while it is sent. */
export async function csvFile(
  call: ExportCall,
  locale: Locale,
  selection: InquirySelection & { receipts?: string[] },
): Promise<Response> {
  const encoder = new TextEncoder()
  const columns = columnsIn(locale)
  // The first page is read before the answer begins, so that a failure is one.
  const read = (after: string | null) =>
    // No column has a message.
    commands.export.perform(call, { ...selection, after, size: BATCH, messages: false })
  const first = await read(null)
  let page: typeof first | null = first
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvHead(columns)))
    },
    async pull(controller) {
      if (page === null) return controller.close()
      const { rows, after } = page
      controller.enqueue(encoder.encode(csvLines(rows, columns)))
      page = after === null ? null : await read(after)
    },
  })
  const { from = '', to = '' } = selection
  const days = from || to ? [from, to].filter(Boolean).join('-') : seoulDay(Date.now())
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="inquiries-${days}.csv"`,
    },
  })
}
