import { type Alert, CONFIRMATION_EVERY_MS, MAIL_KINDS } from '../contract/mail-kinds.ts'

/* On what it depends that `insertMail` stores a mail: SQL, with the values of its `?` from ?8 on. ?1 is the brand, ?2 the receipt. */

/** The condition that a mail about an inquiry is stored with it, or with nothing. */
export const ifAccepted = { sql: 'EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2)', values: [] }

/** The same for a confirmation, of which an address gets at most one in a time. */
export const ifAcceptedAndNotRecent = (now: number) => ({
  sql: `${ifAccepted.sql} AND NOT EXISTS (SELECT 1 FROM mail WHERE kind = 'confirmation' AND recipients = ?5 AND created_at > ?8)`,
  values: [now - CONFIRMATION_EVERY_MS],
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

/** The condition that this has happened to an inquiry at a time, ISO 8601. */
export const ifHappened = (what: 'delivered' | 'processed' | 'destroyed', at: string) => ({
  sql: `EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND ${what}_at = ?8)`,
  values: [at],
})

/** The condition that what a webhook of the brand was to be told was given up at a time. */
export const ifGivenUp = (name: string, at: number) => ({
  sql: `EXISTS (SELECT 1 FROM mail INDEXED BY mail_given_up
    WHERE state = 'refused' AND changed_at = ?9 AND kind = 'webhook' AND brand_id = ?1 AND recipients = ?8)`,
  values: [JSON.stringify([name]), at],
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
