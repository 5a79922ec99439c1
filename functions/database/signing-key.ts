/** The key with a name, base64. Makes it where there is none: of several isolates at once the first one's is kept. */
export async function readSigningKey(db: D1Database, name: string): Promise<string | null> {
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  await db
    .prepare('INSERT INTO signing_key (name, value, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING')
    .bind(name, made, new Date().toISOString())
    .run()
  return db.prepare('SELECT value FROM signing_key WHERE name = ?').bind(name).first<string>('value')
}
