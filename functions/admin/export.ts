import { stringify } from 'csv-stringify/sync'
import type { Env } from '../env.ts'
import type { Operator } from './actions.ts'
import { receiptsOf, type InboxFilters } from './inbox.ts'
import { readInquiries, type Inquiry } from './inquiry.ts'
import { writeLog } from './log.ts'
import { describeFilters } from './logged-reading.ts'

/** Inquiries read at once: two queries of D1 each. */
const BATCH = 500

/** The columns, under the field names of `board/inquiry` where it has them. */
const COLUMNS = {
  receipt: ({ receipt }: Inquiry) => receipt,
  state: ({ state }: Inquiry) => state,
  accepted_at: ({ acceptedAt }: Inquiry) => acceptedAt,
  processed_at: ({ processedAt }: Inquiry) => processedAt,
  destroyed_at: ({ destroyedAt }: Inquiry) => destroyedAt,
  kind: ({ kind }: Inquiry) => kind,
  brand: ({ brand }: Inquiry) => brand,
  user_name: ({ fields }: Inquiry) => fields.user_name,
  company_name: ({ fields }: Inquiry) => fields.company_name,
  inquiry_mail: ({ fields }: Inquiry) => fields.inquiry_mail,
  phone_number_homepage: ({ fields }: Inquiry) => fields.phone_number_homepage,
  recipient_type: ({ fields }: Inquiry) => fields.recipient_type,
  inquiry_type: ({ fields }: Inquiry) => fields.inquiry_type,
  subject: ({ fields }: Inquiry) => fields.subject,
  content: ({ fields }: Inquiry) => fields.content,
  privacy_version: ({ privacyVersion }: Inquiry) => privacyVersion,
  spam_signals: ({ spamSignals }: Inquiry) => spamSignals.join(' '),
  last_failure: ({ lastFailure }: Inquiry) => lastFailure,
}

/** Rows of RFC 4180. A value that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
const lines = (rows: unknown[][]) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })

/** The inquiries of a selection as CSV in UTF-8 with a byte order mark, newest first, read while it is sent. Writes a row of the log. */
export async function exportCsv(
  env: Env,
  filters: Omit<InboxFilters, 'page'>,
  { actor, requestId }: Operator,
): Promise<Response> {
  await writeLog(env, { actor, action: 'export', subject: describeFilters(filters) })
  const encoder = new TextEncoder()
  let after: string | null = null
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\ufeff${lines([Object.keys(COLUMNS)])}`))
    },
    async pull(controller) {
      const receipts = await receiptsOf(env, filters, after, BATCH)
      if (receipts.length === 0) return controller.close()
      after = receipts.at(-1) ?? null
      const inquiries = await readInquiries(env, receipts, requestId)
      controller.enqueue(
        encoder.encode(lines(inquiries.map((inquiry) => Object.values(COLUMNS).map((of) => of(inquiry))))),
      )
    },
  })
  const day = new Date().toISOString().slice(0, 10)
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="inquiries-${day}.csv"`,
    },
  })
}
