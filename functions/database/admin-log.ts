import type { Env } from '../env.ts'

/** What an operator does, as the log names it. The values are stored, so they stay. */
export const LOGGED_ACTIONS = [
  'sign-in',
  'list',
  'show',
  'download',
  'export',
  'send-again',
  'mark-processed',
  'undo-processed',
  'destroy',
  'maintenance-on',
  'maintenance-off',
  'publish',
  'schedule',
  'withdraw',
  'publish-again',
  'bring-back',
  'discard-draft',
  'reorder',
  'add-category',
  'rename-category',
  'merge-category',
  'remove-category',
  'add-file',
  'add-download',
  'change-download',
  'import-boards',
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

export const LOG_PAGE_SIZE = 50

/** Writes one row of the log. Called before the thing happens, so that nothing happens without a row. */
export async function writeLog(
  { DB }: Pick<Env, 'DB'>,
  { actor, action, subject }: Pick<LogEntry, 'actor' | 'action' | 'subject'>,
): Promise<void> {
  await DB.prepare('INSERT INTO admin_log (at, actor, action, subject) VALUES (?, ?, ?, ?)')
    .bind(new Date().toISOString(), actor, action, subject)
    .run()
}

/** What was done with one inquiry, oldest first; a look at it is left out. */
export async function logOf({ DB }: Pick<Env, 'DB'>, receipt: string): Promise<LogEntry[]> {
  const { results } = await DB.prepare(
    "SELECT * FROM admin_log WHERE subject = ? AND action <> 'show' ORDER BY id LIMIT 100",
  )
    .bind(receipt)
    .all<LogEntry & Record<string, unknown>>()
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
    .all<LogEntry & Record<string, unknown>>()
  const entries = results.slice(0, LOG_PAGE_SIZE)
  return { entries, next: results.length > LOG_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null }
}
