import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPlatformProxy, unstable_readConfig as readConfig } from 'wrangler'
import { loadFirstContent } from './first-content.ts'
import { applyMigrations } from './migrations.ts'
import { ROOT } from './settings.ts'

/** The bindings that operator commands reach, locally. */
export interface LocalBindings {
  DB: D1Database
  CACHE: KVNamespace
  FILES: R2Bucket
}

/** A configuration with wrangler.toml's storage and nothing else: a proxy without the Worker cannot offer its Durable Objects. */
async function storageConfig(stateDir: string): Promise<string> {
  const { compatibility_date, kv_namespaces, d1_databases, r2_buckets } = readConfig(
    { config: join(ROOT, 'wrangler.toml') },
    { hideWarnings: true },
  )
  const path = join(stateDir, 'storage.json')
  await mkdir(stateDir, { recursive: true })
  await writeFile(
    path,
    JSON.stringify({ name: 'storage', compatibility_date, kv_namespaces, d1_databases, r2_buckets }),
  )
  return path
}

/**
 * Opens the local state as a running site sees it, for as long as `use` takes.
 * @param stateDir what `STATE_DIR` names; wrangler keeps its files in `v3` below it
 */
export async function withLocalState<T>(stateDir: string, use: (bindings: LocalBindings) => Promise<T>): Promise<T> {
  const proxy = await getPlatformProxy<LocalBindings & Record<string, unknown>>({
    configPath: await storageConfig(stateDir),
    persist: { path: join(stateDir, 'v3') },
    remoteBindings: false,
  })
  try {
    return await use(proxy.env)
  } finally {
    await proxy.dispose()
  }
}

/** Brings the local state up to date: migrations, and first content where the boards are empty. */
export async function prepareState(stateDir: string): Promise<{ migrations: number; entries: number }> {
  return withLocalState(stateDir, async ({ DB }) => ({
    migrations: await applyMigrations(DB),
    entries: await loadFirstContent(DB, new Date()),
  }))
}
