import type { MessageRow } from '../database/message.ts'

/** What an operator reads of an answer that a restore has separated from its mail. */
const UNSENT = 'The site was restored from a backup without the mail. It may have been sent.'

/**
 * Takes over the messages of an inquiry that only D1 has: they came while a backup was read, between outbox and D1 (decision 061).
 * @param rows all that D1 has of it
 */
export function adoptMessages(sql: SqlStorage, receipt: string, rows: readonly MessageRow[]): void {
  const has = (query: string, ...values: string[]) => sql.exec(query, ...values).toArray().length > 0
  if (!has("SELECT 1 FROM inquiry WHERE receipt = ? AND state <> 'destroyed'", receipt)) return
  const missing = rows.filter(({ id }) => !has('SELECT 1 FROM message WHERE id = ?', id))
  for (const { id, kind, at, author, state, detail, handed_at, recipient, version } of missing)
    sql.exec(
      `INSERT INTO message (id, receipt, kind, at, author, state, detail, handed_at, recipient, mail_event, version, copied_version)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT event FROM mail WHERE receipt = ? AND event GLOB ? ORDER BY id DESC LIMIT 1), ?, ?)`,
      id,
      receipt,
      kind,
      Date.parse(at),
      author,
      state,
      detail,
      handed_at === null ? null : Date.parse(handed_at),
      recipient,
      receipt,
      `answer-${id}*`,
      version,
      version,
    )
  if (missing.length > 0) giveUpUnsent(sql)
  // Also where nothing is missing: the row may have a mark that a reply has taken back since it was first read.
  followLast(sql, receipt)
}

/** After a restore: an answer whose mail is not there would wait for ever. Whether it was sent nobody knows. */
export function giveUpUnsent(sql: SqlStorage): void {
  sql.exec(
    `UPDATE message SET state = 'refused', detail = ? WHERE kind = 'answer' AND state = 'waiting'
       AND NOT EXISTS (SELECT 1 FROM mail WHERE mail.receipt = message.receipt AND mail.event = message.mail_event)`,
    UNSENT,
  )
}

/** The state of an inquiry is what its last message makes of it. A reply takes back what was marked before it. */
function followLast(sql: SqlStorage, receipt: string): void {
  const messages = sql
    .exec<{ kind: string; at: number }>(
      `SELECT kind, at FROM message WHERE receipt = ? AND (kind = 'answer' OR state = 'received') ORDER BY at, rowid`,
      receipt,
    )
    .toArray()
  const last = messages.at(-1)
  if (!last) return
  sql.exec(
    'UPDATE inquiry SET replied_at = ?, answered_at = ? WHERE receipt = ?',
    last.kind === 'reply' ? last.at : null,
    messages.find(({ kind }) => kind === 'answer')?.at ?? null,
    receipt,
  )
  const reply = messages.findLast(({ kind }) => kind === 'reply')
  if (!reply) return
  // At the same millisecond the order of the messages counts.
  sql.exec(
    'UPDATE inquiry SET processed_at = NULL, destroy_at = NULL, is_spam = 0 WHERE receipt = ? AND processed_at < ?',
    receipt,
    reply === last ? reply.at + 1 : reply.at,
  )
}
