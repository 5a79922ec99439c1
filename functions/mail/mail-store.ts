import type { Message } from './messages.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Pauses between the attempts to hand over one mail: eleven attempts within two days (docs/contract.md#10). */
const MAIL_PAUSES_MS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 16, 16].map((hours) => hours * HOUR),
]
/** A mail that still waits then is given up, such as after mail was switched off. */
const WAITING_MS_MAX = 3 * DAY
const CONFIRMED_EVERY_MS = HOUR
const KEPT_MS = 365 * DAY
/** Receipt under which the outbox's own alerts are stored. */
export const NO_RECEIPT = ''

/** `handed-over`: the binding has taken the mail. It does not say whether the mail arrives. `refused`: every attempt failed. */
export type MailState = 'waiting' | 'handed-over' | 'refused'

/**
 * Alerts of the outbox itself, each with its all-clear. `no-delivery`, `no-destruction`: the run has stayed away for two hours
 * (docs/contract.md#10).
 */
export const ALL_CLEAR = {
  delayed: 'all-clear',
  'no-delivery': 'delivery-again',
  'no-destruction': 'destruction-again',
} as const
export type Alert = keyof typeof ALL_CLEAR

/** What a mail is about. */
export type MailKind = 'accepted' | 'confirmation' | 'undelivered' | Alert | (typeof ALL_CLEAR)[Alert]

/** What is known of a mail that was tried. */
export interface MailRecord {
  /** ISO 8601. */
  at: string
  kind: MailKind
  state: MailState
  /** What the binding has said last: an id, or why it did not take the mail. */
  answer: string | null
}

/** Mails of an outbox: how many wait or were refused for good, and the last answer. */
export interface MailStatus {
  waiting: number
  refused: number
  last: MailRecord | null
}

