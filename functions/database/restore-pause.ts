/* The pause of a restored site: nothing is sent until an operator resumes it (decision 009). */

/** Since when the site is paused, ISO 8601; null where it is not. */
export const readPause = (db: D1Database): Promise<string | null> =>
  db.prepare('SELECT since FROM pause').first<string>('since')

/** Begins the pause, also that of a backup which was one itself. */
export async function beginPause(db: D1Database, since: Date): Promise<void> {
  await db.batch([
    db.prepare('DELETE FROM pause'),
    db.prepare('INSERT INTO pause (since) VALUES (?)').bind(since.toISOString()),
  ])
}

export async function endPause(db: D1Database): Promise<void> {
  await db.prepare('DELETE FROM pause').run()
}
