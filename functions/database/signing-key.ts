/** A key of the site's own. */
export interface SigningKey {
  /** Base64. */
  value: string
  /** ISO 8601. */
  created_at: string
}

/** The name of the first key. Stored rows rely on it. */
const FIRST = 'files'

/** All keys, the newest first. */
export async function readKeys(db: D1Database): Promise<SigningKey[]> {
  const { results } = await db
    .prepare('SELECT value, created_at FROM signing_key ORDER BY created_at DESC, name DESC')
    .all<SigningKey>()
  return results
}

/** Stores the first key, 32 random bytes in Base64; of several isolates at once the first one's is kept. */
export async function addFirstKey(db: D1Database, value: string, now: Date): Promise<void> {
  await db
    .prepare('INSERT INTO signing_key (name, value, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING')
    .bind(FIRST, value, now.toISOString())
    .run()
}
