import { z } from 'zod'
import { possibleCommands, type InquiryCommand } from '../../contract/possible-commands.ts'
import type { ThreadEntry } from '../../contract/conversation.ts'
import { inquiryFilters, inquirySelection, type InquirySelection } from '../../contract/inquiry-filters.ts'
import { ALL_BRANDS, type Scope } from '../../contract/scope.ts'
import { answerDraftOf, type AnswerDraft } from '../../database/answer-draft.ts'
import { claimOf, type Claim } from '../../database/colleague-claim.ts'
import { logOf, type LogEntry } from '../../database/admin-log.ts'
import {
  countFound,
  earlierInquiries,
  inquiriesOf,
  listInquiries,
  neighboursOf,
  PAGE_SIZE,
  type InquiryPage,
  type ListRow,
} from '../../database/inquiry-search.ts'
import { inquiryCounts, type InquiryCount } from '../../database/inquiry-counts.ts'
import { messagesOf } from '../../database/message-row.ts'
import { ifKnown } from '../../http/optional-value.ts'
import { filesOf, messageFileKey, openFile, openMessageFile, type InquiryFile } from '../../inquiries/files.ts'
import { isAnswerable } from '../../conversation/answer.ts'
import { filesIn, readThread } from '../../conversation/read-thread.ts'
import { lateInquiries } from '../../inquiries/late-answers.ts'
import { readInquiry, type Inquiry } from '../../inquiries/read-inquiry.ts'
import { type HistoryEvent, readHistory } from '../../inquiries/history.ts'
import type { DownloadedFile } from '../../upstream/upstream.ts'
import type { Call } from '../../calls/operator-call.ts'
import { command, type InquiryCall } from '../define-command.ts'
import { narrowed, onInquiry } from '../permissions.ts'

/* What shows personal data: each has its row in the log first. */

/**
 * What the log says of a selection. The searched text stays out: it is a name more often than not; and a brand that an operator of one brand
 * has asked for, because it selects nothing.
 */
export function describeSelection({ q, brand, ...filters }: InquirySelection, scope: Scope): string {
  const asked = { ...filters, brand: scope === ALL_BRANDS ? brand : undefined, search: q && 'yes' }
  const parts = Object.entries(asked).filter(([, value]) => value)
  return parts.map(([name, value]) => `${name}=${value}`).join(' ')
}

export interface ShownList extends InquiryPage {
  /** See `shownAt` of mark-and-destroy. */
  shownAt: string
  counts: InquiryCount[]
  /**
   * How many the filters select, where `counts` does not say it because other filters than state, form and brand are on; at most FOUND_MAX
   * and one.
   */
  found: number | null
  /**
   * On the first page of all and of the new ones: those that wait for their first answer for longer than their brand promises, the oldest
   * first; twenty of each brand at most.
   */
  late: ListRow[]
}

/** Whether only filters are on whose numbers are kept. */
export const isCounted = ({ q, language, files, spam, reminder, from, to }: InquirySelection): boolean =>
  !(q || language || files || spam || reminder || from || to)

/** Late inquiries of a brand that are told at once. */
export const LATE_MAX = 20

/** The late inquiries that stand before a list. */
async function lateBefore({ env, scope, now }: Call, filters: InquirySelection & { page: number }): Promise<ListRow[]> {
  const { state, brand, kind, page } = filters
  if (page > 1 || !isCounted(filters) || (state !== undefined && state !== 'new')) return []
  const late = await lateInquiries(env, scope, now.getTime(), LATE_MAX)
  const rows = await inquiriesOf(
    env.DB,
    scope,
    late.map(({ receipt }) => receipt),
  )
  return rows.filter((row) => (brand ?? row.brand) === row.brand && (kind ?? row.kind) === row.kind).toReversed()
}

