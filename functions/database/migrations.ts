/** As `wrangler d1 migrations apply` creates it, so that both can be used on the same database. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)'

/** File names of the migrations that a database has. */
export async function appliedMigrations(db: D1Database): Promise<string[]> {
  await db.prepare(MIGRATIONS_TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY name').all<{ name: string }>()
  return results.map(({ name }) => name)
}

/** Applies a migration in one transaction. @param name of its file */
export async function applyMigration(db: D1Database, name: string, statements: readonly string[]): Promise<void> {
  await db.batch([
    ...statements.map((sql) => db.prepare(sql)),
    db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
  ])
}
