import { z } from 'zod'
import type { Cloudflare } from './cloudflare.ts'

const resultSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }))

/**
 * A database of the account for queries of a few rows, by Cloudflare's API: what commands need that run before the Worker is there. Each
 * statement is a transaction of its own.
 */
export function remoteDatabase(cloudflare: Cloudflare, databaseId: string): D1Database {
  const prepare = (sql: string, params: unknown[] = []) => {
    const all = async () => {
      const [first] = await cloudflare.send('POST', `./d1/database/${databaseId}/query`, { sql, params }, resultSchema)
      return { results: first?.results ?? [] }
    }
    return {
      bind: (...values: unknown[]) => prepare(sql, values),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
    }
  }
  return { prepare } as unknown as D1Database
}
