import {
  ADDRESS_KEPT_MS,
  type Alert,
  MAIL_KEPT_MS,
  MAIL_KINDS,
  type MailKind,
  VISITOR_KINDS,
} from '../contract/mail-kinds.ts'
import { ORDER } from './inquiry-claim.ts'
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
  /** Of an answer, as it says when the mail is claimed: an address may have been deleted since it was stored. */
  cc: readonly string[]
  /** Names the attempt. */
  attempts: number
  unknowns: number
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
  created_at: number
}
const CC = '(SELECT cc FROM message WHERE message.receipt = mail.receipt AND mail_event = mail.event) AS cc'
const CLAIMED = `brand_id, receipt, event, kind, recipients, ${CC}, message, attempts, unknowns, created_at`
const claimedOf = <Message>(row: ClaimedRow): ClaimedMail<Message> => ({
  brandId: row.brand_id,
  receipt: row.receipt,
  event: row.event,
  kind: row.kind,
  recipients: JSON.parse(row.recipients) as string[],
  cc: row.cc === null ? [] : (JSON.parse(row.cc) as string[]),
  message: JSON.parse(row.message) as Message,
  attempts: row.attempts,
  unknowns: row.unknowns,
  createdAt: row.created_at,
})

/**
 * Claims the mail that is tried next, of the confirmations or of the others. Null where none is due, or nothing is sent.
 * @param until when the claim runs out
 */
export async function claimMail<Message>(
  db: D1Database,
  { areConfirmations, now, until }: { areConfirmations: boolean; now: number; until: number },
): Promise<ClaimedMail<Message> | null> {
  const row = await db
    .prepare(
      `UPDATE mail SET claimed_until = ?2, attempts = attempts + 1
       WHERE id = (SELECT id FROM mail INDEXED BY mail_next
           WHERE state = 'waiting' AND kind <> 'webhook' AND (kind = 'confirmation') = ?3 AND next_at <= ?1 AND claimed_until IS NULL
           ORDER BY ${ORDER} LIMIT 1)
         AND NOT EXISTS (SELECT 1 FROM pause)
       RETURNING ${CLAIMED}`,
    )
    .bind(now, until, Number(areConfirmations))
    .first<ClaimedRow>()
  return row && claimedOf<Message>(row)
}

/** Claims what a webhook of a brand is told next. Null where nothing is due, or nothing is sent. */
export async function claimWebhook<Message>(
  db: D1Database,
  { brandId, name }: { brandId: string; name: string },
  now: number,
  until: number,
): Promise<ClaimedMail<Message> | null> {
  const row = await db
    .prepare(
      `UPDATE mail SET claimed_until = ?4, attempts = attempts + 1
       WHERE id = (SELECT id FROM mail INDEXED BY mail_webhooks
           WHERE state = 'waiting' AND kind = 'webhook' AND brand_id = ?1 AND recipients = ?2 AND next_at <= ?3 AND claimed_until IS NULL
           ORDER BY ${ORDER} LIMIT 1)
         AND NOT EXISTS (SELECT 1 FROM pause)
       RETURNING ${CLAIMED}`,
    )
    .bind(brandId, JSON.stringify([name]), now, until)
    .first<ClaimedRow>()
  return row && claimedOf<Message>(row)
}

