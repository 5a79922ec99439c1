import { startOfDay } from '../contract/seoul.ts'
import { brandIdOf, type Scope } from '../contract/scope.ts'
import type { Env } from '../env.ts'

/** What an operator does, as the log names it. The values are stored, so they stay. */
export const LOGGED_ACTIONS = [
  'sign-in',
  'sign-out',
  'list',
  'show',
  'download',
  'export',
  'take-by-telephone',
  'send-again',
  'mark-processed',
  'mark-spam',
  'undo-processed',
  'destroy',
  'answer',
  'answer-again',
  'save-answer-draft',
  'admit-reply',
  'claim',
  'end-claim',
  'note',
  'add-saved-answer',
  'change-saved-answer',
  'delete-saved-answer',
  'remind',
  'end-reminder',
  'show-person',
  'export-person',
  'forget-messages',
  'note-request',
  'end-request',
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
] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]

export interface LogEntry {
  id: number
  /** ISO 8601. */
  at: string
  actor: string
  action: LoggedAction
  /** A receipt, a key, an id, filters; never what a visitor has typed. */
  subject: string
  /** Id of the brand that it was about; null: the whole site. */
  brand_id: string | null
}

/** What a command says of itself for the log (functions/commands/define-command.ts). */
export interface LogLine extends Pick<LogEntry, 'action' | 'subject'> {
  /** Of what the line is about, where a command is about several brands. */
  brand_id?: string
  /** At most one row for actor, action and subject in this time; milliseconds. */
  once?: number
}

const LOG_PAGE_SIZE = 50

/**
 * Writes one row of the log. Called before the thing happens, so that nothing happens without a row.
 * @param once where one of the same actor, action, subject and brand is younger than so many milliseconds, there is no other
 * @returns its id; null where there is one already
 */
export const writeLog = (
  { DB }: Pick<Env, 'DB'>,
  { actor, action, subject, brand_id, at, once }: Omit<LogEntry, 'id' | 'at'> & { at: Date; once?: number | undefined },
): Promise<number | null> =>
  DB.prepare(
    `INSERT INTO admin_log (at, actor, action, subject, brand_id)
     SELECT ?1, ?2, ?3, ?4, ?5
     WHERE ?6 IS NULL OR NOT EXISTS (
       SELECT 1 FROM admin_log WHERE subject = ?4 AND action = ?3 AND actor = ?2 AND at > ?6 AND brand_id IS ?5
     )
     RETURNING id`,
  )
    .bind(
      at.toISOString(),
      actor,
      action,
      subject,
      brand_id,
      once === undefined ? null : new Date(at.getTime() - once).toISOString(),
    )
    .first<number>('id')

/** Deletes a row whose command was refused. */
export async function takeBackLog({ DB }: Pick<Env, 'DB'>, id: number): Promise<void> {
  await DB.prepare('DELETE FROM admin_log WHERE id = ?').bind(id).run()
}

/**
 * What was done with one inquiry, oldest first; a look at it is left out, alone or in a list, and what another brand's operators
 * have tried.
 * @param brandId of the inquiry
 */
export async function logOf({ DB }: Pick<Env, 'DB'>, receipt: string, brandId: string): Promise<LogEntry[]> {
  const { results } = await DB.prepare(
    `SELECT * FROM admin_log WHERE subject = ?1 AND action NOT IN ('show', 'list') AND (brand_id IS NULL OR brand_id = ?2)
     ORDER BY id LIMIT 100`,
  )
    .bind(receipt, brandId)
    .all<LogEntry>()
  return results
}

/** What only shows: most rows, so that a page leaves them out until they are asked for. The partial index has the same list. */
const READING = ['list', 'show', 'download'] as const satisfies LoggedAction[]
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
 * A page of the log, newest first, from one index. An operator of one brand sees the rows about that brand.
 * @param before id of the entry that ended the previous page
 * @param size rows of the page
 * @returns the entries, and the id for the next page or null
 */
export async function readLog(
  { DB }: Pick<Env, 'DB'>,
  scope: Scope,
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
  const brandId = brandIdOf(scope)
  // The first of these chooses the index; a `+` hides the others from the planner.
  const index =
    brandId !== null
      ? 'by_brand'
      : actor !== undefined
        ? 'by_actor'
        : action !== undefined
          ? 'by_action'
          : changes
            ? 'changes'
            : null
  const hidden = (own: typeof index) => (index === own ? '' : '+')
  if (brandId !== null) add('brand_id = ?', brandId)
  if (actor !== undefined) add(`${hidden('by_actor')}actor = ?`, actor)
  if (action !== undefined) add(`${hidden('by_action')}action = ?`, action)
  else if (changes) add(`${hidden('changes')}${CHANGES}`)
  if (day !== undefined) {
    const [from, until] = [0, 1].map((days) => new Date(startOfDay(day, days)).toISOString()) as [string, string]
    add(`id >= ${FIRST_SINCE} AND id < ${FIRST_SINCE}`, from, until)
  }
  const { results } = await DB.prepare(
    `SELECT * FROM admin_log ${index ? `INDEXED BY admin_log_${index}` : ''} WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
  )
    .bind(...values, size + 1)
    .all<LogEntry>()
  const entries = results.slice(0, size)
  return { entries, next: results.length > size ? (entries.at(-1)?.id ?? null) : null }
}

/** Everybody who has done something, each found by a step in the index. */
export async function logActors({ DB }: Pick<Env, 'DB'>, scope: Scope): Promise<string[]> {
  const brandId = brandIdOf(scope)
  const rows = brandId === null ? 'admin_log WHERE true' : 'admin_log WHERE brand_id = ?1'
  const { results } = await DB.prepare(
    `WITH RECURSIVE known (actor) AS (
       SELECT min(actor) FROM ${rows}
       UNION ALL SELECT (SELECT min(actor) FROM ${rows} AND actor > known.actor) FROM known WHERE actor IS NOT NULL
     ) SELECT actor FROM known WHERE actor IS NOT NULL LIMIT 200`,
  )
    .bind(...(brandId === null ? [] : [brandId]))
    .all<{ actor: string }>()
  return results.map(({ actor }) => actor)
}
