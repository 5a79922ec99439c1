import { z } from 'zod'
import { inquirySelection } from '../../contract/inquiry-filters.ts'
import { type InquiryRow, readInquiryRows } from '../../database/inquiry-row.ts'
import { inquiriesAfter } from '../../database/inquiry-search.ts'
import { messageCharacters } from '../../database/message-row.ts'
import { listRows, type ListedInquiry } from '../../inquiries/export.ts'
import { command } from '../define-command.ts'
import { narrowed } from '../permissions.ts'
import { describeSelection } from './reading.ts'
import { chosenLine, chosenReceipts, ownReceipts } from './several.ts'

/** Inquiries of a page at most. */
const PAGE_MAX = 500
/** Characters of a page at about most: D1 and the wire between a command and the site carry no more at once. */
const PAGE_CHARACTERS = 500_000
/** Pages of one export share its row of the log. */
const EXPORT_MS = 3_600_000

export interface ExportedPage {
  rows: ListedInquiry[]
  /** For the next page; null after the last one. */
  after: string | null
}

/**
 * A page of the inquiries of a selection with all their fields, newest first. `after`: of the page before; `size`: its rows at
 * most;
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
    const read = await inquiriesAfter(env.DB, scope, selection, after, size)
    const rows = messages ? await fitting(env.DB, read) : read
    return {
      rows: await listRows(env, rows, messages),
      after: read.length === size || rows.length < read.length ? (rows.at(-1)?.receipt ?? null) : null,
    }
  },
})

/** The first of these rows that fit into a page with their messages; one at least. */
async function fitting(db: D1Database, rows: InquiryRow[]): Promise<InquiryRow[]> {
  const ofMessages = await messageCharacters(
    db,
    rows.map(({ receipt }) => receipt),
  )
  let characters = 0
  const end = rows.findIndex((row, index) => {
    characters += JSON.stringify(row).length + (ofMessages.get(row.receipt) ?? 0)
    return index > 0 && characters > PAGE_CHARACTERS
  })
  return end < 0 ? rows : rows.slice(0, end)
}
