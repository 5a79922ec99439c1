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
  if (missing.length === 0) return
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
  giveUpUnsent(sql)
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

/** The state of an inquiry is what its last message makes of it. */
function followLast(sql: SqlStorage, receipt: string): void {
  const [last] = sql
    .exec<{ kind: string; at: number }>(
      `SELECT kind, at FROM message WHERE receipt = ? AND (kind = 'answer' OR state = 'received') ORDER BY at DESC, rowid DESC LIMIT 1`,
      receipt,
    )
    .toArray()
  if (!last) return
  sql.exec(
    `UPDATE inquiry SET replied_at = ?, answered_at = (SELECT min(at) FROM message WHERE receipt = inquiry.receipt AND kind = 'answer')
       WHERE receipt = ?`,
    last.kind === 'reply' ? last.at : null,
    receipt,
  )
  if (last.kind === 'reply')
    sql.exec(
      'UPDATE inquiry SET processed_at = NULL, destroy_at = NULL, is_spam = 0 WHERE receipt = ? AND processed_at <= ?',
      receipt,
      last.at,
    )
}
