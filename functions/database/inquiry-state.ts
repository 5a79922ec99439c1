import { POSSIBLE_IN } from '../contract/possible-commands.ts'
import { MARKED_AS_SPAM } from '../contract/spam-signals.ts'
import { type InquiryName, isIn, NO_CONTENTS, RECEIVED_HERE } from './inquiry-row.ts'
import { DELIVERED } from './inquiry-search.ts'
import { NO_KEY } from './new-inquiry.ts'

/*
 * What changes an inquiry once it is accepted: how it is marked, answered, replied to and destroyed. How its row is made is in
 * new-inquiry.ts, what the clock does with its deliveries in delivery.ts, and what is read of it in inquiry-row.ts.
 */

const NAMED = 'receipt = ?1 AND brand_id = ?2'

/** Whether a statement has changed a row. */
const hasChanged = async (statement: D1PreparedStatement): Promise<boolean> =>
  (await statement.first<{ receipt: string }>()) !== null

/**
 * What the visitor has replied since a page was read was not seen on it.
 * @param shownAt the parameter that says when it was read, or null
 */
const noLaterReply = (shownAt: string) => `(${shownAt} IS NULL OR replied_at IS NULL OR replied_at < ${shownAt})`

export interface Mark {
  processedAt: Date
  destroyAt: Date
  isSpam: boolean
  /** When the page was read on which it is marked, ISO 8601; null where that does not matter. */
  shownAt: string | null
}

/**
 * Marks an inquiry as processed.
 * @param told statements that tell others of it
 * @returns false where its state does not allow it, or its visitor has replied since
 */
export async function markProcessed(
  db: D1Database,
  { receipt, brandId }: InquiryName,
  mark: Mark,
  told: readonly D1PreparedStatement[],
): Promise<boolean> {
  const [marked] = await db.batch([
    db
      .prepare(
        `UPDATE inquiry SET state = 'processed', processed_at = ?3, destroy_at = ?4, remind_on = NULL,
           spam_signals = iif(?6, json_insert(spam_signals, '$[#]', '${MARKED_AS_SPAM}'), spam_signals)
         WHERE ${NAMED} AND ${isIn(POSSIBLE_IN.markProcessed)} AND ${noLaterReply('?5')} RETURNING receipt`,
      )
      .bind(
        receipt,
        brandId,
        mark.processedAt.toISOString(),
        mark.destroyAt.toISOString(),
        mark.shownAt,
        Number(mark.isSpam),
      ),
    ...told,
  ])
  return (marked?.results.length ?? 0) > 0
}

const NOT_MARKED = `(SELECT json_group_array(value) FROM json_each(spam_signals) WHERE value <> '${MARKED_AS_SPAM}')`
/** The state of an inquiry that is not processed. */
const UNMARKED_STATE = `CASE WHEN delivered_at IS NULL THEN 'undelivered' WHEN NOT ${RECEIVED_HERE} THEN 'delivered'
  WHEN answered_at IS NOT NULL AND replied_at IS NULL THEN 'answered' ELSE 'new' END`

/** Takes the mark back. @param markedAfter ISO 8601: an older mark stays. @returns false where there is none that may be taken back */
export const unmark = (db: D1Database, { receipt, brandId }: InquiryName, markedAfter: string): Promise<boolean> =>
  hasChanged(
    db
      .prepare(
        `UPDATE inquiry SET state = ${UNMARKED_STATE}, processed_at = NULL, destroy_at = NULL, spam_signals = ${NOT_MARKED}
         WHERE ${NAMED} AND state = 'processed' AND processed_at > ?3 RETURNING receipt`,
      )
      .bind(receipt, brandId, markedAfter),
  )

/** Puts an inquiry off to a day, or has it wait at once (null). @returns false where its state does not allow it, or its visitor has replied since */
export const setReminder = (
  db: D1Database,
  { receipt, brandId }: InquiryName,
  { on, shownAt }: { on: string | null; shownAt: string | null },
): Promise<boolean> =>
  hasChanged(
    db
      .prepare(
        `UPDATE inquiry SET remind_on = ?3 WHERE ${NAMED} AND ${isIn(POSSIBLE_IN.remind)} AND remind_on IS NOT ?3 AND ${noLaterReply('?4')}
         RETURNING receipt`,
      )
      .bind(receipt, brandId, on, shownAt),
  )

