/** What an answer may begin with. */
export interface SavedAnswerFields {
  title: string
  text: string
  text_en: string
  /** Id of the only brand that has it; null for all. */
  brand_id: string | null
}

export interface SavedAnswerRow extends SavedAnswerFields {
  id: string
  /** ISO 8601. */
  changed_at: string
  changed_by: string
  /** For the next change: one that is based on an older version is refused. */
  version: number
}

/** All of them, or those that a brand has, by title. */
export async function savedAnswers(db: D1Database, brandId: string | null = null): Promise<SavedAnswerRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM saved_answer WHERE ?1 IS NULL OR brand_id IS NULL OR brand_id = ?1 ORDER BY title, id')
    .bind(brandId)
    .all<SavedAnswerRow>()
  return results
}

export async function insertSavedAnswer(
  db: D1Database,
  id: string,
  { title, text, text_en, brand_id }: SavedAnswerFields,
  { by, at }: { by: string; at: string },
): Promise<void> {
  await db
    .prepare(
      'INSERT INTO saved_answer (id, brand_id, title, text, text_en, changed_at, changed_by) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .bind(id, brand_id, title, text, text_en, at, by)
    .run()
}

/** Changes a saved answer that still has the version. @returns whether it had */
export async function updateSavedAnswer(
  db: D1Database,
  { id, version }: Pick<SavedAnswerRow, 'id' | 'version'>,
  { title, text, text_en, brand_id }: SavedAnswerFields,
  { by, at }: { by: string; at: string },
): Promise<boolean> {
  const changed = await db
    .prepare(
      `UPDATE saved_answer SET brand_id = ?, title = ?, text = ?, text_en = ?, changed_at = ?, changed_by = ?, version = version + 1
         WHERE id = ? AND version = ? RETURNING id`,
    )
    .bind(brand_id, title, text, text_en, at, by, id, version)
    .first()
  return changed !== null
}

/** @returns whether there was one */
export async function deleteSavedAnswer(db: D1Database, id: string): Promise<boolean> {
  return (await db.prepare('DELETE FROM saved_answer WHERE id = ? RETURNING id').bind(id).first()) !== null
}
