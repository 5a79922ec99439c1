/* When each run of the clock has last succeeded, in milliseconds since epoch. */

export type RunName = 'minute' | 'destruction'

export async function runSucceeded(db: D1Database, name: RunName, now: number): Promise<void> {
  await db
    .prepare(
      'INSERT INTO run (name, succeeded_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET succeeded_at = excluded.succeeded_at',
    )
    .bind(name, now)
    .run()
}

/** Null where it never has. */
export const lastRun = (db: D1Database, name: RunName): Promise<number | null> =>
  db.prepare('SELECT succeeded_at AS at FROM run WHERE name = ?').bind(name).first<number>('at')
