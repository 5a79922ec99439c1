import { countChange } from '../database/content-version.ts'
import { announceChange } from '../lists/content-version.ts'
import type { Call } from './define-command.ts'

/**
 * Makes a change of what visitors can see: all statements in one transaction, then every cache is told.
 * @returns how many rows each statement has changed
 */
export async function publishChange({ env, now }: Call, statements: D1PreparedStatement[]): Promise<number[]> {
  const results = await env.DB.batch([...statements, countChange(env.DB)])
  await announceChange(env, now.getTime())
  return results.map(({ meta }) => meta.changes)
}
