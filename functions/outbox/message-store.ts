import { FAILED_ANSWERS, type AnswerState, type MailEventName, type ReplyState } from '../contract/conversation.ts'
import type { MessageContents, MessageFacts, MessageRow } from '../database/message.ts'
import { RESTORED_VERSIONS } from './copy-store.ts'
import { createMessageTables } from './message-schema.ts'
import { adoptMessages } from './restored-messages.ts'

interface StoredMessage extends Record<string, SqlStorageValue> {
  id: string
  receipt: string
  version: number
  kind: MessageFacts['kind']
  at: number
  author: string
  state: MessageFacts['state']
  detail: string | null
  handedAt: number | null
  recipient: string | null
  contents: string | null
}
const COLUMNS =
  'id, receipt, version, kind, at, author, state, detail, handed_at AS handedAt, recipient, contents, mail_event AS mailEvent'

/** A message that is accepted. Times are milliseconds since epoch. */
export interface NewMessage {
  id: string
  receipt: string
  at: number
  author: string
  contents: MessageContents
}

/** What an event of the platform makes of an answer. A complaint is of a mail that has arrived. */
const STATE_OF: Record<MailEventName, AnswerState> = {
  deferred: 'delayed',
  delivered: 'delivered',
  complained: 'delivered',
  bounced: 'bounced',
  failed: 'refused',
  rejected: 'refused',
}
/** Events come in any order: a state is only followed by one behind it. */
const ORDER: readonly string[] = ['waiting', 'handed over', 'delayed', 'delivered', 'bounced', 'refused']
/** Events of a mail whose handing over is not noted yet are kept for so long. */
const EARLY_EVENTS_KEPT_MS = 3_600_000

/** The answers and replies of one brand (decision 061). Each method is one transaction. */
export class MessageStore {
  readonly #sql: SqlStorage

  /** After the store of mails, whose table a trigger follows. */
  constructor(sql: SqlStorage) {
    this.#sql = sql
    createMessageTables(sql)
  }

  byId(id: string): (MessageFacts & { mailEvent: string | null }) | null {
    return this.#read('WHERE id = ?', id)[0] ?? null
  }

  /** The id of the last answer to an inquiry, or of the last reply of its visitor. */
  last(receipt: string, kind: MessageFacts['kind']): string | null {
    const said = "WHERE receipt = ? AND kind = ? AND state NOT IN ('automatic', 'quarantined')"
    return this.#read(`${said} ORDER BY at DESC, rowid DESC LIMIT 1`, receipt, kind)[0]?.id ?? null
  }

  /** Addresses that answers to an inquiry went to. */
  recipients(receipt: string): string[] {
    return this.#read("WHERE receipt = ? AND kind = 'answer'", receipt).flatMap(({ recipient }) => recipient ?? [])
  }

  /** Key that signs the address for replies to an inquiry; null where there is none, or no longer. */
  replyKey(receipt: string): string | null {
    return (
      this.#rows<{ key: string | null }>('SELECT reply_key AS key FROM inquiry WHERE receipt = ?', receipt)[0]?.key ??
      null
    )
  }