/** Notes that the visitor has replied: somebody has to see to the inquiry again, and it is not destroyed before. */
export const reopen = (db: D1Database, receipt: string, messageId: string, at: string): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE inquiry SET state = 'new', replied_at = ?3, processed_at = NULL, destroy_at = NULL, remind_on = NULL, spam_signals = ${NOT_MARKED}
       WHERE receipt = ?1 AND state IN ('new', 'answered', 'processed') AND EXISTS (SELECT 1 FROM message WHERE id = ?2 AND at = ?3)`,
    )
    .bind(receipt, messageId, at)

/** The last reply of the visitor of ?1. */
const LAST_REPLY = `(SELECT id FROM message WHERE receipt = ?1 AND kind = 'reply' AND state = 'received' ORDER BY at DESC, rowid DESC LIMIT 1)`

/**
 * Notes an answer that was stored at a time: nobody waits for another one where its author has seen all replies.
 * @param seenReply id of the last reply that its author has seen
 * @param destroyAt ISO 8601, where the inquiry is marked as processed with it
 */
export const noteAnswered = (
  db: D1Database,
  receipt: string,
  { id, at, seenReply, destroyAt }: { id: string; at: string; seenReply: string | null; destroyAt: string | null },
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE inquiry SET answered_at = coalesce(answered_at, ?3), remind_on = NULL, replied_at = iif(${LAST_REPLY} IS ?4, NULL, replied_at),
         state = CASE WHEN state = 'processed' OR ?5 IS NOT NULL THEN 'processed'
           WHEN replied_at IS NULL OR ${LAST_REPLY} IS ?4 THEN 'answered' ELSE state END,
         processed_at = iif(?5 IS NULL, processed_at, coalesce(processed_at, ?3)), destroy_at = coalesce(destroy_at, ?5)
       WHERE receipt = ?1 AND EXISTS (SELECT 1 FROM message WHERE id = ?2 AND at = ?3)`,
    )
    .bind(receipt, id, at, seenReply, destroyAt)

/** Notes that the mail of an answer was handed over. @param at ISO 8601 */
export const noteAnswerSent = (db: D1Database, receipt: string, at: string): D1PreparedStatement =>
  db.prepare('UPDATE inquiry SET answer_sent_at = ? WHERE receipt = ?').bind(at, receipt)

/** Token of the address for replies to an inquiry, which is given `fresh` where it has none yet; null where nobody can reply to it. */
export const replyToken = (db: D1Database, receipt: string, fresh: string): Promise<string | null> =>
  db
    .prepare(
      `UPDATE inquiry SET reply_token = coalesce(reply_token, ?2) WHERE receipt = ?1 AND state <> 'destroyed' RETURNING reply_token`,
    )
    .bind(receipt, fresh)
    .first<string>('reply_token')

/** Which inquiries may be destroyed. */
export interface Destruction {
  now: Date
  /** When the page was read on which an operator asked for it, ISO 8601; null where that does not matter. */
  shownAt: string | null
  /** SQL that must hold beside, such as that its day has come, with the values of ?6 and ?7. */
  condition?: { sql: string; values: [string] | [string, string] }
}

/** How long after a destruction the files of an inquiry are deleted once more. */
const DELETE_AGAIN_MS = 3_600_000

/**
 * Removes the contents of an inquiry and all that belongs to it (the trigger inquiry_ended), but for an attempt that has it. Gives a row
 * where it was destroyed.
 */
export const destroyRow = (
  db: D1Database,
  { receipt, brandId }: InquiryName,
  { now, shownAt, condition }: Destruction,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE inquiry SET state = 'destroyed', destroyed_at = ?3, delete_files_at = ?4, ${NO_CONTENTS}, ${NO_KEY}, staged = NULL, delivery = NULL, remind_on = NULL,
         consent_day = NULL, consent_way = NULL, reply_token = NULL, next_at = NULL, claimed_until = NULL, last_failure = NULL, spam_signals = '[]'
       WHERE ${NAMED} AND state <> 'destroyed' AND (claimed_until IS NULL OR claimed_until <= ${now.getTime()}) AND ${noLaterReply('?5')}
         ${condition ? `AND (${condition.sql})` : ''}
       RETURNING processed_at`,
    )
    .bind(receipt, brandId, now.toISOString(), now.getTime() + DELETE_AGAIN_MS, shownAt, ...(condition?.values ?? []))

export async function filesDeletedAgain(db: D1Database, receipt: string): Promise<void> {
  await db.prepare('UPDATE inquiry SET delete_files_at = NULL WHERE receipt = ?').bind(receipt).run()
}

/** Deletes the rows of inquiries that were destroyed before a time, or of which a remote upstream has had everything since then. */
export async function purgeReceipts(db: D1Database, before: Date): Promise<void> {
  const at = before.toISOString()
  await db.batch([
    db.prepare('DELETE FROM inquiry WHERE destroyed_at < ?').bind(at),
    // Ids begin with the time of acceptance, which is before that of delivery.
    db
      .prepare(
        `DELETE FROM inquiry INDEXED BY inquiry_delivered WHERE canary = 0 AND ${DELIVERED} AND id < (?1 << 20)
           AND state = 'delivered' AND subject IS NULL AND staged IS NULL AND delivered_at < ?2`,
      )
      .bind(before.getTime(), at),
  ])
}
