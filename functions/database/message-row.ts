import type { AnswerState, MessageKind, ReplyState } from '../contract/conversation.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'

/* What is read of the table `message`. What changes it is in message.ts. */

/** A row of `message` without its HTML. Times are ISO 8601. */
export interface MessageRow {
  id: string
  receipt: string
  brand_id: string
  kind: MessageKind
  at: string
  author: string
  state: AnswerState | ReplyState
  detail: string | null
  recipient: string | null
  /** JSON array of addresses as they are compared. */
  cc: string
  came_at: string | null
  /** Names the mail of an answer, and what the platform calls it. */
  mail_event: string | null
  mail_id: string | null
  text: string
  /** JSON array of MessageFile. */
  files: string
  /** JSON array of LeftOutFile. */
  left_out: string
  /** JSON of the files and left-out files of a reply in quarantine. */
  quarantine: string | null
  header_id: string | null
  header_references: string | null
}

const COLUMNS = `id, receipt, brand_id, kind, at, author, state, detail, recipient, cc, came_at, mail_event, mail_id, text, files, left_out,
  quarantine, header_id, header_references`

/** What the platform calls the mail of the last answer to an inquiry; null where it was not handed over. */
export const lastMailOf = (db: D1Database, receipt: string): Promise<string | null> =>
  db
    .prepare(
      'SELECT mail_id FROM message WHERE receipt = ? AND mail_id IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT 1',
    )
    .bind(receipt)
    .first<string>('mail_id')

/** The message with an id; null where there is none. */
export const readMessage = (db: D1Database, id: string): Promise<MessageRow | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM message WHERE id = ?`).bind(id).first<MessageRow>()

/** The messages about an inquiry, the oldest first. */
export const messagesOf = (db: D1Database, receipt: string): Promise<MessageRow[]> => messagesOfAll(db, [receipt])

/** How many characters the messages about each of these inquiries have, by receipt. */
export async function messageCharacters(db: D1Database, receipts: readonly string[]): Promise<Map<string, number>> {
  const { results } = await db
    .prepare(
      `SELECT receipt, sum(length(text) + length(files)) AS n FROM message
         WHERE receipt IN (SELECT value FROM json_each(?)) GROUP BY receipt`,
    )
    .bind(JSON.stringify(receipts))
    .all<{ receipt: string; n: number }>()
  return new Map(results.map(({ receipt, n }) => [receipt, n]))
}

/** The messages about several inquiries, the oldest first. */
export async function messagesOfAll(db: D1Database, receipts: readonly string[]): Promise<MessageRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM message WHERE receipt IN (SELECT value FROM json_each(?)) ORDER BY at, rowid`)
    .bind(JSON.stringify(receipts))
    .all<MessageRow>()
  return results
}

/** Messages by their ids, the oldest first. */
export async function messagesWithIds(db: D1Database, ids: readonly string[]): Promise<MessageRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM message WHERE id IN (SELECT value FROM json_each(?)) ORDER BY at, rowid`)
    .bind(JSON.stringify(ids))
    .all<MessageRow>()
  return results
}

/** The HTML of the replies to an inquiry, cleaned, by the ids of its messages. */
export async function cleanHtmlOf(db: D1Database, receipt: string): Promise<Map<string, string>> {
  const { results } = await db
    .prepare('SELECT id, clean_html AS html FROM message WHERE receipt = ? AND clean_html IS NOT NULL')
    .bind(receipt)
    .all<{ id: string; html: string }>()
  return new Map(results.map(({ id, html }) => [id, html]))
}

/** How many messages there are about an inquiry, and files in them. */
export const countMessages = (db: D1Database, receipt: string): D1PreparedStatement =>
  db
    .prepare(
      `SELECT count(*) AS messages,
         coalesce(sum(json_array_length(files) + coalesce(json_array_length(quarantine, '$.files'), 0)), 0) AS files
         FROM message WHERE receipt = ?`,
    )
    .bind(receipt)

/** Addresses that operators have admitted to an inquiry: answers went to them or were copied to them, or a reply of theirs stands there. */
export async function admittedAddresses(db: D1Database, receipt: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT address FROM message WHERE receipt = ?1 AND address IS NOT NULL AND (kind = 'answer' OR state = 'received')
         UNION SELECT value FROM message, json_each(cc) WHERE receipt = ?1
         UNION SELECT value FROM message, json_each(went_to) WHERE receipt = ?1`,
    )
    .bind(receipt)
    .all<{ address: string }>()
  return results.map(({ address }) => address)
}

/** Quarantined replies that came before a time, the oldest first, with their files. @param before ISO 8601 */
export async function quarantinedBefore(
  db: D1Database,
  before: string,
  limit: number,
): Promise<Pick<MessageRow, 'id' | 'quarantine'>[]> {
  const { results } = await db
    .prepare("SELECT id, quarantine FROM message WHERE state = 'quarantined' AND at <= ? ORDER BY at LIMIT ?")
    .bind(before, limit)
    .all<Pick<MessageRow, 'id' | 'quarantine'>>()
  return results
}

/** How much the replies to an inquiry hold. What nothing proves counts apart. @returns characters of text, all characters, and bytes of files */
export async function repliesHeld(
  db: D1Database,
  receipt: string,
): Promise<{ isProven: 0 | 1; n: number; text: number; characters: number; bytes: number }[]> {
  const { results } = await db
    .prepare(
      `SELECT state <> 'quarantined' AS isProven, count(*) AS n, sum(length(text)) AS text, sum(length(text) + coalesce(length(clean_html), 0)) AS characters,
           sum((SELECT total(value ->> 'size') FROM json_each(files))
             + (SELECT total(value ->> 'size') FROM json_each(coalesce(quarantine, '{}'), '$.files'))) AS bytes
         FROM message WHERE receipt = ? AND kind = 'reply' GROUP BY isProven`,
    )
    .bind(receipt)
    .all<{ isProven: 0 | 1; n: number; text: number; characters: number; bytes: number }>()
  return results
}

/** Whether there is one of these messages of an inquiry. */
export async function hasMessage(db: D1Database, receipt: string, ids: readonly string[]): Promise<boolean> {
  const sql = 'SELECT 1 FROM message WHERE receipt = ? AND id IN (SELECT value FROM json_each(?))'
  return (await db.prepare(sql).bind(receipt, JSON.stringify(ids)).first()) !== null
}

export type FailedAnswer = Pick<MessageRow, 'receipt' | 'at' | 'detail'> & { state: 'bounced' | 'refused' }

/** Inquiries with an answer that did not arrive, the newest first. */
export async function failedAnswers(db: D1Database, scope: Scope, limit: number): Promise<FailedAnswer[]> {
  const { results } = await db
    .prepare(
      `SELECT receipt, at, state, detail FROM message
       WHERE state IN ('bounced', 'refused') AND (?2 IS NULL OR brand_id = ?2) ORDER BY at DESC LIMIT ?1`,
    )
    .bind(limit, brandIdOf(scope))
    .all<FailedAnswer>()
  return results
}
