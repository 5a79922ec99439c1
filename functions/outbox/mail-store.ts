import { type Alert, type Lane, MAIL_KEPT_MS, MAIL_KINDS, type MailKind, VISITOR_KINDS } from '../mail/kinds.ts'
import type { Message } from '../mail/messages.ts'
import { createMailTable, OF_LANE } from './mail-schema.ts'
import { DELIVERY_PERIOD_MS, type Failure, nextAttempt } from './retry-schedule.ts'
import { Turns } from './turns.ts'

/** Receipt under which the outbox's own alerts are stored. */
export const NO_RECEIPT = ''
/** For so long `/admin` names the mails that were given up: the longest month. */
const GIVEN_UP_TOLD_MS = 31 * 24 * 3_600_000
const GIVEN_UP_TOLD_MAX = 20

/** `handed-over`: the transport has taken the mail. It does not say whether the mail arrives. `refused`: given up, every attempt failed. */
export type MailState = 'waiting' | 'handed-over' | 'refused'

/** What is known of a mail that was tried. */
export interface MailRecord {
  /** ISO 8601. */
  at: string
  kind: MailKind
  state: MailState
  /** What the transport has said last: an id, or why it did not take the mail. */
  answer: string | null
}

/** A mail that was given up. */
export interface GivenUpMail extends Omit<MailRecord, 'state'> {
  /** Of its inquiry; null for an alert of the outbox itself. */
  receipt: string | null
}

/** Mails of an outbox: how many wait or were given up within a year, the last answer, and what was given up within a month. */
export interface MailStatus {
  waiting: number
  refused: number
  last: MailRecord | null
  /** The newest first, and no more than twenty; confirmations, whose addresses strangers choose, only where there is room. */
  givenUp: GivenUpMail[]
}

/** Names a mail. Its id does not: that of a deleted mail is given again. */
export interface MailName {
  receipt: string
  event: string
}

/** A mail to be tried. */
export interface DueMail extends MailName {
  kind: MailKind
  recipients: string[]
  message: Message
}

/** A mail as its table has it while it waits. */
type WaitingMail = MailName & {
  kind: MailKind
  recipients: string
  message: string
  attempts: number
  unknowns: number
  refusals: number
  since: number
  changedAt: number
  turn: number
  line: string | null
  ownFailures: number
}

const WAITING = `receipt, event, kind, recipients, message, attempts, unknowns, refusals, created_at AS since, changed_at AS changedAt,
  turn, line, own_failures AS ownFailures`
const NAMED = 'receipt = ? AND event = ?'
const laneOf = (kind: MailKind): Lane => (kind === 'confirmation' ? 'confirmations' : 'others')
const nameOf = ({ receipt, event }: MailName) => `${receipt}.${event}`
const iso = (at: number) => new Date(at).toISOString()

/**
 * The mails of one brand, in the database of its outbox: one row for each receipt and event, written before it is tried. The text of a
 * mail is deleted as soon as it is handed over or given up.
 */
export class MailStore {
  readonly #sql: SqlStorage
  readonly #turns: Record<Lane, Turns>

