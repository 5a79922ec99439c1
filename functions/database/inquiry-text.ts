/** Inquiries with the same beginning that are compared at most. */
const COMPARED_MAX = 20

/** Whether another brand has an inquiry with the same message, among the newest that begin like it: anybody can send thousands that do. */
export async function hasTextElsewhere(db: D1Database, brandId: string, content: string): Promise<boolean> {
  const found = await db
    .prepare(
      `SELECT 1 AS n FROM (
         SELECT content, brand_id FROM inquiry_record INDEXED BY inquiry_record_text
         WHERE content IS NOT NULL AND substr(content, 1, 64) = substr(?1, 1, 64) ORDER BY id DESC LIMIT ${COMPARED_MAX}
       ) WHERE content = ?1 AND brand_id <> ?2 LIMIT 1`,
    )
    .bind(content, brandId)
    .first<number>('n')
  return found !== null
}
