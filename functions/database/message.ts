import { comparedAddress } from '../contract/email-address.ts'
import {
  type AnswerState,
  FAILED_ANSWERS,
  type LeftOutFile,
  type MessageFile,
  type MessageKind,
  REPORT,
  type ReplyState,
} from '../contract/conversation.ts'
import { HOURLY_REPLIES_MAX, TOLD_REPLIES_MAX } from '../contract/conversation-limits.ts'
import { RECEIVED_HERE } from './inquiry-row.ts'

/* How a message gets into the table `message`, and what changes it there. What is read of it is in message-row.ts. */

/** Files of a reply, and those that were left out. */
interface Kept {
  files: readonly MessageFile[]
  leftOut: readonly LeftOutFile[]
}

/** What a message says. */
export interface MessageContents extends Kept {
  text: string
  /** Of a reply: cleaned, so that it is shown as it is. */
  cleanHtml: string | null
  /** Of a reply in quarantine: what it has once an operator admits it. */
  quarantine?: Kept | null
  headerId: string | null
  headerReferences: string | null
}

/** A message that is accepted. */
export interface NewMessage {
  id: string
  receipt: string
  brandId: string
  /** ISO 8601. */
  at: string
  author: string
  contents: MessageContents
}

const contentsOf = ({ text, cleanHtml, files, leftOut, headerId, headerReferences }: MessageContents) => [
  text,
  cleanHtml,
  JSON.stringify(files),
  JSON.stringify(leftOut),
  headerId,
  headerReferences,
]

const lastOf = (kind: MessageKind) =>
  `(SELECT id FROM message WHERE receipt = ?2 AND kind = '${kind}' AND state NOT IN ('automatic', 'quarantined') ORDER BY at DESC, rowid DESC LIMIT 1)`

/** What an answer depends on. */
export interface AnswerConditions {
  /** The event of the mail that takes it to the visitor, and its address. */
  mailEvent: string
  recipient: string
  /** As they are compared with others. */
  cc: readonly string[]
  /** Id of the last answer and of the last reply that its author has seen; null for none. */
  seen: string | null
  seenReply: string | null
  /** Whether the inquiry is marked as processed with it: then its author must have seen every reply. */
  processed: boolean
}

/** Stores an answer, unless its inquiry cannot be answered or somebody was quicker. Gives a row where it was stored. */
export const insertAnswer = (
  db: D1Database,
  { id, receipt, brandId, at, author, contents }: NewMessage,
  { mailEvent, recipient, cc, seen, seenReply, processed }: AnswerConditions,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, recipient, mail_event, text, clean_html, files, left_out, header_id,
           header_references, address, cc)
         SELECT ?1, ?2, ?3, 'answer', ?4, ?5, 'waiting', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?17, ?18
           WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND brand_id = ?3 AND ${RECEIVED_HERE}
               AND state IN ('new', 'answered', 'processed') AND (NOT ?16 OR replied_at IS NULL OR ${lastOf('reply')} IS ?15))
             AND ${lastOf('answer')} IS ?14
         ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .bind(
      id,
      receipt,
      brandId,
      at,
      author,
      recipient,
      mailEvent,
      ...contentsOf(contents),
      seen,
      seenReply,
      Number(processed),
      comparedAddress(recipient),
      JSON.stringify(cc),
    )

/** Has an answer that did not arrive wait for another mail. Gives a row where it did not arrive. */
export const waitAgain = (
  db: D1Database,
  {
    id,
    receipt,
    recipient,
    cc,
    mailEvent,
  }: Pick<NewMessage, 'id' | 'receipt'> & Omit<AnswerConditions, 'seen' | 'seenReply' | 'processed'>,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = 'waiting', detail = NULL, recipient = ?3, address = ?5, cc = ?6, mail_event = ?4, mail_id = NULL,
         went_to = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(went_to) UNION SELECT value FROM json_each(cc)
           UNION SELECT address WHERE address IS NOT NULL))
         WHERE id = ?1 AND receipt = ?2 AND kind = 'answer' AND state IN (${FAILED}) RETURNING id`,
    )
    .bind(id, receipt, recipient, mailEvent, comparedAddress(recipient), JSON.stringify(cc))
const FAILED = FAILED_ANSWERS.map((state) => `'${state}'`).join(', ')

/** How many replies to an inquiry came since a time in which something proves the sender, or nothing does. */
const repliesSince = (isProven: boolean) =>
  `(SELECT count(*) FROM message WHERE receipt = ?2 AND kind = 'reply' AND (state <> 'quarantined') = ${Number(isProven)} AND at > ?14)`

/**
 * Stores a reply, unless its inquiry is destroyed or replies come faster than a person writes. Gives a row where it was stored.
 * @param admittedId which it has where it was admitted before
 * @param detail REPORT, PROVEN or null
 * @param since ISO 8601: replies are counted from then on. What nothing proves is counted apart, so that nobody keeps out the visitor
 */
export const insertReply = (
  db: D1Database,
  { id, receipt, brandId, at, author, contents }: NewMessage,
  { admittedId, state, detail, since }: { admittedId: string; state: ReplyState; detail: string | null; since: string },
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, detail, text, clean_html, files, left_out, header_id, header_references, address,
           quarantine)
         SELECT ?1, ?2, ?3, 'reply', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?15, ?16
           WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND brand_id = ?3 AND ${RECEIVED_HERE} AND state <> 'destroyed')
             AND ${repliesSince(state !== 'quarantined')} < ${HOURLY_REPLIES_MAX}
             AND NOT EXISTS (SELECT 1 FROM message WHERE id = ?17)
         ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .bind(
      id,
      receipt,
      brandId,
      at,
      author,
      state,
      detail,
      ...contentsOf(contents),
      since,
      comparedAddress(author),
      contents.quarantine ? JSON.stringify(contents.quarantine) : null,
      admittedId,
    )

/**
 * Has a quarantined reply be one that was received at a time, with its files. Gives a row where it was in quarantine.
 * @param newId so that nobody who has seen the one in quarantine is taken to have seen it there
 * @param since ISO 8601: one that came before it is about to be destroyed
 */
export const admitReply = (
  db: D1Database,
  { id, newId, receipt, at, since }: Pick<NewMessage, 'id' | 'receipt' | 'at'> & { newId: string; since: string },
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET id = ?5, state = 'received', at = ?3, came_at = at, quarantine = NULL,
         files = coalesce(quarantine ->> '$.files', files), left_out = coalesce(quarantine ->> '$.leftOut', left_out)
         WHERE id = ?1 AND receipt = ?2 AND state = 'quarantined' AND detail IS NOT '${REPORT}' AND at > ?4 RETURNING id`,
    )
    .bind(id, receipt, at, since, newId)

