import { type Alert, MAIL_KEPT_MS, MAIL_KINDS, type MailKind, VISITOR_KINDS } from '../contract/mail-kinds.ts'
import type { Order } from './delivery.ts'
import { refuseAnswersOf } from './message.ts'

/*
 * The mails of the site: one row for each brand, receipt and event, written before it is tried. The text of a mail is deleted as soon as it is
 * handed over or given up. Times are milliseconds since epoch.
 */

/** Receipt under which alerts are stored that are about no inquiry. */
export const NO_RECEIPT = ''

/** `handed-over`: the platform has taken the mail. It does not say whether the mail arrives. `refused`: given up, every attempt failed. */
export type MailState = 'waiting' | 'handed-over' | 'refused'

/** A mail to be stored. @typeParam Message what it says, stored as JSON */
export interface NewMail<Message = unknown> {
  brandId: string
  receipt: string
  event: string
  kind: MailKind
  recipients: readonly string[]
  message: Message
}

/** A mail that an attempt has for itself. */
export interface ClaimedMail<Message> extends NewMail<Message> {
  id: number
  /** Of an answer, as it says when the mail is claimed: an address may have been deleted since it was stored. */
  cc: readonly string[]
  /** Names the attempt. */
  attempts: number
  unknowns: number
  refusals: number
  createdAt: number
}

/**
 * Stores a mail. One of the same brand, receipt and event exists once.
 * @param condition SQL on which it depends, with the values of its `?` from ?8 on
 */
