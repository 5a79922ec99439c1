import type { Env } from '../env.ts'
import { destroyFiles } from './destruction.ts'
import { UNCLAIMED_MS } from './periods.ts'

type Storage = Pick<Env, 'DB' | 'FILES'>
export interface Keeping {
  /** Held uploads and file references of inquiries that are not delivered yet. */
  uploads: string[]
  references: string[]
}

/**
 * Removes the files of uploads whose inquiry never came: what the edge holds, and what the embedded upstream has received.
 * @param keeping what the outboxes still need
 * @returns how many objects of the edge and files of the embedded upstream have gone
 */
export async function sweepUnclaimed(
  { DB, FILES }: Storage,
  now: Date,
  keeping: Keeping,
): Promise<{ held: number; files: number }> {
  const before = new Date(now.getTime() - UNCLAIMED_MS)
  const needed = new Set(keeping.uploads)
  const references = new Set(keeping.references)
  let held = 0
  for await (const { key, uploaded } of objects(FILES, 'refs/')) {
    if (references.has(key.slice('refs/'.length))) {
      const uploadId = await (await FILES.get(key))?.text()
      if (uploadId) needed.add(uploadId)
    } else if (uploaded < before) {
      await FILES.delete(key)
      held++
    }
  }
  for await (const { key, uploaded } of objects(FILES, 'held/')) {
    if (uploaded >= before || needed.has(key.split('/')[1] ?? '')) continue
    await FILES.delete(key)
    held++
  }
  return { held, files: await sweepReceived({ DB, FILES }, before, references) }
}

async function sweepReceived({ DB, FILES }: Storage, before: Date, references: Set<string>): Promise<number> {
  const { results } = await DB.prepare(
    `SELECT DISTINCT file_ref_id FROM file WHERE received_at < ?
       AND file_ref_id NOT IN (SELECT file_ref_id FROM inquiry WHERE file_ref_id IS NOT NULL UNION SELECT file_ref_id_homepage FROM inquiry WHERE file_ref_id_homepage IS NOT NULL)`,
  )
    .bind(before.toISOString())
    .all<{ file_ref_id: string }>()
  return destroyFiles(
    { DB, FILES },
    results.map(({ file_ref_id }) => file_ref_id).filter((id) => !references.has(id)),
  )
}

async function* objects(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) })
    yield* page.objects
    if (!page.truncated) return
    cursor = page.cursor
  }
}
