import { startOfDay } from '../contract/inquiry-filters.ts'
import type { Env } from '../env.ts'

/** What an operator does, as the log names it. The values are stored, so they stay. */
export const LOGGED_ACTIONS = [
  'sign-in',
  'sign-out',
  'list',
  'show',
  'download',
  'export',
  'send-again',
  'mark-processed',
  'mark-spam',
  'undo-processed',
  'destroy',
  'answer',
  'answer-again',
  'save-answer-draft',
  'claim',
  'end-claim',
  'note',
  'add-saved-answer',
  'change-saved-answer',
  'delete-saved-answer',
  'resume',
  'maintenance-on',
  'maintenance-off',
  'publish',
  'schedule',
  'withdraw',
  'publish-again',
  'bring-back',
  'save-draft',
  'discard-draft',
  'restore-draft',
  'preview',
  'reorder',
  'set-priority',
  'add-category',
  'rename-category',
  'move-category',
  'merge-category',
  'remove-category',
  'add-file',
  'add-download',
  'change-download',
  'delete-download',
  'import-boards',
  'rotate-keys',
] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]

export interface LogEntry {
  id: number
  /** ISO 8601. */
  at: string
  actor: string
  action: LoggedAction
  /** A receipt, a file key, filters; never what a visitor has typed. */
  subject: string
}

const LOG_PAGE_SIZE = 50

/** What a row says; the time is now unless it is given. */
type NewRow = Pick<LogEntry, 'actor' | 'action' | 'subject'> & { at?: Date }

/**
 * Writes one row of the log. Called before the thing happens, so that nothing happens without a row.
 * @returns its id
 */
export async function writeLog(
  { DB }: Pick<Env, 'DB'>,
  { actor, action, subject, at }: NewRow,
): Promise<number | null> {
  return DB.prepare('INSERT INTO admin_log (at, actor, action, subject) VALUES (?, ?, ?, ?) RETURNING id')
    .bind((at ?? new Date()).toISOString(), actor, action, subject)
    .first<number>('id')
}

/**
 * Writes a row unless one of the same actor, action and subject is younger than so many milliseconds.
 * @returns its id; null where there is one already
 */
export async function writeLogOnce(
  { DB }: Pick<Env, 'DB'>,
  { actor, action, subject, at = new Date() }: NewRow,
  withinMs: number,
): Promise<number | null> {
  return DB.prepare(
    `INSERT INTO admin_log (at, actor, action, subject)
     SELECT ?1, ?2, ?3, ?4
     WHERE NOT EXISTS (SELECT 1 FROM admin_log WHERE subject = ?4 AND action = ?3 AND actor = ?2 AND at > ?5)
     RETURNING id`,
  )
    .bind(at.toISOString(), actor, action, subject, new Date(at.getTime() - withinMs).toISOString())
    .first<number>('id')
}

/** Deletes a row whose deed was refused. */
export async function takeBackLog({ DB }: Pick<Env, 'DB'>, id: number): Promise<void> {
  await DB.prepare('DELETE FROM admin_log WHERE id = ?').bind(id).run()
}

/** What was done with one inquiry, oldest first; a look at it is left out. */
export async function logOf({ DB }: Pick<Env, 'DB'>, receipt: string): Promise<LogEntry[]> {
  const { results } = await DB.prepare(
    "SELECT * FROM admin_log WHERE subject = ? AND action <> 'show' ORDER BY id LIMIT 100",
  )
    .bind(receipt)
    .all<LogEntry>()
  return results
}

/** What only shows: most rows, so that a page leaves them out until they are asked for. The partial index has the same list. */
export const READING = ['list', 'show', 'download'] as const satisfies LoggedAction[]
const CHANGES = `action NOT IN (${READING.map((action) => `'${action}'`).join(', ')})`

/** What selects rows of the log. */
export interface LogFilters {
  /** A day in Seoul, `YYYY-MM-DD`. */
  day?: string | undefined
  actor?: string | undefined
  action?: LoggedAction | undefined
  /** Without what only shows. */
  changes?: boolean | undefined
}

const FIRST_SINCE = 'coalesce((SELECT id FROM admin_log WHERE at >= ? ORDER BY at, id LIMIT 1), 9223372036854775807)'

/**
 * A page of the log, newest first, from one index.
 * @param before id of the entry that ended the previous page
 * @param size rows of the page
 * @returns the entries, and the id for the next page or null
 */
export async function readLog(
  { DB }: Pick<Env, 'DB'>,
  before = Number.MAX_SAFE_INTEGER,
  { day, actor, action, changes }: LogFilters = {},
  size = LOG_PAGE_SIZE,
): Promise<{ entries: LogEntry[]; next: number | null }> {
  const conditions = ['id < ?']
  const values: (string | number)[] = [before]
  const add = (condition: string, ...given: string[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (actor !== undefined) add('actor = ?', actor)
  if (action !== undefined) add(actor === undefined ? 'action = ?' : '+action = ?', action)
  else if (changes) add(actor === undefined ? CHANGES : `+${CHANGES}`)
  if (day !== undefined) {
    const [from, until] = [0, 1].map((days) => new Date(startOfDay(day, days)).toISOString()) as [string, string]
    add(`id >= ${FIRST_SINCE} AND id < ${FIRST_SINCE}`, from, until)
  }
  const index = actor !== undefined ? 'by_actor' : action !== undefined ? 'by_action' : changes ? 'changes' : null
  const { results } = await DB.prepare(
    `SELECT * FROM admin_log ${index ? `INDEXED BY admin_log_${index}` : ''} WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
  )
    .bind(...values, size + 1)
    .all<LogEntry>()
  const entries = results.slice(0, size)
  return { entries, next: results.length > size ? (entries.at(-1)?.id ?? null) : null }
}

/** Everybody who has done something, each found by a step in the index. */
export async function logActors({ DB }: Pick<Env, 'DB'>): Promise<string[]> {
  const { results } = await DB.prepare(
    `WITH RECURSIVE known (actor) AS (
       SELECT min(actor) FROM admin_log
       UNION ALL SELECT (SELECT min(actor) FROM admin_log AS next WHERE next.actor > known.actor) FROM known WHERE actor IS NOT NULL
     ) SELECT actor FROM known WHERE actor IS NOT NULL LIMIT 200`,
  ).all<{ actor: string }>()
  return results.map(({ actor }) => actor)
}
