import { countChange } from '../database/content-changes.ts'
import { announceMadeChange } from '../lists/content-version.ts'
import type { Call } from '../calls/operator-call.ts'

/**
 * Makes a change of what visitors can see: all statements in one transaction, then every cache is told. What is made is done: caches that
 * cannot be told now are told later.
 * @returns how many rows each statement has changed
 */
export async function publishChange({ env, now }: Call, statements: D1PreparedStatement[]): Promise<number[]> {
  const results = await env.DB.batch([...statements, countChange(env.DB)])
  await announceMadeChange(env, now.getTime())
  return results.map(({ meta }) => meta.changes)
}
