import type { InquiryState, ReceiptState } from '../contract/inquiry-body.ts'
import type { MailRecord } from './mail-store.ts'
import type { EventName } from './store.ts'

/** One line of an inquiry's history. */
export interface HistoryEvent {
  /** ISO 8601. */
  at: string
  event: EventName | 'mail'
  detail: string | null
  /** What became of a mail; its answer is the detail. */
  mail?: Pick<MailRecord, 'kind' | 'state'>
}

/** How many inquiries are in each state; a canary is none. `accepted` counts all that ever were. */
export interface OutboxCounts {
  accepted: number
  queued: number
  delivered: number
  undelivered: number
  destroyed: number
  /** Those that were delivered at any time, whatever became of them. */
  everDelivered: number
  oldestQueuedAt: string | null
  /** Of the oldest queued one. */
  lastFailure: string | null
}

/** What became of the canaries of a brand. */
export interface Canaries {
  /** When the last one arrived, ISO 8601. */
  arrivedAt: string | null
  /** Whether one is on its way. */
  isWaiting: boolean
  /** Receipts of those that arrived or could not be delivered, and still exist. */
  ended: string[]
}

const iso = (at: number) => new Date(at).toISOString()

/** What an outbox can say about its inquiries, without their contents. Every query uses an index (functions/outbox/schema.ts). */
export class HistoryAndCounts {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  stateOf(receipt: string): ReceiptState | null {
    const [entry] = this.#rows<{
      state: InquiryState
      acceptedAt: number
      deliveredAt: number | null
      destroyedAt: number | null
    }>(
      'SELECT state, accepted_at AS acceptedAt, delivered_at AS deliveredAt, destroyed_at AS destroyedAt FROM inquiry WHERE receipt = ?',
      receipt,
    )
    if (!entry) return null
    const { state, acceptedAt, deliveredAt, destroyedAt } = entry
    return {
      state,
      accepted_at: iso(acceptedAt),
      delivered_at: deliveredAt === null ? null : iso(deliveredAt),
      ...(destroyedAt !== null && { destroyed_at: iso(destroyedAt) }),
    }
  }

  counts(): OutboxCounts {
    const counters = new Map(
      this.#rows<{ name: string; value: number }>('SELECT name, value FROM counter').map(({ name, value }) => [
        name,
        value,
      ]),
    )
    const [oldest] = this.#rows<{ at: number; failure: string | null }>(
      "SELECT accepted_at AS at, last_failure AS failure FROM inquiry WHERE state = 'queued' AND canary = 0 ORDER BY accepted_at LIMIT 1",
    )
    const of = (name: InquiryState | 'accepted' | 'ever_delivered') => counters.get(name) ?? 0
    return {
      accepted: of('accepted'),
      queued: of('queued'),
      delivered: of('delivered'),
      undelivered: of('undelivered'),
      destroyed: of('destroyed'),
      everDelivered: of('ever_delivered'),
      oldestQueuedAt: oldest ? iso(oldest.at) : null,
      lastFailure: oldest?.failure ?? null,
    }
  }

  /** When the oldest queued inquiry was accepted that has not failed by itself, if before a time; null where none was. */
  oldestOther(before: number): number | null {
    const others =
      "SELECT min(accepted_at) AS at FROM inquiry WHERE state = 'queued' AND canary = 0 AND own_failures = 0 AND accepted_at < ?"
    return this.#rows<{ at: number | null }>(others, before)[0]?.at ?? null
  }

  /** The same numbers from the rows, for the states that must not lose one. */
  countedRows(): { queued: number; undelivered: number } {
    const count = (state: string) =>
      this.#rows<{ n: number }>(`SELECT count(*) AS n FROM inquiry WHERE state = '${state}' AND canary = 0`)[0]?.n ?? 0
    return { queued: count('queued'), undelivered: count('undelivered') }
  }

  /** What happened to an inquiry and its mails, the oldest first; empty for an unknown receipt. */
  history(receipt: string, mails: MailRecord[]): HistoryEvent[] {
    const sent = mails.map(({ at, kind, state, answer }): HistoryEvent => ({
      at,
      event: 'mail',
      detail: answer,
      mail: { kind, state },
    }))
    const [row] = this.#rows<{ accepted: number; delivered: number | null; destroyed: number | null }>(
      'SELECT accepted_at AS accepted, delivered_at AS delivered, destroyed_at AS destroyed FROM inquiry WHERE receipt = ?',
      receipt,
    )
    if (!row) return sent
    const events = this.#rows<{ at: number; event: EventName; detail: string | null }>(
      'SELECT at, event, detail FROM event WHERE receipt = ? ORDER BY at, rowid',
      receipt,
    )
    const own = (at: number | null, event: EventName) => (at === null ? [] : [{ at, event, detail: null }])
    return [
      ...own(row.accepted, 'accepted'),
      ...events,
      ...own(row.delivered, 'delivered'),
      ...own(row.destroyed, 'destroyed'),
    ]
      .map(({ at, ...event }): HistoryEvent => ({ at: iso(at), ...event }))
      .concat(sent)
      .toSorted((one, other) => one.at.localeCompare(other.at))
  }

  canaries(): Canaries {
    const rows = this.#rows<{ receipt: string; state: InquiryState }>(
      "SELECT receipt, state FROM inquiry WHERE canary = 1 AND state IN ('queued', 'delivered', 'undelivered')",
    )
    const [last] = this.#rows<{ at: number | null }>('SELECT max(delivered_at) AS at FROM inquiry WHERE canary = 1')
    return {
      arrivedAt: typeof last?.at === 'number' ? iso(last.at) : null,
      isWaiting: rows.some(({ state }) => state === 'queued'),
      ended: rows.filter(({ state }) => state !== 'queued').map(({ receipt }) => receipt),
    }
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