  /** Gives an inquiry its key, unless it has one. */
  setReplyKey(receipt: string, key: string): void {
    this.#sql.exec(
      "UPDATE inquiry SET reply_key = ? WHERE receipt = ? AND reply_key IS NULL AND state <> 'destroyed'",
      key,
      receipt,
    )
  }

  /** How many replies to an inquiry came since a time, by state. */
  repliesSince(receipt: string, since: number): Record<ReplyState, number> {
    const counted = this.#rows<{ state: ReplyState; n: number }>(
      "SELECT state, count(*) AS n FROM message WHERE receipt = ? AND kind = 'reply' AND at > ? GROUP BY state",
      receipt,
      since,
    )
    return {
      received: 0,
      automatic: 0,
      quarantined: 0,
      ...Object.fromEntries(counted.map(({ state, n }) => [state, n])),
    }
  }

  /** What the platform calls the mail of the last answer. */
  lastMail(receipt: string): string | null {
    const last =
      'SELECT mail_id AS id FROM message WHERE receipt = ? AND mail_id IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT 1'
    return this.#rows<{ id: string }>(last, receipt)[0]?.id ?? null
  }

  /**
   * When the last answer to an inquiry was handed over, in milliseconds since epoch. A destroyed inquiry has no messages any more; that
   * there was a mail stays known.
   */
  sentAt(receipt: string): number | null {
    const [last] = this.#rows<{ at: number | null }>(
      `SELECT max(at) AS at FROM (
         SELECT handed_at AS at FROM message WHERE receipt = ?
         UNION ALL SELECT changed_at FROM mail WHERE receipt = ? AND kind = 'answer' AND state = 'handed-over'
       )`,
      receipt,
      receipt,
    )
    return last?.at ?? null
  }

  /** When an inquiry was last answered, or its visitor last replied, in milliseconds since epoch; null where neither is known. */
  lastWordAt(receipt: string): number | null {
    const words = "SELECT max(at) AS at FROM message WHERE receipt = ? AND (kind = 'answer' OR state = 'received')"
    return this.#rows<{ at: number | null }>(words, receipt)[0]?.at ?? null
  }

  /**
   * @param mailEvent names the mail that takes it to the visitor
   * @param isLastWord its author has seen all replies
   */
  addAnswer(answer: NewMessage & { recipient: string }, mailEvent: string, isLastWord: boolean): void {
    const { id, receipt, at, author, recipient, contents } = answer
    this.#sql.exec(
      `INSERT INTO message (id, receipt, kind, at, author, state, recipient, mail_event, contents) VALUES (?, ?, 'answer', ?, ?, 'waiting', ?, ?, ?)`,
      id,
      receipt,
      at,
      author,
      recipient,
      mailEvent,
      JSON.stringify(contents),
    )
    this.#sql.exec(
      'UPDATE inquiry SET answered_at = coalesce(answered_at, ?), replied_at = iif(?, NULL, replied_at) WHERE receipt = ?',
      at,
      Number(isLastWord),
      receipt,
    )
  }

  /** Notes that a visitor has replied: somebody has to see to the inquiry again, and it is not destroyed before. */
  reopen(receipt: string, at: number): void {
    this.#sql.exec(
      'UPDATE inquiry SET replied_at = ?, processed_at = NULL, destroy_at = NULL, is_spam = 0 WHERE receipt = ?',
      at,
      receipt,
    )
  }

  addReply({ id, receipt, at, author, contents }: NewMessage, state: ReplyState, detail: string | null): void {
    this.#sql.exec(
      `INSERT INTO message (id, receipt, kind, at, author, state, detail, contents) VALUES (?, ?, 'reply', ?, ?, ?, ?, ?)`,
      id,
      receipt,
      at,
      author,
      state,
      detail,
      JSON.stringify(contents),
    )
  }

  /** An answer that did not arrive waits again, for another mail. */
  waitAgain(id: string, recipient: string, mailEvent: string): void {
    this.#sql.exec(
      `UPDATE message SET state = 'waiting', detail = NULL, recipient = ?, mail_event = ?, mail_id = NULL WHERE id = ?`,
      recipient,
      mailEvent,
      id,
    )
  }

  /** Whether an answer may be sent again. */
  static isFailed({ state }: Pick<MessageFacts, 'state'>): boolean {
    return FAILED_ANSWERS.some((failed) => failed === state)
  }

  /**
   * Takes over what became of a mail. The same event twice is one, and the order does not matter. Of a mail that is being handed over it
   * is kept until that is noted; one of an unknown mail is ignored.
   */
  mailEvent(sentAs: string, event: MailEventName, detail: string | null, now: number): void {
    const mailId = bare(sentAs)
    if (this.#rows('SELECT 1 FROM message WHERE mail_id = ?', mailId).length > 0) this.#apply(mailId, event, detail)
    else if (this.#isHandingOver())
      this.#sql.exec(
        'INSERT INTO mail_event (mail_id, event, at, detail) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        mailId,
        event,
        now,
        detail,
      )
  }

  /** A mail was handed over: what was known of it before counts now. */
  applyEarlyEvents(sentAs: string): void {
    const mailId = bare(sentAs)
    const events = this.#rows<{ event: MailEventName; detail: string | null }>(
      'SELECT event, detail FROM mail_event WHERE mail_id = ? ORDER BY event',
      mailId,
    )
    for (const { event, detail } of events) this.#apply(mailId, event, detail)
    this.#sql.exec('DELETE FROM mail_event WHERE mail_id = ?', mailId)
  }

  /** Messages whose row in D1 lacks a change. */
  pending(limit: number): MessageFacts[] {
    return this.#read('WHERE version > copied_version ORDER BY at, rowid LIMIT ?', limit)
  }

  hasPending(): boolean {
    return this.#rows('SELECT 1 FROM message WHERE version > copied_version LIMIT 1').length > 0
  }

  /** Notes the version that the row of a message has now. D1 has the contents, so that they go here. */
  copied(id: string, version: number): void {
    this.#sql.exec('UPDATE message SET copied_version = ?, contents = NULL WHERE id = ?', version, id)
  }

  /** After a restore: everything is written again, with versions above those of the rows. */
  raiseAll(): void {
    this.#sql.exec(`UPDATE message SET version = version + ${RESTORED_VERSIONS}, copied_version = 0`)
  }

  /** See adoptMessages. */
  adopt(receipt: string, rows: readonly MessageRow[]): void {
    adoptMessages(this.#sql, receipt, rows)
  }

  /** Deletes the messages of a destroyed inquiry. */
  destroy(receipt: string): void {
    this.#sql.exec('DELETE FROM message WHERE receipt = ?', receipt)
  }

  /** Quarantined replies that came before a time, but for those that may be on their way to D1. */
  quarantinedBefore(before: number): string[] {
    const old = "SELECT id FROM message WHERE state = 'quarantined' AND at <= ? AND version = copied_version"
    return this.#rows<{ id: string }>(old, before).map(({ id }) => id)
  }

  delete(ids: readonly string[]): void {
    for (const id of ids) this.#sql.exec('DELETE FROM message WHERE id = ?', id)
  }

  /** The hourly run. */
  expire(now: number): void {
    this.#sql.exec('DELETE FROM mail_event WHERE at <= ? OR at > ?', now - EARLY_EVENTS_KEPT_MS, now)
  }

  #apply(mailId: string, event: MailEventName, detail: string | null): void {
    const [answer] = this.#read('WHERE mail_id = ?', mailId)
    const next = STATE_OF[event]
    // A complaint is told of a mail that is known to have arrived, too.
    const isTold = answer?.state === next && event === 'complained'
    if (!answer || !(isTold || isBefore(answer.state, next))) return
    this.#sql.exec('UPDATE message SET state = ?, detail = ? WHERE mail_id = ?', next, detail, mailId)
  }

  /** Whether a mail with an answer may be on its way, so that an event can be about it. */
  #isHandingOver(): boolean {
    const tried = "SELECT 1 FROM mail WHERE state = 'waiting' AND kind = 'answer' AND attempts > 0 LIMIT 1"
    return this.#rows(tried).length > 0
  }

  #read(condition: string, ...values: SqlStorageValue[]) {
    const rows = this.#rows<StoredMessage & { mailEvent: string | null }>(
      `SELECT ${COLUMNS} FROM message ${condition}`,
      ...values,
    )
    return rows.map((row) => ({
      ...row,
      contents: row.contents === null ? null : (JSON.parse(row.contents) as MessageContents),
    }))
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}

const isBefore = (state: string, next: AnswerState) => ORDER.indexOf(state) < ORDER.indexOf(next)
/** Some name a mail in angle brackets, as its header does. */
const bare = (mailId: string) => mailId.replace(/^<+|>+$/g, '')