/** The condition that a mail tells of a stored reply, and only of the first few in a time. @param since ISO 8601 */
export const ifToldReply = (id: string, at: string, since: string) => ({
  sql: `EXISTS (SELECT 1 FROM message WHERE id = ?8 AND at = ?9) AND
    (SELECT count(*) FROM message WHERE receipt = ?2 AND kind = 'reply' AND state = 'received' AND at > ?10) <= ${TOLD_REPLIES_MAX}`,
  values: [id, at, since],
})

/**
 * Has an answer say that its mail was handed over.
 * @param cc to whom that mail was copied
 * @param mailId what the platform calls the mail
 */
export const noteHandedOver = (
  db: D1Database,
  { receipt, event, cc }: { receipt: string; event: string; cc: readonly string[] },
  mailId: string,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = 'handed over', detail = NULL, mail_id = ?3, has_copies = ?4
         WHERE receipt = ?1 AND mail_event = ?2 AND mail_id IS NULL`,
    )
    .bind(receipt, event, bare(mailId), Number(cc.length > 0))

/** Has an answer that waits say why its mail was not taken. @param isGivenUp whether it is tried no more */
export const noteMailFailed = (
  db: D1Database,
  { receipt, event }: { receipt: string; event: string },
  answer: string,
  isGivenUp: boolean,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = iif(?4, 'refused', state), detail = ?3 WHERE receipt = ?1 AND mail_event = ?2 AND state = 'waiting'`,
    )
    .bind(receipt, event, answer, Number(isGivenUp))

/** Has the answers say that their mails were given up at a time. @param now milliseconds since epoch */
export const refuseAnswersOf = (db: D1Database, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = 'refused' WHERE state = 'waiting'
         AND (receipt, mail_event) IN (SELECT receipt, event FROM mail WHERE state = 'refused' AND changed_at = ? AND kind = 'answer')`,
    )
    .bind(now)

/** What becomes of an answer by an event of its mail. */
export interface AnswerChange {
  state: AnswerState
  detail: string | null
  /** The states in which it has to be. */
  from: readonly AnswerState[]
  /** About whom it is, null where it is not said; of those who got a copy nothing is kept. */
  recipient: string | null
}

/** Writes what became of a mail. @returns false where no answer has such a mail */
export async function writeMailEvent(
  db: D1Database,
  mailId: string,
  { state, detail, from, recipient }: AnswerChange,
): Promise<boolean> {
  const [, known] = await db.batch([
    db
      .prepare(
        `UPDATE message SET state = ?2, detail = ?3 WHERE mail_id = ?1 AND (?4 IS NULL OR NOT has_copies OR address = ?4)
           AND state IN (SELECT value FROM json_each(?5))`,
      )
      .bind(bare(mailId), state, detail, recipient === null ? null : comparedAddress(recipient), JSON.stringify(from)),
    db.prepare('SELECT 1 FROM message WHERE mail_id = ?').bind(bare(mailId)),
  ])
  return (known?.results.length ?? 0) > 0
}
/** Some name a mail in angle brackets, as its header does. */
const bare = (mailId: string) => mailId.replace(/^<+|>+$/g, '')

/** Deletes those of these messages that are replies, and of answers that they went to an address. @param address as it is compared */
export const forgetMessages = (db: D1Database, ids: readonly string[], address: string): D1PreparedStatement[] =>
  [
    "DELETE FROM message WHERE kind = 'reply' AND id IN (SELECT value FROM json_each(?1)) AND address = ?2",
    'UPDATE message SET recipient = NULL, address = NULL WHERE id IN (SELECT value FROM json_each(?1)) AND address = ?2',
    `UPDATE message SET cc = (SELECT json_group_array(value) FROM json_each(cc) WHERE value <> ?2),
         went_to = (SELECT json_group_array(value) FROM json_each(went_to) WHERE value <> ?2)
       WHERE id IN (SELECT value FROM json_each(?1)) AND (cc <> '[]' OR went_to <> '[]')`,
  ].map((sql) => db.prepare(sql).bind(JSON.stringify(ids), address))

/** Deletes these messages where they are still quarantined. */
export async function deleteQuarantined(db: D1Database, ids: readonly string[]): Promise<void> {
  const sql = "DELETE FROM message WHERE state = 'quarantined' AND id IN (SELECT value FROM json_each(?))"
  await db.prepare(sql).bind(JSON.stringify(ids)).run()
}
