import type { Env } from '../env.ts'
import type { HistoryEvent } from '../outbox/records.ts'
import type { DownloadedFile } from '../upstream/upstream.ts'
import type { Operator } from './actions.ts'
import { filesOf, openFile, type InquiryFile } from './files.ts'
import {
  inboxCounts,
  listInbox,
  neighboursOf,
  PAGE_SIZE,
  type InboxCount,
  type InboxFilters,
  type InboxPage,
  type Selected,
} from './inbox.ts'
import { possibleFor, readInquiry, type Inquiry, type Possible } from './inquiry.ts'
import { logOf, writeLog, type LogEntry } from '../database/admin-log.ts'
import { countsOfAll, deliveredOfAll, historyOf, type DeliveredPage } from './outboxes.ts'

/* What shows personal data: each writes its row in the log first. Pages and the JSON API both call these. */

/** What the log says of a selection. The searched text stays out: it is a name more often than not. */
export function describeFilters({ state, kind, brand, q }: Selected): string {
  const parts = Object.entries({ state, kind, brand, search: q && 'yes' }).filter(([, value]) => value)
  return parts.map(([name, value]) => `${name}=${value}`).join(' ')
}

export interface ShownList extends InboxPage {
  counts: InboxCount[]
  /**
   * What a remote upstream has got, of which only receipts are kept here; null with the embedded one. The page is empty unless the filter
   * asks for delivered ones.
   */
  delivered: (DeliveredPage & { n: number }) | null
}

/** A page of the inbox with the counts of all states. */
export async function showList(env: Env, filters: InboxFilters, { actor }: Operator): Promise<ShownList> {
  const page = filters.page > 1 ? ` page=${filters.page}` : ''
  await writeLog(env, { actor, action: 'list', subject: (describeFilters(filters) + page).trim() })
  const [list, counts, delivered] = await Promise.all([
    listInbox(env, filters),
    inboxCounts(env),
    remoteList(env, filters),
  ])
  return { ...list, counts, delivered }
}

async function remoteList(env: Env, { state, before }: InboxFilters): Promise<ShownList['delivered']> {
  if (env.UPSTREAM_URL === null) return null
  const [page, { delivered: n }] = await Promise.all([
    state === 'delivered' ? deliveredOfAll(env, PAGE_SIZE, before ?? null) : { rows: [], before: null },
    countsOfAll(env),
  ])
  return { ...page, n }
}

/** An inquiry with everything that its page shows. */
export interface ShownInquiry {
  inquiry: Inquiry
  possible: Possible
  files: InquiryFile[]
  history: HistoryEvent[]
  /** What operators have done with it, oldest first. */
  log: LogEntry[]
  newer: string | null
  older: string | null
}

/** @throws NotFoundError where there is no such inquiry */
export async function showInquiry(
  env: Env,
  receipt: string,
  filters: Selected,
  { actor, requestId }: Operator,
): Promise<ShownInquiry> {
  const inquiry = await readInquiry(env, receipt, requestId)
  await writeLog(env, { actor, action: 'show', subject: receipt })
  const [files, history, log, neighbours] = await Promise.all([
    filesOf(env, inquiry.files, inquiry.call),
    historyOf(env, inquiry.outbox, receipt),
    logOf(env, receipt),
    neighboursOf(env, filters, receipt),
  ])
  return { inquiry, possible: possibleFor(inquiry), files, history, log, ...neighbours }
}

/** A file of an inquiry. @throws NotFoundError where there is no such inquiry, or no such file in it */
export async function downloadFile(
  env: Env,
  receipt: string,
  fileKey: string,
  { actor, requestId }: Operator,
): Promise<DownloadedFile> {
  const inquiry = await readInquiry(env, receipt, requestId)
  await writeLog(env, { actor, action: 'download', subject: `${receipt} ${fileKey}` })
  return openFile(env, fileKey, inquiry.files, inquiry.call)
}
