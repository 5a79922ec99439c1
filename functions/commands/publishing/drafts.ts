import { v4 as uuid } from 'uuid'
import { BOARD_GROUPS, type BoardName } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { writeLog } from '../../database/admin-log.ts'
import { readEntry } from './entries.ts'
import type { Basis, EntryFields } from './fields.ts'

type Database = Pick<Env, 'DB'>

/** A save that came too late: someone has saved or published since the form was opened. */
export class OutdatedError extends ConflictError {
  /** Who was first, and when (ISO 8601). */
  readonly by: string | null
  readonly at: string | null
  constructor(by: string | null, at: string | null) {
    super('Someone has saved or published this entry since it was opened.')
    this.by = by
    this.at = at
  }
}

export const newEntryId = (): string => uuid()

/**
 * Saves the text of an entry that is being written; the public entry stays as it is.
 * @param based on what the form was opened with
 * @returns the basis of the next save
 * @throws OutdatedError where someone else was first; nothing is changed then
 */
export async function saveDraft(
  { DB }: Database,
  {
    actor,
    board,
    id,
    fields,
    based,
  }: { actor: string; board: BoardName; id: string; fields: EntryFields; based: Basis },
  now = new Date(),
): Promise<Basis> {
  const { sub_category_id, subject, subject_en, contents, contents_en, is_priority, white_label } = fields
  const values = [sub_category_id, subject, subject_en, contents, contents_en, Number(is_priority), white_label]
  const saved = [now.toISOString(), actor]
  const statement =
    based.revision === 0
      ? DB.prepare(
          `INSERT INTO board_draft (board_uuid, group_uuid, sub_category_id, subject, subject_en, contents, contents_en, is_priority,
             white_label, revision, saved_at, saved_by)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, ?10, ?11
           WHERE coalesce((SELECT version FROM board_item WHERE board_uuid = ?1), 0) = ?12
           ON CONFLICT (board_uuid) DO NOTHING`,
        ).bind(id, BOARD_GROUPS[board], ...values, ...saved, based.version)
      : DB.prepare(
          `UPDATE board_draft SET sub_category_id = ?3, subject = ?4, subject_en = ?5, contents = ?6, contents_en = ?7, is_priority = ?8,
             white_label = ?9, revision = revision + 1, saved_at = ?10, saved_by = ?11
           WHERE board_uuid = ?1 AND group_uuid = ?2 AND revision = ?12
             AND coalesce((SELECT version FROM board_item WHERE board_uuid = ?1), 0) = ?13`,
        ).bind(id, BOARD_GROUPS[board], ...values, ...saved, based.revision, based.version)
  const { meta } = await statement.run()
  if (meta.changes === 0) throw await outdated({ DB }, id)
  return { version: based.version, revision: based.revision + 1 }
}

/** Names who was first. */
export async function outdated({ DB }: Database, id: string): Promise<OutdatedError> {
  const first = await DB.prepare(
    `SELECT saved_by AS by, saved_at AS at FROM board_draft WHERE board_uuid = ?1
     UNION ALL SELECT made_by, made_at FROM board_version WHERE board_uuid = ?1 ORDER BY at DESC LIMIT 1`,
  )
    .bind(id)
    .first<{ by: string; at: string }>()
  return new OutdatedError(first?.by ?? null, first?.at ?? null)
}

/** Drops the text that is being written. An entry that never was published is gone with it. */
export async function discardDraft({ DB }: Database, actor: string, id: string): Promise<void> {
  await writeLog({ DB }, { actor, action: 'discard-draft', subject: id })
  await DB.prepare('DELETE FROM board_draft WHERE board_uuid = ?').bind(id).run()
}

/**
 * Makes an earlier version the text that is being written; publishing it is another step.
 * @throws NotFoundError where there is no such version, OutdatedError where someone is writing meanwhile
 */
export async function bringBack(
  { DB }: Database,
  { actor, id, version, based }: { actor: string; id: string; version: number; based: Basis },
): Promise<Basis> {
  const row = await DB.prepare('SELECT * FROM board_version WHERE board_uuid = ? AND version = ?')
    .bind(id, version)
    .first<Omit<EntryFields, 'is_priority'> & { is_priority: number }>()
  if (!row) throw new NotFoundError('There is no such version.')
  const { board } = await readEntry({ DB }, id)
  await writeLog({ DB }, { actor, action: 'bring-back', subject: `${id} ${version}` })
  return saveDraft({ DB }, { actor, board, id, fields: { ...row, is_priority: row.is_priority === 1 }, based })
}
