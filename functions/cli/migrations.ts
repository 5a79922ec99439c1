import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'
import { ROOT } from './settings.ts'

const FOLDER = join(ROOT, 'functions/upstream/embedded/migrations')

/** The table in which `wrangler d1 migrations` keeps its book, so that both ways of applying agree. */
const BOOK =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)'

/** Applies the migrations that the database has not seen yet, in order, each as a whole. Gives how many. */
export async function applyMigrations(db: D1Database): Promise<number> {
  await db.prepare(BOOK).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const pending = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && !applied.has(name)).sort()
  for (const name of pending) {
    const statements = splitSql(await readFile(join(FOLDER, name), 'utf8'))
    await db.batch([
      ...statements.map((sql) => db.prepare(sql)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return pending.length
}
