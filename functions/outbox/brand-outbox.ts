import type { Env } from '../env.ts'
import type { Outbox } from './outbox.ts'

/** The outbox of a brand. */
export const outboxOf = (env: Pick<Env, 'OUTBOX'>, brandId: string): DurableObjectStub<Outbox> =>
  (env.OUTBOX as DurableObjectNamespace<Outbox>).getByName(brandId)

/** Puts an outbox into the list of outboxes. */
export const registerOutbox = (db: D1Database, brandId: string): D1PreparedStatement =>
  db
    .prepare('INSERT INTO outbox (brand_id, first_used_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .bind(brandId, new Date().toISOString())

/**
 * Brand ids of all outboxes: those that have registered themselves in D1, whether or not their brand is still in the registry.
 * @param brandIds of the registry; their outboxes are part of the list even if they were never used
 */
export async function listOutboxes({ DB }: Pick<Env, 'DB'>, brandIds: readonly string[] = []): Promise<string[]> {
  const { results } = await DB.prepare('SELECT brand_id FROM outbox ORDER BY first_used_at').all<{ brand_id: string }>()
  return [...new Set([...brandIds, ...results.map(({ brand_id }) => brand_id)])]
}
