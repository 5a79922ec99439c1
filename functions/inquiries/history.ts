import { eventsOf } from '../database/backlog.ts'
import { type MailRecord, mailsOf } from '../database/mail-record.ts'
import type { Env } from '../env.ts'
import type { Inquiry } from './read-inquiry.ts'

/** One line of an inquiry's history. */
export interface HistoryEvent {
  /** ISO 8601. */
  at: string
  event: string
  detail: string | null
  /** What became of a mail; its answer is the detail. */
  mail?: Pick<MailRecord, 'kind' | 'state'>
}

/** What has happened to an inquiry, the oldest first: its delivery and its mails. */
export async function readHistory({ DB }: Pick<Env, 'DB'>, inquiry: Inquiry): Promise<HistoryEvent[]> {
  const [events, mails] = await Promise.all([eventsOf(DB, inquiry.receipt), mailsOf(DB, inquiry.receipt)])
  const milestone = (event: string, at: string | null): HistoryEvent[] =>
    at === null ? [] : [{ at, event, detail: null }]
  return [
    ...milestone('accepted', inquiry.acceptedAt),
    ...events,
    ...milestone('delivered', inquiry.deliveredAt),
    ...mails.map(({ at, kind, state, answer }): HistoryEvent => ({
      at,
      event: 'mail',
      detail: answer,
      mail: { kind, state },
    })),
    ...milestone('destroyed', inquiry.destroyedAt),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
}
