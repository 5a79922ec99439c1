import { comparedAddress } from '../contract/email-address.ts'
import {
  ANSWER_STATES,
  type AnswerState,
  FAILED_ANSWERS,
  HOURLY_REPLIES_MAX,
  type LeftOutFile,
  type MailEventName,
  type MessageFile,
  type MessageKind,
  type ReplyState,
  TOLD_REPLIES_MAX,
} from '../contract/conversation.ts'

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
  { mailEvent, recipient, seen, seenReply, processed }: AnswerConditions,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, recipient, mail_event, text, clean_html, files, left_out, header_id,
           header_references, address)
         SELECT ?1, ?2, ?3, 'answer', ?4, ?5, 'waiting', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?17
           WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND brand_id = ?3 AND received_here = 1
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
    )

/** Has an answer that did not arrive wait for another mail. Gives a row where it did not arrive. */
export const waitAgain = (
  db: D1Database,
  { id, receipt, recipient, mailEvent }: { id: string; receipt: string; recipient: string; mailEvent: string },
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = 'waiting', detail = NULL, recipient = ?3, address = ?5, mail_event = ?4, mail_id = NULL
         WHERE id = ?1 AND receipt = ?2 AND kind = 'answer' AND state IN (${FAILED}) RETURNING id`,
    )
    .bind(id, receipt, recipient, mailEvent, comparedAddress(recipient))
const FAILED = FAILED_ANSWERS.map((state) => `'${state}'`).join(', ')

/** How many replies to an inquiry came since a time in which something proves the sender, or nothing does. */
const repliesSince = (isProven: boolean) =>
  `(SELECT count(*) FROM message WHERE receipt = ?2 AND kind = 'reply' AND (state <> 'quarantined') = ${Number(isProven)} AND at > ?14)`

/**
 * Stores a reply, unless its inquiry is destroyed or replies come faster than a person writes. Gives a row where it was stored.
 * @param detail REPORT, or null
 * @param since ISO 8601: replies are counted from then on. What nothing proves is counted apart, so that nobody keeps out the visitor
 */
export const insertReply = (
  db: D1Database,
  { id, receipt, brandId, at, author, contents }: NewMessage,
  { state, detail, since }: { state: ReplyState; detail: string | null; since: string },
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO message (id, receipt, brand_id, kind, at, author, state, detail, text, clean_html, files, left_out, header_id, header_references, address)
         SELECT ?1, ?2, ?3, 'reply', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?15
           WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND brand_id = ?3 AND received_here = 1 AND state <> 'destroyed')
             AND ${repliesSince(state !== 'quarantined')} < ${HOURLY_REPLIES_MAX}
         ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .bind(id, receipt, brandId, at, author, state, detail, ...contentsOf(contents), since, comparedAddress(author))

/** The condition that a mail tells of a stored reply, and only of the first few in a time. @param since ISO 8601 */
export const ifToldReply = (id: string, at: string, since: string) => ({
  sql: `EXISTS (SELECT 1 FROM message WHERE id = ?8 AND at = ?9) AND
    (SELECT count(*) FROM message WHERE receipt = ?2 AND kind = 'reply' AND state = 'received' AND at > ?10) <= ${TOLD_REPLIES_MAX}`,
  values: [id, at, since],
})

/** Has an answer say that its mail was handed over. @param mailId what the platform calls the mail */
export const noteHandedOver = (
  db: D1Database,
  { receipt, event }: { receipt: string; event: string },
  mailId: string,
  at: string,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE message SET state = 'handed over', detail = NULL, handed_at = ?3, mail_id = ?4
         WHERE receipt = ?1 AND mail_event = ?2 AND mail_id IS NULL`,
    )
    .bind(receipt, event, at, bare(mailId))

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
const RANK = `CASE state ${ANSWER_STATES.map((state, rank) => `WHEN '${state}' THEN ${rank}`).join(' ')} END`

/**
 * Takes over what became of a mail. The same event twice is one, and the order does not matter.
 * @returns false where no answer has such a mail
 */
export async function applyMailEvent(
  db: D1Database,
  mailId: string,
  event: MailEventName,
  detail: string | null,
): Promise<boolean> {
  const next = STATE_OF[event]
  const [, known] = await db.batch([
    db
      .prepare(
        // A complaint is told of a mail that is known to have arrived, too.
        `UPDATE message SET state = ?2, detail = ?3
           WHERE mail_id = ?1 AND (${RANK} < ${ANSWER_STATES.indexOf(next)} ${event === 'complained' ? 'OR state = ?2' : ''})`,
      )
      .bind(bare(mailId), next, detail),
    db.prepare('SELECT 1 FROM message WHERE mail_id = ?').bind(bare(mailId)),
  ])
  return (known?.results.length ?? 0) > 0
}
/** Some name a mail in angle brackets, as its header does. */
const bare = (mailId: string) => mailId.replace(/^<+|>+$/g, '')

/** Deletes those of these messages that are replies, and of answers to whom they went. */
export const forgetMessages = (db: D1Database, ids: readonly string[]): D1PreparedStatement[] =>
  [
    "DELETE FROM message WHERE kind = 'reply' AND id IN (SELECT value FROM json_each(?))",
    'UPDATE message SET recipient = NULL, address = NULL WHERE id IN (SELECT value FROM json_each(?))',
  ].map((sql) => db.prepare(sql).bind(JSON.stringify(ids)))

/** Deletes what nothing proves and came before a time. @param before ISO 8601 */
export async function deleteQuarantined(db: D1Database, before: string): Promise<void> {
  await db.prepare("DELETE FROM message WHERE state = 'quarantined' AND at <= ?").bind(before).run()
}