export function insertMail(
  db: D1Database,
  { brandId, receipt, event, kind, recipients, message }: NewMail,
  now: number,
  condition: { sql: string; values: (string | number)[] } = { sql: 'true', values: [] },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO mail (brand_id, receipt, event, kind, recipients, message, created_at, changed_at, next_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7 WHERE ${condition.sql} ON CONFLICT DO NOTHING`,
    )
    .bind(brandId, receipt, event, kind, JSON.stringify(recipients), JSON.stringify(message), now, ...condition.values)
}

/** The condition that a mail about an inquiry is stored with it, or with nothing. */
export const ifAccepted = { sql: 'EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2)', values: [] }

/** The same for a confirmation, of which an address gets at most one in a time. */
export const ifAcceptedAndNotRecent = (now: number) => ({
  sql: `${ifAccepted.sql} AND NOT EXISTS (SELECT 1 FROM mail WHERE kind = 'confirmation' AND recipients = ?5 AND created_at > ?8)`,
  values: [now - MAIL_KINDS.confirmation.everyMs],
})

/** The condition that the last message of an answer or a reply is this one: its mail is stored with it. */
export const ifMessage = (id: string, state: string) => ({
  sql: 'EXISTS (SELECT 1 FROM message WHERE id = ?8 AND state = ?9)',
  values: [id, state],
})

/** The condition that the mail of an answer is the one that its row waits for now. */
export const ifWaitsForThisMail = (id: string) => ({
  sql: "EXISTS (SELECT 1 FROM message WHERE id = ?8 AND mail_event = ?3 AND state = 'waiting')",
  values: [id],
})

/** The condition that an inquiry is undelivered after the tries that began at a time, in milliseconds since epoch. */
export const ifUndelivered = (triedSince: number) => ({
  sql: "EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND state = 'undelivered' AND tried_since = ?8)",
  values: [triedSince],
})

/** The condition that an inquiry has had no answer. */
export const ifNeverAnswered = {
  sql: "EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND state = 'new' AND answered_at IS NULL)",
  values: [],
}

const LAST_ALERT = `(SELECT kind FROM mail WHERE brand_id = ?1 AND receipt = '' AND kind IN (?8, ?9) ORDER BY id DESC LIMIT 1)`
/** The condition that an alert is told once until its all-clear, and an all-clear only after its alert. */
export const ifAlertChanges = (alert: Alert, isOn: boolean) => ({
  sql: isOn ? `${LAST_ALERT} IS NOT ?8` : `${LAST_ALERT} IS ?8`,
  values: [alert, MAIL_KINDS[alert].allClear],
})

/** When the last such alert of a brand was told that has had no all-clear; null where there is none. */
export async function alertOpenSince(db: D1Database, brandId: string, alert: Alert): Promise<number | null> {
  const last = await db
    .prepare(
      `SELECT kind, created_at AS at FROM mail WHERE brand_id = ? AND receipt = '' AND kind IN (?, ?) ORDER BY id DESC LIMIT 1`,
    )
    .bind(brandId, alert, MAIL_KINDS[alert].allClear)
    .first<{ kind: MailKind; at: number }>()
  return last?.kind === alert ? last.at : null
}

interface ClaimedRow {
  id: number
  brand_id: string
  receipt: string
  event: string
  kind: MailKind
  recipients: string
  /** JSON; null of what is no answer. */
  cc: string | null
  message: string
  attempts: number
  unknowns: number
  refusals: number
  created_at: number
}
const CC = '(SELECT cc FROM message WHERE message.receipt = mail.receipt AND mail_event = mail.event) AS cc'
const CLAIMED = `id, brand_id, receipt, event, kind, recipients, ${CC}, message, attempts, unknowns, refusals, created_at`
const claimedOf = <Message>(row: ClaimedRow): ClaimedMail<Message> => ({
  id: row.id,
  brandId: row.brand_id,
  receipt: row.receipt,
  event: row.event,
  kind: row.kind,
  recipients: JSON.parse(row.recipients) as string[],
  cc: row.cc === null ? [] : (JSON.parse(row.cc) as string[]),
  message: JSON.parse(row.message) as Message,
  attempts: row.attempts,
  unknowns: row.unknowns,
  refusals: row.refusals,
  createdAt: row.created_at,
})

const BY: Record<Order, { index: string; columns: string }> = {
  'least tried': { index: 'mail_least_tried', columns: 'attempts, id' },
  oldest: { index: 'mail_oldest', columns: 'id' },
  'longest due': { index: 'mail_longest_due', columns: 'next_at, id' },
}

/**
 * Claims the mail that is tried next, confirmations after all others, because strangers choose how many there are. Null where none is due, or
 * nothing is sent.
 * @param order as of inquiries
 * @param until when the claim runs out
 */
export async function claimMail<Message>(
  db: D1Database,
  order: Order,
  now: number,
  until: number,
): Promise<ClaimedMail<Message> | null> {
  const row = await db
    .prepare(
      `UPDATE mail SET claimed_until = ?2, attempts = attempts + 1
       WHERE id = (SELECT id FROM mail INDEXED BY ${BY[order].index}
           WHERE state = 'waiting' AND next_at <= ?1 AND claimed_until IS NULL ORDER BY (kind = 'confirmation'), ${BY[order].columns} LIMIT 1)
         AND NOT EXISTS (SELECT 1 FROM pause)
       RETURNING ${CLAIMED}`,
    )
    .bind(now, until)
    .first<ClaimedRow>()
  return row && claimedOf<Message>(row)
}

/** Mails whose claim has run out: what became of their attempts is unknown. */
export async function lostMailClaims(db: D1Database, now: number, limit: number): Promise<ClaimedMail<unknown>[]> {
  const { results } = await db
    .prepare(
      `SELECT ${CLAIMED} FROM mail WHERE claimed_until IS NOT NULL AND claimed_until <= ? AND state = 'waiting' LIMIT ?`,
    )
    .bind(now, limit)
    .all<ClaimedRow>()
  return results.map((row) => claimedOf(row))
}

/** Whether an attempt has its mail until then: the claim may run out, and its inquiry have been destroyed. */
export async function isHeld(
  db: D1Database,
  { id, attempts }: Pick<ClaimedMail<unknown>, 'id' | 'attempts'>,
  until: number,
): Promise<boolean> {
  const held = await db
    .prepare("SELECT 1 FROM mail WHERE id = ? AND attempts = ? AND state = 'waiting' AND claimed_until >= ?")
    .bind(id, attempts, until)
    .first()
  return held !== null
}

/** Whether a mail with an answer may be on its way, so that an event of a mail that is not known can be about it. */
export async function isHandingOver(db: D1Database): Promise<boolean> {
  const tried = "SELECT 1 FROM mail WHERE state = 'waiting' AND kind = 'answer' AND attempts > 0 LIMIT 1"
  return (await db.prepare(tried).first()) !== null
}

/** Writes that the platform has taken a mail, also where it says so after the claim has run out. Gives a row where it waited. */
export const writeHandedOver = (db: D1Database, id: number, answer: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE mail SET state = 'handed-over', message = NULL, answer = ?, changed_at = ?, claimed_until = NULL
         WHERE id = ? AND state <> 'handed-over' RETURNING id`,
    )
    .bind(answer, now, id)

/** Writes how an attempt failed, where it still has the mail. @param nextAt null: the mail is given up */
export const writeMailFailed = (
  db: D1Database,
  { id, attempts }: Pick<ClaimedMail<unknown>, 'id' | 'attempts'>,
  { unknowns, refusals, answer, nextAt }: { unknowns: number; refusals: number; answer: string; nextAt: number | null },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE mail SET state = iif(?5 IS NULL, 'refused', state), message = iif(?5 IS NULL, NULL, message), claimed_until = NULL,
         next_at = coalesce(?5, next_at), unknowns = ?3, refusals = ?4, answer = ?6, changed_at = ?7
       WHERE id = ?1 AND attempts = ?2 AND state = 'waiting' AND claimed_until IS NOT NULL RETURNING id`,
    )
    .bind(id, attempts, unknowns, refusals, nextAt, answer, now)

/**
 * Of messages that are about to be deleted: deletes the mails that wait to tell their senders what was left out, and to whom other mails went.
 * @param messages ids
 */
export function forgetMailsOf(db: D1Database, messages: readonly string[]): D1PreparedStatement[] {
  const ids = JSON.stringify(messages)
  const ofThese = `(brand_id, receipt, event) IN (
    SELECT brand_id, receipt, mail_event FROM message WHERE id IN (SELECT value FROM json_each(?1)) AND mail_event IS NOT NULL
    UNION ALL SELECT brand_id, receipt, 'left-out-' || id FROM message WHERE id IN (SELECT value FROM json_each(?1)))`
  return [
    db.prepare(`DELETE FROM mail WHERE state = 'waiting' AND kind = 'left-out' AND ${ofThese}`).bind(ids),
    db.prepare(`UPDATE mail SET recipients = NULL WHERE state <> 'waiting' AND ${ofThese}`).bind(ids),
  ]
}

/** Has the time for which mails are tried begin, as at the end of a pause. */
export const tryMailsFrom = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare("UPDATE mail SET created_at = ? WHERE state = 'waiting'").bind(now)

/**
 * The hourly run: gives up what has waited for too long, such as after mail was switched off, answers with their mails, and deletes visitors' addresses and old rows.
 * While nothing is sent because the site was restored, none is given up.
 */
export async function expireMails(db: D1Database, now: number, periodMs: number): Promise<void> {
  await db.batch([
    db
      .prepare(
        `UPDATE mail SET state = 'refused', message = NULL, changed_at = ?1
           WHERE state = 'waiting' AND claimed_until IS NULL AND created_at <= ?2 AND NOT EXISTS (SELECT 1 FROM pause)`,
      )
      .bind(now, now - periodMs),
    refuseAnswersOf(db, now),
    ...VISITOR_KINDS.map((kind) =>
      db
        .prepare(
          `UPDATE mail SET recipients = NULL
             WHERE kind = '${kind}' AND recipients IS NOT NULL AND state <> 'waiting' AND created_at <= ?`,
        )
        .bind(now - MAIL_KINDS[kind].addressKeptMs),
    ),
    db.prepare("DELETE FROM mail WHERE state <> 'waiting' AND created_at <= ?").bind(now - MAIL_KEPT_MS),
  ])
}
