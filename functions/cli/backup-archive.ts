import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { packTar } from 'modern-tar/fs'
import { z } from 'zod'
import { UNFINISHED_RESTORE } from '../commands/inquiries/resume.ts'
import { rowsAsSql } from '../database/all-tables.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { DESTROYED_PREFIX } from '../inquiries/destroy.ts'
import type { StorageBindings } from './local-state.ts'
import { requireNewFile, writeNewFile } from './new-file.ts'
import { OperatorError } from './settings.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/*
 * A backup is a tar with manifest.json, the rows of D1 as SQL (d1.sql), the settings in KV (kv.json), and the objects of R2 (r2.json and
 * r2/{n}).
 */

/** What is backed up. */
export interface Site extends Pick<StorageBindings, 'DB' | 'CACHE' | 'FILES'> {
  kind: 'local' | 'deployed'
  /** For messages. */
  name: string
}

/** Reads `FILE.tar [--remote]`. @throws OperatorError that says how the command is used */
export function readArguments(usage: string): { file: string; remote: boolean } {
  try {
    const options = { remote: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return { file, remote: values.remote }
  } catch {
    // An option that there is not.
  }
  throw new OperatorError(usage)
}

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

/**
 * Writes everything of a site that an operator cannot make again to a new tar file. The site may run meanwhile: rows come first and objects
 * last, so that no row names a file that came after it.
 * @throws OperatorError where the file exists or the site does not
 */
export async function writeArchive({ name, DB, CACHE, FILES }: Site, file: string): Promise<Counts> {
  requireNewFile(file)
  return inTemporaryFolder(async (folder) => {
    const migrations = await appliedMigrations(DB)
    if (migrations.length === 0) throw new OperatorError(`There is no site in ${name}: nothing to back up.`)
    const rows = await readRows(DB, join(folder, 'd1.sql'))
    const created_at = new Date().toISOString()
    const settings = await readSettings(CACHE)
    await writeJson(join(folder, 'kv.json'), settings)
    const objects = await readObjects(FILES, folder)
    const names = await membersOf(folder)
    const members: Manifest['members'] = {}
    for (const member of names) members[member] = await measure(join(folder, member))
    await writeJson(join(folder, 'manifest.json'), { created_at, migrations, members } satisfies Manifest)
    const sources = ['manifest.json', ...names].map((target) => {
      return { type: 'file', source: join(folder, target), target, mode: 0o600 } as const
    })
    await writeNewFile(file, (part) => pipeline(packTar(sources), createWriteStream(part, { mode: 0o600 })))
    return { rows, settings: Object.keys(settings).length, objects }
  })
}

/** @returns the number of rows */
async function readRows(db: D1Database, file: string): Promise<number> {
  let count = 0
  const counted = async function* () {
    for await (const statement of rowsAsSql(db)) {
      count++
      yield statement
    }
  }
  await pipeline(counted(), createWriteStream(file))
  return count
}

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

/** The keys of a backup. The list of destroyed inquiries is last: it has those that were destroyed while their rows were read. */
async function* keysOf(bucket: R2Bucket): AsyncGenerator<string> {
  for await (const key of objectKeys(bucket)) if (isContent(key)) yield key
  yield* objectKeys(bucket, DESTROYED_PREFIX)
}

export const isContent = (key: string) => !key.startsWith(DESTROYED_PREFIX) && key !== UNFINISHED_RESTORE

/** Copies the objects of R2 into `r2/`, numbered as in `r2.json`. Gives their number, without those of the list of destroyed inquiries. */
async function readObjects(bucket: R2Bucket, folder: string): Promise<number> {
  await mkdir(join(folder, 'r2'))
  const index: z.input<typeof objectsSchema> = []
  for await (const key of keysOf(bucket)) {
    const object = await bucket.get(key)
    // Deleted since it was listed.
    if (!object) continue
    await writeFile(join(folder, 'r2', String(index.length)), new Uint8Array(await object.arrayBuffer()))
    const { customMetadata = {}, httpMetadata = {} } = object
    index.push({ key, customMetadata, httpMetadata: httpMetadata as Record<string, string> })
  }
  await writeJson(join(folder, 'r2.json'), index)
  return index.filter(({ key }) => isContent(key)).length
}

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

const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value))
export const readJson = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(JSON.parse(await readFile(path, 'utf8')))