/** Gives up what webhooks have not taken since a time, also those that the registry has no more. Nothing ends while nothing is sent. */
export const giveUpWebhooks = (db: D1Database, before: number, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE mail SET state = 'refused', message = NULL, changed_at = ?2 WHERE state = 'waiting' AND kind = 'webhook' AND created_at <= ?1
         AND claimed_until IS NULL AND NOT EXISTS (SELECT 1 FROM pause)`,
    )
    .bind(before, now)

/**
 * Mails whose claim has run out: what became of their attempts is unknown.
 * @param toWebhooks those that are no mails
 */
export async function lostMailClaims<Message>(
  db: D1Database,
  toWebhooks: boolean,
  now: number,
  limit: number,
): Promise<ClaimedMail<Message>[]> {
  const { results } = await db
    .prepare(
      `SELECT ${CLAIMED} FROM mail
         WHERE claimed_until IS NOT NULL AND claimed_until <= ? AND state = 'waiting' AND (kind = 'webhook') = ? LIMIT ?`,
    )
    .bind(now, Number(toWebhooks), limit)
    .all<ClaimedRow>()
  return results.map((row) => claimedOf<Message>(row))
}

/** Names a mail. Its id does not: D1 gives that of a deleted row to another one, and a restore those that were given since its backup. */
type MailName = Pick<ClaimedMail<unknown>, 'brandId' | 'receipt' | 'event'>
const NAMED = 'brand_id = ?1 AND receipt = ?2 AND event = ?3'

/** Whether an attempt has its mail until then: the claim may run out, and its inquiry have been destroyed. */
export async function isHeld(
  db: D1Database,
  { brandId, receipt, event, attempts }: MailName & { attempts: number },
  until: number,
): Promise<boolean> {
  const held = await db
    .prepare(`SELECT 1 FROM mail WHERE ${NAMED} AND attempts = ?4 AND state = 'waiting' AND claimed_until >= ?5`)
    .bind(brandId, receipt, event, attempts, until)
    .first()
  return held !== null
}

/** Whether a mail with an answer may be on its way, so that an event of a mail that is not known can be about it. */
export async function isHandingOver(db: D1Database): Promise<boolean> {
  const tried = "SELECT 1 FROM mail WHERE state = 'waiting' AND kind = 'answer' AND attempts > 0 LIMIT 1"
  return (await db.prepare(tried).first()) !== null
}

/** Writes that the platform has taken a mail, also where it says so after the claim has run out. Gives a row where it waited. */
export const writeHandedOver = (
  db: D1Database,
  { brandId, receipt, event }: MailName,
  answer: string,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE mail SET state = 'handed-over', message = NULL, answer = ?4, changed_at = ?5, claimed_until = NULL
         WHERE ${NAMED} AND state <> 'handed-over' RETURNING event`,
    )
    .bind(brandId, receipt, event, answer, now)

/** Writes how an attempt failed, where it still has the mail. @param nextAt null: the mail is given up */
export const writeMailFailed = (
  db: D1Database,
  { brandId, receipt, event, attempts }: MailName & { attempts: number },
  { unknowns, answer, nextAt }: { unknowns: number; answer: string; nextAt: number | null },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE mail SET state = iif(?6 IS NULL, 'refused', state), message = iif(?6 IS NULL, NULL, message), claimed_until = NULL,
         next_at = coalesce(?6, next_at), unknowns = ?5, answer = ?7, changed_at = ?8
       WHERE ${NAMED} AND attempts = ?4 AND state = 'waiting' AND claimed_until IS NOT NULL RETURNING event`,
    )
    .bind(brandId, receipt, event, attempts, unknowns, nextAt, answer, now)

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
           WHERE state = 'waiting' AND claimed_until IS NULL AND created_at <= ?2 AND kind <> 'webhook'
             AND NOT EXISTS (SELECT 1 FROM pause)`,
      )
      .bind(now, now - periodMs),
    refuseAnswersOf(db, now),
    db
      .prepare(
        `UPDATE mail SET recipients = NULL
           WHERE kind IN (${TO_VISITORS}) AND recipients IS NOT NULL AND state <> 'waiting' AND created_at <= ?`,
      )
      .bind(now - ADDRESS_KEPT_MS),
    db.prepare("DELETE FROM mail WHERE state <> 'waiting' AND created_at <= ?").bind(now - MAIL_KEPT_MS),
  ])
}
const TO_VISITORS = VISITOR_KINDS.map((kind) => `'${kind}'`).join(', ')
