import { brandIdOf, type ALL_BRANDS, type BrandScope } from '../contract/scope.ts'
import { eachField, fieldsOf, type FieldOf } from '../contract/text-fields.ts'

/** A text for each language. */
export const SAVED_TEXTS = fieldsOf('text*')

/** What an answer may begin with. */
export type SavedAnswerFields = Record<FieldOf<'text*'>, string> & {
  title: string
  /** Id of the only brand that has it; null for all. */
  brand_id: string | null
}

export type SavedAnswerRow = SavedAnswerFields & {
  id: string
  /** ISO 8601. */
  changed_at: string
  changed_by: string
  /** For the next change: one that is based on an older version is refused. */
  version: number
}

const COLUMNS = ['brand_id', 'title', ...SAVED_TEXTS, 'changed_at', 'changed_by'] as const
const valuesOf = (fields: SavedAnswerFields, { by, at }: { by: string; at: string }) => [
  fields.brand_id,
  fields.title,
  ...SAVED_TEXTS.map((name) => fields[name]),
  at,
  by,
]
/** Texts that are all empty. */
export const EMPTY_TEXTS = eachField('text*', () => '')

/** All of them, or those that a brand has, by title. */
export async function savedAnswers(
  db: D1Database,
  scope: typeof ALL_BRANDS | Pick<BrandScope, 'id'>,
): Promise<SavedAnswerRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM saved_answer WHERE ?1 IS NULL OR brand_id IS NULL OR brand_id = ?1 ORDER BY title, id')
    .bind(brandIdOf(scope))
    .all<SavedAnswerRow>()
  return results
}

/** Adds a saved answer, unless there is one with the id. @returns whether it was added */
export async function insertSavedAnswer(
  db: D1Database,
  id: string,
  fields: SavedAnswerFields,
  change: { by: string; at: string },
): Promise<boolean> {
  const added = await db
    .prepare(
      `INSERT INTO saved_answer (id, ${COLUMNS.join(', ')}) VALUES (?, ${COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING RETURNING id`,
    )
    .bind(id, ...valuesOf(fields, change))
    .first()
  return added !== null
}

/** Changes a saved answer that still has the version. @returns whether it had */
export async function updateSavedAnswer(
  db: D1Database,
  { id, version }: Pick<SavedAnswerRow, 'id' | 'version'>,
  fields: SavedAnswerFields,
  change: { by: string; at: string },
): Promise<boolean> {
  const changed = await db
    .prepare(
      `UPDATE saved_answer SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')}, version = version + 1
         WHERE id = ? AND version = ? RETURNING id`,
    )
    .bind(...valuesOf(fields, change), id, version)
    .first()
  return changed !== null
}

/** Whose saved answer it is: `brand_id` null for all brands; null where there is none. */
export const ownerOfSavedAnswer = (db: D1Database, id: string): Promise<Pick<SavedAnswerRow, 'brand_id'> | null> =>
  db.prepare('SELECT brand_id FROM saved_answer WHERE id = ?').bind(id).first()

/** @returns whether there was one */
export async function deleteSavedAnswer(db: D1Database, id: string): Promise<boolean> {
  return (await db.prepare('DELETE FROM saved_answer WHERE id = ? RETURNING id').bind(id).first()) !== null
}
