import { z } from 'zod'
import { inquirySelection } from '../../contract/inquiry-filters.ts'
import { readInquiryRows } from '../../database/inquiry.ts'
import { inquiriesAfter } from '../../database/inquiry-search.ts'
import { listRows, type ListedInquiry } from '../../inquiries/export.ts'
import { command } from '../define-command.ts'
import { narrowed } from '../permissions.ts'
import { describeSelection } from './reading.ts'
import { chosenLine, chosenReceipts, ownReceipts } from './several.ts'

/** Inquiries of a page at most. */
const PAGE_MAX = 500
/** Pages of one export share its row of the log. */
const EXPORT_MS = 3_600_000

export interface ExportedPage {
  rows: ListedInquiry[]
  /** For the next page; null after the last one. */
  after: string | null
}

/**
 * A page of the inquiries of a selection with all their fields, newest first. `after`: of the page before; `size`: its rows at most;
 * `receipts`: these alone; `messages`: with what was said about each later.
 */
export const exportInquiries = command({
  input: inquirySelection.extend({
    after: z.string().nullable(),
    size: z.int().min(1).max(PAGE_MAX),
    receipts: chosenReceipts.optional(),
    messages: z.boolean().default(true),
  }),
  permit: narrowed,
  log: async ({ after, size: _size, messages: _messages, receipts, ...selection }, call) =>
    receipts
      ? chosenLine('export', await ownReceipts(call, receipts))
      : {
          action: 'export',
          subject: describeSelection(selection, call.scope),
          ...(after !== null && { once: EXPORT_MS }),
        },
  async run(call, { after, size, messages, receipts, ...selection }): Promise<ExportedPage> {
    const { env, scope } = call
    if (receipts) {
      const own = await readInquiryRows(env.DB, await ownReceipts(call, receipts))
      return { rows: await listRows(env, own, messages), after: null }
    }
    const rows = await inquiriesAfter(env.DB, scope, selection, after, size)
    return {
      rows: await listRows(env, rows, messages),
      after: rows.length === size ? (rows.at(-1)?.receipt ?? null) : null,
    }
  },
})