/** A page of the inquiries with the counts of all states. `size`: its rows at most. */
export const listPage = command({
  input: inquiryFilters.extend({ size: z.int().min(1).max(PAGE_SIZE).default(PAGE_SIZE) }),
  permit: narrowed,
  log: ({ page, size: _size, ...selection }, { scope }) => ({
    action: 'list',
    subject: (describeSelection(selection, scope) + (page > 1 ? ` page=${page}` : '')).trim(),
  }),
  async run(call, { size, ...filters }): Promise<ShownList> {
    const { env, scope, now } = call
    const [list, counts, found, late] = await Promise.all([
      listInquiries(env.DB, scope, filters, size),
      inquiryCounts(env.DB, scope),
      isCounted(filters) ? null : countFound(env.DB, scope, filters),
      lateBefore(call, filters),
    ])
    return { ...list, counts, found, late, shownAt: now.toISOString() }
  },
})

/** An inquiry with everything that its page shows. */
export interface ShownInquiry {
  /** See `shownAt` of mark-and-destroy. */
  shownAt: string
  inquiry: Inquiry
  possible: Record<InquiryCommand, boolean>
  /** Whether it can be answered here. */
  answerable: boolean
  /** Everything that was said about it, in order of time. */
  thread: ThreadEntry[]
  /** Who sees to it. */
  claim: Claim | null
  /** What this operator has typed and not sent. */
  draft: AnswerDraft | null
  /** Undefined where they are not known at the moment: their store fails or hangs. */
  files: InquiryFile[] | undefined
  /** Of its delivery; undefined as `files`. */
  history: HistoryEvent[] | undefined
  /** What operators have done with it, oldest first. */
  log: LogEntry[]
  /** The last ten of its brand before it, by the same e-mail address or of the same company, newest first. */
  earlier: ListRow[]
  newer: string | null
  older: string | null
}

/** One inquiry; the selection says which ones are its neighbours. */
export const showInquiry = command({
  input: inquirySelection.extend({ receipt: z.string() }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'show', subject: receipt }),
  async run({ env, requestId, actor, scope, now }: InquiryCall, { receipt, ...selection }): Promise<ShownInquiry> {
    const inquiry = await readInquiry(env, receipt)
    // What the visitor wrote is in D1: nothing else may keep it from being read and answered.
    const part = <T>(name: 'files' | 'history', work: Promise<T>) =>
      ifKnown(env.UPSTREAM_TIMEOUT_MS, work, {
        requestId,
        path: '/admin/inquiries/:receipt',
        code: 'part-unknown',
        part: name,
      })
    const [files, history, log, neighbours, thread, claim, draft, earlier] = await Promise.all([
      part('files', filesOf(env, inquiry, requestId)),
      part('history', readHistory(env, inquiry)),
      logOf(env, receipt, inquiry.brand),
      neighboursOf(env.DB, scope, selection, receipt),
      readThread(env, inquiry),
      claimOf(env.DB, receipt, now),
      answerDraftOf(env.DB, receipt, actor),
      earlierInquiries(env.DB, receipt),
    ])
    return {
      shownAt: now.toISOString(),
      inquiry,
      possible: possibleCommands(inquiry, now.getTime()),
      answerable: isAnswerable(inquiry),
      thread,
      claim,
      draft,
      files,
      history,
      log,
      earlier,
      ...neighbours,
    }
  },
})

/** A file of an inquiry. */
export const downloadFile = command({
  input: z.object({ receipt: z.string(), key: z.string() }),
  permit: onInquiry,
  log: ({ receipt, key }) => ({ action: 'download', subject: `${receipt} ${key}` }),
  async run({ env, requestId }: InquiryCall, { receipt, key }): Promise<DownloadedFile> {
    const inquiry = await readInquiry(env, receipt)
    const own = (await messagesOf(env.DB, receipt)).flatMap(filesIn)
    const file = own.find((one) => messageFileKey(one) === key)
    return file ? openMessageFile(env, file) : openFile(env, key, inquiry, requestId)
  },
})

/** Pages that show an inquiry show its pictures too, under their own row of the log. */
const SHOWN_MS = 3_600_000

/** A picture of an inquiry for its page. */
export const previewFile = command({
  input: z.object({ receipt: z.string(), key: z.string() }),
  permit: onInquiry,
  log: ({ receipt }) => ({ action: 'show', subject: receipt, once: SHOWN_MS }),
  async run({ env, requestId }: InquiryCall, { receipt, key }): Promise<DownloadedFile> {
    const inquiry = await readInquiry(env, receipt)
    return openFile(env, key, inquiry, requestId)
  },
})