/** A mail to be tried. */
export interface DueMail {
  id: number
  receipt: string
  event: string
  recipients: string[]
  message: Message
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS mail (
    id INTEGER PRIMARY KEY,
    receipt TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    recipients TEXT,
    message TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    UNIQUE (receipt, event)
  );
  CREATE INDEX IF NOT EXISTS mail_due ON mail (next_at) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS mail_refused ON mail (state) WHERE state = 'refused';
  CREATE INDEX IF NOT EXISTS mail_answered ON mail (changed_at) WHERE attempts > 0;
  CREATE INDEX IF NOT EXISTS mail_created ON mail (created_at);
  CREATE INDEX IF NOT EXISTS mail_confirmed ON mail (recipients, created_at) WHERE kind = 'confirmation' AND recipients IS NOT NULL`

/**
 * The mails of one brand, in the database of its outbox: one row for each receipt and event, written before it is tried. The text of a
 * mail is deleted as soon as it is handed over or given up.
 */
export class MailStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(TABLES)
  }

  /** Stores a mail. One of the same receipt and event exists once. */
  add(mail: { receipt: string; event: string; kind: MailKind; recipients: string[]; message: Message }, now: number) {
    this.#sql.exec(
      `INSERT INTO mail (receipt, event, kind, recipients, message, created_at, changed_at, next_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      mail.receipt,
      mail.event,
      mail.kind,
      JSON.stringify(mail.recipients),
      JSON.stringify(mail.message),
      now,
      now,
      now,
    )
  }

  /** Whether this address was sent a confirmation within the last hour. */
  isConfirmed(address: string, now: number): boolean {
    const known = "SELECT 1 FROM mail WHERE kind = 'confirmation' AND recipients = ? AND created_at > ?"
    return this.#rows(known, JSON.stringify([address]), now - CONFIRMED_EVERY_MS).length > 0
  }

  /** Whether the last such alert has had no all-clear. */
  isOpen(alert: Alert): boolean {
    const [last] = this.#rows<{ kind: MailKind }>(
      'SELECT kind FROM mail WHERE receipt = ? AND kind IN (?, ?) ORDER BY id DESC LIMIT 1',
      NO_RECEIPT,
      alert,
      ALL_CLEAR[alert],
    )
    return last?.kind === alert
  }

  /** When the next mail is due; null where none waits. */
  nextDue(): number | null {
    const waiting = "SELECT next_at AS at FROM mail WHERE state = 'waiting' ORDER BY next_at LIMIT 1"
    return this.#rows<{ at: number }>(waiting)[0]?.at ?? null
  }

  /** Takes the mail that has been due longest and notes the attempt, so that a process that ends meanwhile does not repeat it at once. */
  start(now: number): DueMail | null {
    const [row] = this.#rows<{
      id: number
      receipt: string
      event: string
      recipients: string
      message: string
      attempts: number
    }>(
      `SELECT id, receipt, event, recipients, message, attempts FROM mail WHERE state = 'waiting' AND next_at <= ?
         ORDER BY next_at, id LIMIT 1`,
      now,
    )
    if (!row) return null
    const pause = MAIL_PAUSES_MS[row.attempts] ?? MAIL_PAUSES_MS.at(-1) ?? 0
    this.#sql.exec('UPDATE mail SET attempts = attempts + 1, next_at = ? WHERE id = ?', now + pause, row.id)
    const { id, receipt, event, recipients, message } = row
    return {
      id,
      receipt,
      event,
      recipients: JSON.parse(recipients) as string[],
      message: JSON.parse(message) as Message,
    }
  }

  /** Notes that the binding has taken a mail, also where it says so after its deadline. */
  handedOver(id: number, answer: string, now: number): void {
    this.#sql.exec(
      "UPDATE mail SET state = 'handed-over', message = NULL, answer = ?, changed_at = ? WHERE id = ? AND state != 'handed-over'",
      answer,
      now,
      id,
    )
  }

  /** Notes why an attempt failed; after the last one the mail is refused. */
  failed(id: number, answer: string, now: number): void {
    this.#sql.exec(
      `UPDATE mail SET answer = ?, changed_at = ?, state = CASE WHEN attempts > ? THEN 'refused' ELSE state END,
         message = CASE WHEN attempts > ? THEN NULL ELSE message END WHERE id = ? AND state = 'waiting'`,
      answer,
      now,
      MAIL_PAUSES_MS.length,
      MAIL_PAUSES_MS.length,
      id,
    )
  }

  /** Deletes what the mails of a destroyed inquiry say, and the visitor's address. What was not sent is never sent. */
  destroy(receipt: string): void {
    this.#sql.exec("DELETE FROM mail WHERE receipt = ? AND state = 'waiting'", receipt)
    this.#sql.exec("UPDATE mail SET recipients = NULL WHERE receipt = ? AND kind = 'confirmation'", receipt)
  }

  /** The hourly run: gives up what has waited for too long, and deletes visitors' addresses and old rows. */
  expire(now: number): void {
    this.#sql.exec(
      "UPDATE mail SET state = 'refused', message = NULL, changed_at = ? WHERE state = 'waiting' AND created_at <= ?",
      now,
      now - WAITING_MS_MAX,
    )
    this.#sql.exec(
      "UPDATE mail SET recipients = NULL WHERE kind = 'confirmation' AND recipients IS NOT NULL AND state != 'waiting' AND created_at <= ?",
      now - CONFIRMED_EVERY_MS,
    )
    this.#sql.exec('DELETE FROM mail WHERE created_at <= ?', now - KEPT_MS)
  }

  /** The mails of an inquiry that were tried, the oldest first. */
  ofReceipt(receipt: string): MailRecord[] {
    return this.#records('WHERE receipt = ? AND (attempts > 0) ORDER BY id', receipt)
  }

  status(): MailStatus {
    const count = (state: MailState) =>
      this.#rows<{ n: number }>(`SELECT count(*) AS n FROM mail WHERE state = '${state}'`)[0]?.n ?? 0
    const [last] = this.#records('WHERE attempts > 0 AND answer IS NOT NULL ORDER BY changed_at DESC LIMIT 1')
    return { waiting: count('waiting'), refused: count('refused'), last: last ?? null }
  }

  #records(condition: string, ...values: SqlStorageValue[]): MailRecord[] {
    return this.#rows<{ at: number; kind: MailKind; state: MailState; answer: string | null }>(
      `SELECT changed_at AS at, kind, state, answer FROM mail ${condition}`,
      ...values,
    ).map(({ at, ...record }) => ({ at: new Date(at).toISOString(), ...record }))
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
