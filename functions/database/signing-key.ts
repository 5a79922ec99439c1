/**
 * The value of a key of the site's own, in Base64. Makes it where there is none; of several isolates at once the first one's is kept.
 * @param made 32 random bytes in Base64
 */
export async function readOrMakeKey(db: D1Database, name: string, made: string): Promise<string | null> {
  await db
    .prepare('INSERT INTO signing_key (name, value, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING')
    .bind(name, made, new Date().toISOString())
    .run()
  return db.prepare('SELECT value FROM signing_key WHERE name = ?').bind(name).first<string>('value')
}
