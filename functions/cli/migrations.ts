import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'
import { appliedMigrations, applyMigration } from '../database/migrations.ts'
import { ROOT } from './settings.ts'

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
