/* The list of outboxes: those that have ever been used, whether or not their brand is still in the registry. */

/** Puts an outbox into the list. */
export const registerOutbox = (db: D1Database, brandId: string): D1PreparedStatement =>
  db
    .prepare('INSERT INTO outbox (brand_id, first_used_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .bind(brandId, new Date().toISOString())

/** Brand ids of the list, the oldest first. */
export async function registeredOutboxes(db: D1Database): Promise<string[]> {
  const { results } = await db.prepare('SELECT brand_id FROM outbox ORDER BY first_used_at').all<{ brand_id: string }>()
  return results.map(({ brand_id }) => brand_id)
}
