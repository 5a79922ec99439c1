import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { UNFINISHED_RESTORE } from '../commands/inquiries/resume.ts'
import { DESTROYED_PREFIX } from '../inquiries/destroy.ts'

/*
 * A backup is a tar with manifest.json, the rows of D1 as SQL (d1.sql), the settings in KV (kv.json), and the objects of R2 (r2.json and
 * r2/{n}). backup-steps.ts writes it, restore-steps.ts makes a site of it.
 */

export const manifestSchema = z.object({
  /** Every inquiry of the backup was accepted before. */
  created_at: z.string(),
  /** The tables are those of these migrations. */
  migrations: z.array(z.string()),
  /** Size and SHA-256 of every other member, by name. */
  members: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifestSchema>
export const settingsSchema = z.record(z.string(), z.string())
export const objectsSchema = z.array(
  z.object({
    key: z.string(),
    customMetadata: z.record(z.string(), z.string()),
    httpMetadata: z.record(z.string(), z.string()),
  }),
)

export interface Counts {
  rows: number
  settings: number
  objects: number
  /** Inquiries of the backup that were destroyed again. */
  destroyed?: number
}

/** A line for the operator. */
export const describe = ({ rows, settings, objects, destroyed = 0 }: Counts): string =>
  `${rows} rows, ${objects} files, ${settings} setting(s)${
    destroyed > 0 ? `; destroyed again: ${destroyed} inquiries, which were destroyed since the backup` : ''
  }`

/** Keys in KV that stay until somebody deletes them. Caches expire. */
export async function readSettings(kv: KVNamespace): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (let cursor: string | undefined; ;) {
    const page = await kv.list({ ...(cursor && { cursor }) })
    for (const { name, expiration } of page.keys)
      if (expiration === undefined) settings[name] = (await kv.get(name)) ?? ''
    if (page.list_complete) return settings
    cursor = page.cursor
  }
}

export async function* objectKeys(bucket: R2Bucket, prefix = ''): AsyncGenerator<string> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) })
    for (const { key } of page.objects) yield key
    if (!page.truncated) return
    cursor = page.cursor
  }
}

/** Whether an object is part of the site; the list of destroyed inquiries and the mark of a restore under way are not. */
export const isContent = (key: string) => !key.startsWith(DESTROYED_PREFIX) && key !== UNFINISHED_RESTORE

/** Files of an unpacked archive by the names that they have in it, but for its manifest. */
export const membersOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((name) => name !== 'manifest.json')
    .sort()

export async function measure(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { size: (await stat(file)).size, sha256: hash.digest('hex') }
}

export const readJson = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(JSON.parse(await readFile(path, 'utf8')))
