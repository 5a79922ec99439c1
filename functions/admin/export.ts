import type { Env } from '../env.ts'
import { csvHead, csvLines, type ListedInquiry } from '../inquiry/export.ts'
import type { Operator } from './actions.ts'
import { receiptsOf, type Selected } from './inbox.ts'
import { readInquiries, type Inquiry } from './inquiry.ts'
import { writeLog } from '../database/admin-log.ts'
import { describeFilters } from './logged-reading.ts'

/** Inquiries read at once: two queries of D1 each. */
const BATCH = 500

/** Inquiries as the shared CSV lists them (functions/inquiry/export.ts), with the names of their files. */
async function listed({ DB }: Pick<Env, 'DB'>, inquiries: Inquiry[]): Promise<ListedInquiry[]> {
  const references = inquiries.flatMap(({ files }) => files.references)
  const { results } = await DB.prepare(
    'SELECT file_ref_id, file_key, file_name FROM file WHERE file_ref_id IN (SELECT value FROM json_each(?)) ORDER BY file_ref_id, position',
  )
    .bind(JSON.stringify(references))
    .all<{ file_ref_id: string; file_key: string; file_name: string }>()
  const byReference = Map.groupBy(results, ({ file_ref_id }) => file_ref_id)
  return inquiries.map((inquiry) => ({
    ...inquiry.fields,
    receipt: inquiry.receipt,
    state: inquiry.state,
    received_at: inquiry.acceptedAt,
    processed_at: inquiry.processedAt,
    brand_id: inquiry.outbox,
    white_label: inquiry.brand,
    is_home_unite: inquiry.kind === 'partnership',
    is_home_inquiry: inquiry.kind === 'sales',
    attempts: inquiry.attempts,
    last_failure: inquiry.lastFailure,
    files: [...inquiry.files.references.flatMap((reference) => byReference.get(reference) ?? []), ...inquiry.staged],
  }))
}

/** The inquiries of a selection as CSV in UTF-8 with a byte order mark, newest first, read while it is sent. Writes a row of the log. */
export async function exportCsv(env: Env, filters: Selected, { actor, requestId }: Operator): Promise<Response> {
  await writeLog(env, { actor, action: 'export', subject: describeFilters(filters) })
  const encoder = new TextEncoder()
  let after: string | null = null
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvHead()))
    },
    async pull(controller) {
      const receipts = await receiptsOf(env, filters, after, BATCH)
      if (receipts.length === 0) return controller.close()
      after = receipts.at(-1) ?? null
      const inquiries = await readInquiries(env, receipts, requestId)
      controller.enqueue(encoder.encode(csvLines(await listed(env, inquiries))))
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
