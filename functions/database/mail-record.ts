import type { MailKind } from '../contract/mail-kinds.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'
import { NO_RECEIPT, type MailState } from './mail.ts'

/* What operators are told of mails. */

/** For so long `/admin` names the mails that were given up: the longest month. */
const GIVEN_UP_TOLD_MS = 31 * 24 * 3_600_000

const GIVEN_UP_TOLD_MAX = 20

/** What is known of a mail that was tried. */
export interface MailRecord {
  /** ISO 8601. */
  at: string
  kind: MailKind
  state: MailState
  /** What the platform has said last: an id, or why it did not take the mail. */
  answer: string | null
}

/** A mail that was given up. */
export interface GivenUpMail extends Omit<MailRecord, 'state'> {
  /** Of its inquiry; null for an alert about none. */
  receipt: string | null
}

/** How the mails stand: how many wait or were given up, the last answer, and what was given up within a month. */
export interface MailStatus {
  waiting: number
  refused: number
  last: MailRecord | null
  /** The newest first, and no more than twenty; confirmations, whose addresses strangers choose, only where there is room. */
  givenUp: GivenUpMail[]
  /** What waits for webhooks, the oldest since when, and what was given up within a month, with how the last attempt of these failed. */
  webhooks: { waiting: number; oldest: string | null; refused: number; lastFailure: MailRecord | null }
}

const iso = (at: number) => new Date(at).toISOString()

interface RecordRow {
  at: number
  kind: MailKind
  state: MailState
  answer: string | null
}

const recordOf = ({ at, ...record }: RecordRow): MailRecord => ({ at: iso(at), ...record })

const RECORD = 'changed_at AS at, kind, state, answer'

/** What webhooks have not taken: what waits, and what was given up since ?2. */
const FAILING_WEBHOOKS = `SELECT * FROM mail WHERE state = 'waiting' AND kind = 'webhook'
  UNION ALL SELECT * FROM mail WHERE state = 'refused' AND kind = 'webhook' AND changed_at > ?2`

/** The mails about an inquiry that were tried, the oldest first. */
export async function mailsOf(db: D1Database, receipt: string): Promise<MailRecord[]> {
  const { results } = await db
    .prepare(`SELECT ${RECORD} FROM mail WHERE receipt = ? AND attempts > 0 ORDER BY id`)
    .bind(receipt)
    .all<RecordRow>()
  return results.map(recordOf)
}

/** How the mails of a scope stand. */
export async function mailStatus(db: D1Database, scope: Scope, now: number): Promise<MailStatus> {
  const brandId = brandIdOf(scope)
  const own = '(?1 IS NULL OR brand_id = ?1)'
  const givenUp = (isConfirmation: 0 | 1) =>
    db
      .prepare(
        `SELECT changed_at AS at, receipt, kind, answer FROM mail
           WHERE state = 'refused' AND kind <> 'webhook' AND (kind = 'confirmation') = ${isConfirmation} AND changed_at > ?2 AND ${own} ORDER BY changed_at DESC LIMIT ${GIVEN_UP_TOLD_MAX}`,
      )
      .bind(brandId, now - GIVEN_UP_TOLD_MS)
  const [counts, last, others, confirmations, webhooks, failure] = (await db.batch([
    db
      .prepare(
        `SELECT state, count(*) AS n FROM mail WHERE state IN ('waiting', 'refused') AND kind <> 'webhook' AND ${own} GROUP BY state`,
      )
      .bind(brandId),
    db
      .prepare(
        `SELECT ${RECORD} FROM mail WHERE attempts > 0 AND answer IS NOT NULL AND kind <> 'webhook' AND ${own} ORDER BY changed_at DESC LIMIT 1`,
      )
      .bind(brandId),
    givenUp(0),
    givenUp(1),
    db
      .prepare(
        `SELECT state, count(*) AS n, min(created_at) AS oldest FROM (${FAILING_WEBHOOKS}) WHERE ${own} GROUP BY state`,
      )
      .bind(brandId, now - GIVEN_UP_TOLD_MS),
    db
      .prepare(
        `SELECT ${RECORD} FROM (${FAILING_WEBHOOKS}) WHERE attempts > 0 AND answer IS NOT NULL AND ${own} ORDER BY changed_at DESC LIMIT 1`,
      )
      .bind(brandId, now - GIVEN_UP_TOLD_MS),
  ])) as [
    D1Result<{ state: MailState; n: number }>,
    D1Result<RecordRow>,
    D1Result<Omit<RecordRow, 'state'> & { receipt: string }>,
    D1Result<Omit<RecordRow, 'state'> & { receipt: string }>,
    D1Result<{ state: MailState; n: number; oldest: number }>,
    D1Result<RecordRow>,
  ]
  const count = (state: MailState, { results } = counts) => results.find((row) => row.state === state)?.n ?? 0
  const [newest] = last.results
  const [failed] = failure.results
  const oldest = webhooks.results.find(({ state }) => state === 'waiting')?.oldest
  return {
    waiting: count('waiting'),
    refused: count('refused'),
    last: newest ? recordOf(newest) : null,
    givenUp: [...others.results, ...confirmations.results]
      .slice(0, GIVEN_UP_TOLD_MAX)
      .toSorted((one, other) => other.at - one.at)
      .map(({ at, receipt, ...mail }) => ({ at: iso(at), receipt: receipt === NO_RECEIPT ? null : receipt, ...mail })),
    webhooks: {
      waiting: count('waiting', webhooks),
      oldest: oldest === undefined ? null : iso(oldest),
      refused: count('refused', webhooks),
      lastFailure: failed ? recordOf(failed) : null,
    },
  }
}
