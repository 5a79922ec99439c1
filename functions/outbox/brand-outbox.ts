import { registeredOutboxes } from '../database/outbox.ts'
import type { Env } from '../env.ts'
import type { Outbox } from './outbox.ts'

/** The outbox of a brand. */
export const outboxOf = (env: Pick<Env, 'OUTBOX'>, brandId: string): DurableObjectStub<Outbox> =>
  (env.OUTBOX as DurableObjectNamespace<Outbox>).getByName(brandId)

/**
 * Brand ids of all outboxes: those that have registered themselves in D1, whether or not their brand is still in the registry.
 * @param brandIds of the registry; their outboxes are part of the list even if they were never used
 */
export async function listOutboxes({ DB }: Pick<Env, 'DB'>, brandIds: readonly string[] = []): Promise<string[]> {
  return [...new Set([...brandIds, ...(await registeredOutboxes(DB))])]
}
