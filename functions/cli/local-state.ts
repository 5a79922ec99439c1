import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPlatformProxy, unstable_splitSqlQuery as splitSql } from 'wrangler'
import { appliedMigrations, applyMigration } from '../database/migrations.ts'
import { loadFirstContent } from './first-content.ts'
import { OperatorError, ROOT } from './settings.ts'
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

/** Folder of the files that change the tables. */
export const MIGRATIONS = join(ROOT, 'functions/database/migrations')
/** File names of all migrations, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()

/** Applies the pending migrations in order, each in one transaction, and returns their number. */
export async function applyMigrations(db: D1Database): Promise<number> {
  const applied = new Set(await appliedMigrations(db))
  const pending = (await migrationNames()).filter((name) => !applied.has(name))
  for (const name of pending) await applyMigration(db, name, splitSql(await readFile(join(MIGRATIONS, name), 'utf8')))
  return pending.length
}

/** Applies pending migrations to the local state, and fills empty boards. */
export const prepareState = (stateDir: string): Promise<{ migrations: number; entries: number }> =>
  withLocalState(stateDir, async ({ DB }) => ({
    migrations: await applyMigrations(DB),
    entries: await loadFirstContent(DB, new Date()),
  }))
