import { BOARD_GROUPS } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { ConflictError } from '../../errors.ts'
import { announceChange, countChange } from '../../lists/content-version.ts'
import { writeLog } from '../../database/admin-log.ts'
import { faultsOf, forbids, type Fault } from './checks.ts'
import { outdated } from './drafts.ts'
import { type EditedEntry, readEntry } from './entries.ts'
import type { Basis } from './fields.ts'
import { renderMarkdown } from './markdown.ts'

type Storage = Pick<Env, 'DB' | 'CACHE'>

/** The text cannot be published as it is. */
export class UnpublishableError extends ConflictError {
  readonly faults: Fault[]
  constructor(faults: Fault[]) {
    super(`The text cannot be published: ${faults.map(({ code }) => code).join(', ')}.`)
    this.faults = faults
  }
}

/**
 * Publishes the text that is being written, as the next version.
 * @param at when it becomes public; null for now. Only for an entry that is not public: a correction of a public one is live at once.
 * @throws OutdatedError where the draft is another one by now, UnpublishableError where a text is missing
 */
export async function publish(
  env: Storage,
  { actor, id, based, at = null }: { actor: string; id: string; based: Basis; at?: Date | null },
  now = new Date(),
): Promise<EditedEntry> {
  const entry = await readEntry(env, id, now)
  if (entry.revision === 0 || entry.revision !== based.revision || entry.version !== based.version)
    throw await outdated(env, id)
  const faults = faultsOf(entry.fields).filter(forbids)
  if (faults.length > 0) throw new UnpublishableError(faults)
  if (at && at <= now) throw new UnpublishableError([{ code: 'time-past', language: null }])
  if (at && entry.state === 'published') throw new UnpublishableError([{ code: 'already-public', language: null }])
  await writeLog(env, { actor, action: at ? 'schedule' : 'publish', subject: id })
  const [first] = await env.DB.batch(statementsOf(env.DB, entry, { actor, at, now }))
  if (first?.meta.changes === 0) throw await outdated(env, id)
  await announceChange(env)
  return readEntry(env, id, now)
}

/** One transaction. The first statement takes the draft, unless it has changed; the others follow only if it did. */
function statementsOf(
  db: D1Database,
  { board_uuid: id, board, fields, version, revision, state }: EditedEntry,
  { actor, at, now }: { actor: string; at: Date | null; now: Date },
): D1PreparedStatement[] {
  const next = version + 1
  const wasPublic = state === 'published' || state === 'withdrawn'
  const time = now.toISOString()
  const html = fields.contents === '' ? '' : renderMarkdown(fields.contents)
  const html_en = fields.contents_en === '' ? '' : renderMarkdown(fields.contents_en)
  return [
    db
      .prepare(
        `INSERT INTO board_version (board_uuid, version, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority,
           white_label, made_at, made_by)
         SELECT board_uuid, ?3, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority, white_label, ?4, ?5
         FROM board_draft WHERE board_uuid = ?1 AND revision = ?2
           AND coalesce((SELECT version FROM board_item WHERE board_uuid = ?1), 0) = ?3 - 1
         ON CONFLICT DO NOTHING`,
      )
      .bind(id, revision, next, time, actor),
    // A text from before the versions is kept as version 0, in HTML, which is Markdown too.
    db
      .prepare(
        `INSERT INTO board_version (board_uuid, version, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority,
           white_label, made_at, made_by)
         SELECT board_uuid, 0, group_uuid, sub_category_id, subject, coalesce(subject_en, ''), contents, coalesce(contents_en, ''),
           is_priority, white_label, coalesce(update_date, create_date), ''
         FROM board_item WHERE board_uuid = ?1 AND version = 0 ON CONFLICT DO NOTHING`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, create_date, is_priority,
           white_label, published_at, version)
         SELECT d.board_uuid, d.group_uuid, d.sub_category_id, d.subject, d.subject_en, ?3, ?4, ?5, d.is_priority, d.white_label, ?5, ?6
         FROM board_draft d WHERE d.board_uuid = ?1 AND d.revision = ?2
         ON CONFLICT (board_uuid) DO UPDATE SET
           sub_category_id = excluded.sub_category_id, subject = excluded.subject, subject_en = excluded.subject_en,
           contents = excluded.contents, contents_en = excluded.contents_en, is_priority = excluded.is_priority,
           white_label = excluded.white_label, version = excluded.version, withdrawn_at = NULL,
           create_date = CASE WHEN ?7 THEN create_date ELSE excluded.create_date END,
           update_date = CASE WHEN ?7 THEN excluded.create_date ELSE NULL END,
           published_at = CASE WHEN ?8 THEN published_at ELSE excluded.published_at END
         WHERE version = excluded.version - 1`,
      )
      .bind(
        id,
        revision,
        html,
        html_en,
        (at ?? now).toISOString(),
        next,
        Number(wasPublic),
        Number(state === 'published'),
      ),
    db
      .prepare('DELETE FROM board_draft WHERE board_uuid = ? AND group_uuid = ? AND revision = ?')
      .bind(id, BOARD_GROUPS[board], revision),
    countChange(db),
  ]
}

/** Takes an entry from the site: its address answers 404 (docs/contract.md#9). It stays for the operator. */
export async function withdraw(env: Storage, actor: string, id: string, now = new Date()): Promise<void> {
  await writeLog(env, { actor, action: 'withdraw', subject: id })
  await env.DB.batch([
    env.DB.prepare('UPDATE board_item SET withdrawn_at = ? WHERE board_uuid = ? AND withdrawn_at IS NULL').bind(
      now.toISOString(),
      id,
    ),
    countChange(env.DB),
  ])
  await announceChange(env)
}

/** Shows a withdrawn entry again, with the text and the date that it had. */
export async function publishAgain(env: Storage, actor: string, id: string): Promise<void> {
  await writeLog(env, { actor, action: 'publish-again', subject: id })
  await env.DB.batch([
    env.DB.prepare('UPDATE board_item SET withdrawn_at = NULL WHERE board_uuid = ?').bind(id),
    countChange(env.DB),
  ])
  await announceChange(env)
}
