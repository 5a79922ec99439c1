import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPlatformProxy } from 'wrangler'
import { loadFirstContent } from './first-content.ts'
import { applyMigrations } from './migrations.ts'
import { OperatorError } from './run-command.ts'
import { readWorkerConfig } from './worker-config.ts'

/** The storage bindings of a site. */
export interface StorageBindings extends Record<string, unknown> {
  DB: D1Database
  CACHE: KVNamespace
  FILES: R2Bucket
}

/**
 * Opens the local storage, shared with a running site, until `use` has finished.
 * @param stateDir the value of `STATE_DIR`; wrangler keeps its files in `v3` below it
 * @throws OperatorError where the running site writes at this moment: workerd waits for no lock of SQLite
 */
export async function withLocalState<T>(stateDir: string, use: (bindings: StorageBindings) => Promise<T>): Promise<T> {
  const { compatibility_date, kv_namespaces, d1_databases, r2_buckets } = readWorkerConfig()
  const configPath = join(stateDir, 'storage.json')
  await mkdir(stateDir, { recursive: true })
  await writeFile(
    configPath,
    JSON.stringify({ name: 'storage', compatibility_date, kv_namespaces, d1_databases, r2_buckets }),
  )
  const proxy = await getPlatformProxy<StorageBindings>({
    configPath,
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    return await use(proxy.env)
  } catch (error) {
    if (String(error).includes('SQLITE_BUSY'))
      throw new OperatorError('The running site is using the database. Run the command again.')
    throw error
  } finally {
    await proxy.dispose()
  }
}

/** Applies pending migrations to the local state, and fills empty boards. */
export const prepareState = (stateDir: string): Promise<{ migrations: number; entries: number }> =>
  withLocalState(stateDir, async ({ DB }) => ({
    migrations: await applyMigrations(DB),
    entries: await loadFirstContent(DB, new Date()),
  }))
