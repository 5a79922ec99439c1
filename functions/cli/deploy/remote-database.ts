import { z } from 'zod'
import type { Cloudflare } from './cloudflare.ts'

const resultSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }))

/** Cloudflare's API knows no booleans; the database has 1 and 0. */
const valueOf = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)

/**
 * A database of the account for a few rows, by Cloudflare's API: what commands need that run before the Worker is there. `batch` is one
 * transaction.
 */
export function remoteDatabase(cloudflare: Cloudflare, databaseId: string): D1Database {
  const query = (body: object) => cloudflare.send('POST', `./d1/database/${databaseId}/query`, body, resultSchema)
  const prepare = (sql: string, params: unknown[] = []) => {
    const all = async () => {
      const [first] = await query({ sql, params })
      return { results: first?.results ?? [] }
    }
    return {
      sql,
      params,
      bind: (...values: unknown[]) => prepare(sql, values.map(valueOf)),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
    }
  }
  const batch = (statements: ReturnType<typeof prepare>[]) =>
    query({ batch: statements.map(({ sql, params }) => ({ sql, params })) })
  return { prepare, batch } as unknown as D1Database
}
