import type { Env } from '../env.ts'

/** What an operator does, as the log names it. The values are stored, so they stay. */
const LOGGED_ACTIONS = [
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
  'mail-event',
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

/**
 * A page of the log, newest first.
 * @param before id of the entry that ended the previous page
 * @returns the entries, and the id for the next page or null
 */
export async function readLog(
  { DB }: Pick<Env, 'DB'>,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ entries: LogEntry[]; next: number | null }> {
  const { results } = await DB.prepare('SELECT * FROM admin_log WHERE id < ? ORDER BY id DESC LIMIT ?')
    .bind(before, LOG_PAGE_SIZE + 1)
    .all<LogEntry>()
  const entries = results.slice(0, LOG_PAGE_SIZE)
  return { entries, next: results.length > LOG_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null }
}
