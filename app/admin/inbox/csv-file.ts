import { commands } from '../../../functions/commands/table'
import type { InquirySelection } from '../../../functions/contract/inquiry-filters'
import { csvHead, csvLines } from '../../../functions/inquiry/listed-inquiry'

/** Rows read at once. */
const BATCH = 500

type ExportCall = Parameters<typeof commands.export.perform>[0]

/** The inquiries of a selection as CSV in UTF-8 with a byte order mark, newest first, read while it is sent. */
export async function csvFile(call: ExportCall, selection: InquirySelection): Promise<Response> {
  const encoder = new TextEncoder()
  // The first page is read before the answer begins, so that a failure is one.
  const first = await commands.export.perform(call, { ...selection, after: null, size: BATCH })
  let page: typeof first | null = first
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvHead()))
    },
    async pull(controller) {
      if (page === null) return controller.close()
      const { rows, after } = page
      controller.enqueue(encoder.encode(csvLines(rows)))
      page = after === null ? null : await commands.export.perform(call, { ...selection, after, size: BATCH })
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
