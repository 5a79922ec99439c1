import { brandIdOf, type Scope } from '../contract/scope.ts'
import type { AnswerState, LeftOutFile, MessageFile, MessageKind, ReplyState } from '../contract/conversation.ts'

/** What a message says. */
export interface MessageContents {
  text: string
  /** Of a reply: cleaned, so that it is shown as it is. */
  cleanHtml: string | null
  files: readonly MessageFile[]
  leftOut: readonly LeftOutFile[]
  headerId: string | null
  headerReferences: string | null
}

/** A message as its outbox has it. Times are milliseconds since epoch. */
export interface MessageFacts {
  id: string
  receipt: string
  version: number
  kind: MessageKind
  at: number
  author: string
  state: AnswerState | ReplyState
  detail: string | null
  handedAt: number | null
  /** Address that an answer went to. */
  recipient: string | null
  /** Null where D1 has them. */
  contents: MessageContents | null
}

/** A row of `message` without its HTML. Times are ISO 8601. */
export interface MessageRow {
  id: string
  receipt: string
  version: number
  brand_id: string
  kind: MessageKind
  at: string
  author: string
  state: AnswerState | ReplyState
  detail: string | null
  handed_at: string | null
  recipient: string | null
  text: string
  /** JSON array of MessageFile. */
  files: string
  /** JSON array of LeftOutFile. */
  left_out: string
  header_id: string | null
  header_references: string | null
}

const COLUMNS = `id, receipt, version, brand_id, kind, at, author, state, detail, handed_at, recipient, text, files, left_out, header_id,
  header_references`

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Contents are written once and then left as they are. */
const SQL = `INSERT INTO message (id, receipt, version, brand_id, kind, at, author, state, detail, handed_at, recipient, text, clean_html, files,
    left_out, header_id, header_references)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17
    WHERE NOT EXISTS (SELECT 1 FROM inquiry_record WHERE receipt = ?2 AND state = 'destroyed')
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, state = excluded.state, detail = excluded.detail,
    handed_at = excluded.handed_at, recipient = excluded.recipient
    WHERE excluded.version >= message.version`

/** Writes the row of a message, forwards only (decision 061): the only statement that does. Of a destroyed inquiry none is written. */
export function writeMessage(db: D1Database, brandId: string, message: MessageFacts): D1PreparedStatement {
  const { contents } = message
  return db
    .prepare(SQL)
    .bind(
      message.id,
      message.receipt,
      message.version,
      brandId,
      message.kind,
      iso(message.at),
      message.author,
      message.state,
      message.detail,
      iso(message.handedAt),
      message.recipient,
      contents?.text ?? '',
      contents?.cleanHtml ?? null,
      JSON.stringify(contents?.files ?? []),
      JSON.stringify(contents?.leftOut ?? []),
      contents?.headerId ?? null,
      contents?.headerReferences ?? null,
    )
}

/** The messages about an inquiry, the oldest first. */
export const messagesOf = (db: D1Database, receipt: string): Promise<MessageRow[]> => messagesOfAll(db, [receipt])

/** The messages about several inquiries, the oldest first. */
export async function messagesOfAll(db: D1Database, receipts: readonly string[]): Promise<MessageRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM message WHERE receipt IN (SELECT value FROM json_each(?)) ORDER BY at, rowid`)
    .bind(JSON.stringify(receipts))
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

/** How many messages there are about an inquiry. */
export async function countMessages(db: D1Database, receipt: string): Promise<number> {
  const counted = await db
    .prepare('SELECT count(*) AS n FROM message WHERE receipt = ?')
    .bind(receipt)
    .first<{ n: number }>()
  return counted?.n ?? 0
}

/** Addresses that answers to an inquiry went to. */
export async function recipientsOf(db: D1Database, receipt: string): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT DISTINCT recipient FROM message WHERE receipt = ? AND recipient IS NOT NULL')
    .bind(receipt)
    .all<{ recipient: string }>()
  return results.map(({ recipient }) => recipient)
}

/** How much the replies to an inquiry hold. What nothing proves counts apart. @returns characters of text, all characters, and bytes of files */
export async function repliesHeld(
  db: D1Database,
  receipt: string,
): Promise<{ isProven: 0 | 1; n: number; text: number; characters: number; bytes: number }[]> {
  const { results } = await db
    .prepare(
      `SELECT state <> 'quarantined' AS isProven, count(*) AS n, sum(length(text)) AS text, sum(length(text) + coalesce(length(clean_html), 0)) AS characters,
           sum((SELECT total(value ->> 'size') FROM json_each(files))) AS bytes
         FROM message WHERE receipt = ? AND kind = 'reply' GROUP BY isProven`,
    )
    .bind(receipt)
    .all<{ isProven: 0 | 1; n: number; text: number; characters: number; bytes: number }>()
  return results
}

/** Whether there is such a message of an inquiry. */
export async function hasMessage(db: D1Database, receipt: string, id: string): Promise<boolean> {
  return (await db.prepare('SELECT 1 FROM message WHERE receipt = ? AND id = ?').bind(receipt, id).first()) !== null
}

type FailedAnswer = Pick<MessageRow, 'receipt' | 'at' | 'detail'> & { state: 'bounced' | 'refused' }

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

/**
 * Milliseconds from the acceptance of each inquiry to its first answer, of those that were first answered since a time.
 * @param since ISO 8601
 */
export async function firstAnswerTimes(db: D1Database, scope: Scope, since: string): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT CAST((unixepoch(min(m.at), 'subsec') - unixepoch(r.accepted_at, 'subsec')) * 1000 AS INTEGER) AS ms
         FROM message AS m JOIN inquiry_record AS r USING (receipt)
         WHERE m.kind = 'answer' AND m.at >= ?1 AND (?2 IS NULL OR m.brand_id = ?2)
           AND NOT EXISTS (SELECT 1 FROM message AS e WHERE e.receipt = m.receipt AND e.kind = 'answer' AND e.at < ?1)
         GROUP BY m.receipt ORDER BY ms`,
    )
    .bind(since, brandIdOf(scope))
    .all<{ ms: number }>()
  return results.map(({ ms }) => ms)
}

/** Deletes messages that their outbox deletes. */
export async function deleteMessages(db: D1Database, ids: readonly string[]): Promise<void> {
  await db.prepare('DELETE FROM message WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(ids)).run()
}

/** New inquiries that nobody has answered yet, and when the oldest was accepted. */
export async function unansweredCount(db: D1Database, scope: Scope): Promise<{ n: number; oldest: string | null }> {
  const counted = await db
    .prepare(
      `SELECT count(*) AS n, min(accepted_at) AS oldest FROM inquiry_record INDEXED BY inquiry_record_unanswered
         WHERE state = 'new' AND answered_at IS NULL AND (?1 IS NULL OR brand_id = ?1)`,
    )
    .bind(brandIdOf(scope))
    .first<{ n: number; oldest: string | null }>()
  return counted ?? { n: 0, oldest: null }
}