  constructor(sql: SqlStorage) {
    this.#sql = sql
    createMailTable(sql)
    const turns = (lane: Lane) =>
      new Turns(sql, `mails: ${lane}`, this.#first(lane, Number.MAX_SAFE_INTEGER)?.turn ?? null)
    this.#turns = { confirmations: turns('confirmations'), others: turns('others') }
  }

  /**
   * Stores a mail. One of the same receipt and event exists once.
   * @param line of the client who causes it, see OutboxStore; null where none does
   */
  add(mail: DueMail, now: number, line: string | null = null) {
    this.#sql.exec(
      `INSERT INTO mail (receipt, event, kind, recipients, message, created_at, changed_at, next_at, turn, line)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      mail.receipt,
      mail.event,
      mail.kind,
      JSON.stringify(mail.recipients),
      JSON.stringify(mail.message),
      now,
      now,
      now,
      this.#turns[laneOf(mail.kind)].next(line ?? nameOf(mail)),
      line,
    )
  }

  /** Whether an address may not have another mail of this kind yet. */
  isRecent(kind: MailKind, address: string, now: number): boolean {
    const { everyMs = 0 } = MAIL_KINDS[kind] as { everyMs?: number }
    const known = `SELECT 1 FROM mail WHERE kind = '${kind}' AND recipients = ? AND created_at > ?`
    return this.#rows(known, JSON.stringify([address]), now - everyMs).length > 0
  }

  /** Since when the last such alert has had no all-clear, in milliseconds since epoch; null where there is none. */
  openSince(alert: Alert): number | null {
    const [last] = this.#rows<{ kind: MailKind; at: number }>(
      'SELECT kind, created_at AS at FROM mail WHERE receipt = ? AND kind IN (?, ?) ORDER BY id DESC LIMIT 1',
      NO_RECEIPT,
      alert,
      MAIL_KINDS[alert].allClear,
    )
    return last?.kind === alert ? last.at : null
  }

  /** When the next mail of a lane is due; null where none waits. */
  nextDue(lane: Lane): number | null {
    const waiting = `SELECT next_at AS at FROM mail WHERE state = 'waiting' AND ${OF_LANE[lane]} ORDER BY next_at LIMIT 1`
    return this.#rows<{ at: number }>(waiting)[0]?.at ?? null
  }

  /**
   * Takes a due mail of a lane. The attempt is noted before it starts as one of unknown outcome, so that a process that ends meanwhile
   * repeats it by that rule.
   */
  start(lane: Lane, now: number): DueMail | null {
    const row = this.#next(lane, now)
    if (!row) return null
    const { receipt, event, kind, since } = row
    const failed = { attempts: row.attempts + 1, unknowns: row.unknowns + 1, refusals: 0, since }
    const nextAt = nextAttempt('unknown', failed, now, Math.random()) ?? since + DELIVERY_PERIOD_MS
    this.#sql.exec(
      `UPDATE mail SET attempts = ?, unknowns = ?, next_at = ? WHERE ${NAMED}`,
      failed.attempts,
      failed.unknowns,
      nextAt,
      receipt,
      event,
    )
    return {
      receipt,
      event,
      kind,
      recipients: JSON.parse(row.recipients) as string[],
      message: JSON.parse(row.message) as Message,
    }
  }

  /** Whether a mail that was started may still be sent. */
  isWaiting({ receipt, event }: MailName): boolean {
    return this.#rows(`SELECT 1 FROM mail WHERE ${NAMED} AND state = 'waiting'`, receipt, event).length > 0
  }

  /** Notes that the transport has taken a mail, also where it says so after its deadline. */
  handedOver({ receipt, event }: MailName, answer: string, now: number): void {
    this.#sql.exec(
      `UPDATE mail SET state = 'handed-over', message = NULL, line = NULL, answer = ?, changed_at = ? WHERE ${NAMED} AND state != 'handed-over'`,
      answer,
      now,
      receipt,
      event,
    )
  }

  /**
   * Notes why an attempt failed, and when the next one is, by the schedule of the inquiries; after the last one the mail is given up.
   * @param answeredAt when the transport has last answered another, see OutboxStore
   */
  failed(
    { receipt, event }: MailName,
    { failure, answer, answeredAt }: { failure: Failure; answer: string; answeredAt: number },
    now: number,
  ): void {
    const [row] = this.#rows<WaitingMail & Record<string, SqlStorageValue>>(
      `SELECT ${WAITING} FROM mail WHERE ${NAMED} AND state = 'waiting'`,
      receipt,
      event,
    )
    if (!row) return
    const unknowns = row.unknowns - Number(failure !== 'unknown')
    const refusals = row.refusals + Number(failure === 'refused')
    // The same mail would be refused again: it is told at once, and an operator can send it again.
    const nextAt =
      failure === 'refused' ? null : nextAttempt(failure, { ...row, unknowns, refusals }, now, Math.random())
    const ownFailures = row.ownFailures + Number(answeredAt > row.changedAt)
    this.#sql.exec(
      `UPDATE mail SET answer = ?, turn = ?, own_failures = ?, changed_at = ?, unknowns = ?, refusals = ?, next_at = coalesce(?, next_at) WHERE ${NAMED}`,
      answer,
      this.#turns[laneOf(row.kind)].nextAfter(failure, ownFailures, row.line ?? nameOf(row)),
      ownFailures,
      now,
      unknowns,
      refusals,
      nextAt,
      receipt,
      event,
    )
    if (nextAt === null) this.#giveUp(now, NAMED, receipt, event)
  }

  /** Deletes what the mails of a destroyed inquiry say, and the visitor's address. What was not sent is never sent. */
  destroy(receipt: string): void {
    this.#sql.exec("DELETE FROM mail WHERE receipt = ? AND state = 'waiting'", receipt)
    for (const kind of VISITOR_KINDS)
      this.#sql.exec(`UPDATE mail SET recipients = NULL WHERE receipt = ? AND kind = '${kind}'`, receipt)
  }

  /**
   * The hourly run: gives up what has waited for too long, such as after mail was switched off, and deletes visitors' addresses and old rows.
   * @param isPaused what waits for the end of a pause is not given up
   */
  expire(now: number, isPaused: boolean): void {
    if (!isPaused) this.#giveUp(now, "state = 'waiting' AND created_at <= ?", now - DELIVERY_PERIOD_MS)
    for (const kind of VISITOR_KINDS)
      this.#sql.exec(
        `UPDATE mail SET recipients = NULL
           WHERE kind = '${kind}' AND recipients IS NOT NULL AND state != 'waiting' AND created_at <= ?`,
        now - MAIL_KINDS[kind].addressKeptMs,
      )
    this.#sql.exec("DELETE FROM mail WHERE state != 'waiting' AND created_at <= ?", now - MAIL_KEPT_MS)
  }

  /** The mails of an inquiry that were tried, the oldest first. */
  ofReceipt(receipt: string): MailRecord[] {
    return this.#records('WHERE receipt = ? AND (attempts > 0) ORDER BY id', receipt)
  }

  status(now: number): MailStatus {
    const counted = 'SELECT count(*) AS n FROM mail WHERE state = ?'
    const count = (state: MailState) => this.#rows<{ n: number }>(counted, state)[0]?.n ?? 0
    const [last] = this.#records('WHERE attempts > 0 AND answer IS NOT NULL ORDER BY changed_at DESC LIMIT 1')
    return { waiting: count('waiting'), refused: count('refused'), last: last ?? null, givenUp: this.#givenUp(now) }
  }

  #givenUp(now: number): GivenUpMail[] {
    const of = (lane: Lane, max: number) =>
      this.#rows<{ at: number; receipt: string; kind: MailKind; answer: string | null }>(
        `SELECT changed_at AS at, receipt, kind, answer FROM mail
           WHERE state = 'refused' AND ${OF_LANE[lane]} AND changed_at > ? ORDER BY changed_at DESC LIMIT ?`,
        now - GIVEN_UP_TOLD_MS,
        max,
      )
    const others = of('others', GIVEN_UP_TOLD_MAX)
    return [...others, ...of('confirmations', GIVEN_UP_TOLD_MAX - others.length)]
      .toSorted((one, other) => other.at - one.at)
      .map(({ at, receipt, ...mail }) => ({ at: iso(at), receipt: receipt === NO_RECEIPT ? null : receipt, ...mail }))
  }

  /** The mail of a lane whose turn it is. */
  #next(lane: Lane, now: number): WaitingMail | null {
    const turns = this.#turns[lane]
    return turns.take(
      () => this.#first(lane, now),
      (late) => {
        const turn = turns.next(late.line ?? nameOf(late))
        this.#sql.exec(`UPDATE mail SET turn = ? WHERE ${NAMED}`, turn, late.receipt, late.event)
      },
    )
  }

  /** The mail of a lane that is due and has the lowest turn. */
  #first(lane: Lane, now: number): WaitingMail | undefined {
    return this.#rows<WaitingMail & Record<string, SqlStorageValue>>(
      `SELECT ${WAITING} FROM mail INDEXED BY mail_of_lane_by_turn
         WHERE state = 'waiting' AND ${OF_LANE[lane]} AND next_at <= ? ORDER BY turn, next_at LIMIT 1`,
      now,
    )[0]
  }

  /** @param condition SQL that names the mails, with the values of its `?` */
  #giveUp(now: number, condition: string, ...values: SqlStorageValue[]): void {
    const givenUp = "state = 'refused', message = NULL, line = NULL, changed_at = ?"
    this.#sql.exec(`UPDATE mail SET ${givenUp} WHERE ${condition}`, now, ...values)
  }

  #records(condition: string, ...values: SqlStorageValue[]): MailRecord[] {
    return this.#rows<{ at: number; kind: MailKind; state: MailState; answer: string | null }>(
      `SELECT changed_at AS at, kind, state, answer FROM mail ${condition}`,
      ...values,
    ).map(({ at, ...record }) => ({ at: iso(at), ...record }))
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
