import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { packTar, unpackTar } from 'modern-tar/fs'
import { z } from 'zod'
import { applyMigrations, migrationNames, type StorageBindings } from './local-state.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { isEmptyDatabase, readTables, TableRowsError, writeTables, type Table } from '../database/all-tables.ts'
import { beginPause } from '../database/pause.ts'
import { applyDestructionList, DESTROYED_PREFIX } from '../inquiries/destroy.ts'
import { OperatorError } from './settings.ts'

/*
 * A backup is a tar with manifest.json, the rows of D1 (d1.json), the settings in KV (kv.json), and the objects of R2 (r2.json and
 * r2/{n}), as one folder.
 */

const FORMAT = 1

/** What is backed up. */
export interface Site extends Pick<StorageBindings, 'DB' | 'CACHE' | 'FILES'> {
  kind: 'local' | 'deployed'
  /** For messages. */
  name: string
}

/** Reads `FILE.tar [--remote]`. @throws OperatorError that says how the command is used */
export function readArguments(usage: string): { file: string; remote: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new OperatorError(usage)
  return { file, remote: values.remote }
}

const manifestSchema = z.object({
  format: z.literal(FORMAT, 'the file is no backup that this release can read'),
  created_at: z.string(),
  site: z.enum(['local', 'deployed']).default('local'),
  migrations: z.array(z.string()),
})
const tablesSchema = z.array(
  z.object({
    name: z.string(),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  }),
)
const settingsSchema = z.record(z.string(), z.string())
const objectsSchema = z.array(
  z.object({
    key: z.string(),
    customMetadata: z.record(z.string(), z.string()),
    httpMetadata: z.record(z.string(), z.string()),
  }),
)

export interface Counts {
  tables: number
  rows: number
  settings: number
  objects: number
  /** Inquiries of the backup that were destroyed again. */
  destroyed?: number
}

/**
 * Writes everything of a site that an operator cannot make again to a new tar file. The site may run meanwhile.
 * @throws OperatorError where the file exists or the site does not
 */
export async function writeArchive({ kind, name, DB, CACHE, FILES }: Site, file: string): Promise<Counts> {
  return inTemporaryFolder(async (folder) => {
    const created_at = new Date().toISOString()
    const tables = await readTables(DB)
    if (tables.length === 0) throw new OperatorError(`There is no site in ${name}: nothing to back up.`)
    await writeJson(join(folder, 'd1.json'), tables)
    const migrations = await appliedMigrations(DB)
    const manifest: z.output<typeof manifestSchema> = {
      format: FORMAT,
      created_at,
      site: kind,
      migrations,
    }
    await writeJson(join(folder, 'manifest.json'), manifest)
    const settings = await readSettings(CACHE)
    await writeJson(join(folder, 'kv.json'), settings)
    const objects = await readObjects(FILES, folder)
    await pack(folder, file)
    return { ...rowsOf(tables), settings: Object.keys(settings).length, objects }
  })
}

/**
 * Makes the site of a backup in an empty one, paused: it sends nothing until an operator resumes it.
 * @throws OperatorError where the file is no backup, comes from a newer release or another kind of site, or the site is not empty
 */
export async function restoreArchive(site: Site, file: string): Promise<Counts> {
  const { kind, DB, CACHE, FILES } = site
  return inTemporaryFolder(async (folder) => {
    await pipeline(createReadStream(file), unpackTar(folder)).catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`)
    })
    const manifest = await readJson(join(folder, 'manifest.json'), manifestSchema, file)
    if (manifest.site !== kind)
      throw new OperatorError(
        manifest.site === 'deployed'
          ? `${file} comes from a deployed site. Restore it into one: npm run restore -- ${file} --remote`
          : `${file} comes from a local site. Restore it into a new folder: STATE_DIR=… npm run restore -- ${file}`,
      )
    const known = await migrationNames()
    const newer = manifest.migrations.filter((name) => !known.includes(name))
    if (newer.length > 0)
      throw new OperatorError(`The backup comes from a newer release, which has ${newer.join(', ')}. Update first.`)
    await requireEmpty(site)
    // The schema of the backup, and from there the way that any site of that release is upgraded.
    await applyMigrations(DB, manifest.migrations)
    const later = (await appliedMigrations(DB)).filter((name) => !manifest.migrations.includes(name))
    if (later.length > 0)
      throw new OperatorError(
        `The backup comes from an older release than the tables of ${site.name}, which have ${later.join(', ')}. Restore with that release into an empty site, then update.`,
      )
    const tables = await readJson(join(folder, 'd1.json'), tablesSchema, file)
    await writeTables(DB, tables).catch((error: unknown) => {
      throw error instanceof TableRowsError ? new OperatorError(error.message) : error
    })
    await applyMigrations(DB)
    const kept = await readJson(join(folder, 'kv.json'), settingsSchema, file)
    for (const [key, value] of Object.entries(kept)) await CACHE.put(key, value)
    const stored = await readJson(join(folder, 'r2.json'), objectsSchema, file)
    for (const [index, { key, ...metadata }] of stored.entries())
      await FILES.put(key, await readFile(join(folder, 'r2', String(index))), metadata)
    await beginPause(DB, new Date())
    const destroyed = await applyDestructionList({ DB, FILES }, new Date())
    return { ...rowsOf(tables), settings: Object.keys(kept).length, objects: stored.length, destroyed }
  })
}

async function requireEmpty({ kind, name, DB, CACHE, FILES }: Site): Promise<void> {
  const settings = await readSettings(CACHE)
  const isEmpty = !(await hasFiles(FILES)) && Object.keys(settings).length === 0 && (await isEmptyDatabase(DB))
  if (isEmpty) return
  throw new OperatorError(
    kind === 'local'
      ? `${name} is not empty. Restore into a new folder: STATE_DIR=… npm run restore`
      : `${name} is not empty. Restore into a site that was only just deployed, without first content and visitors (docs/operating.md#backup).`,
  )
}

/** Whether there is any object but the list of destroyed inquiries. */
async function hasFiles(bucket: R2Bucket): Promise<boolean> {
  for (const range of [{ startAfter: `${DESTROYED_PREFIX}\uffff` }, {}]) {
    const { objects } = await bucket.list({ limit: 1, ...range })
    if (objects.some(({ key }) => !key.startsWith(DESTROYED_PREFIX))) return true
  }
  return false
}

const rowsOf = (tables: Table[]) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
})

/** A line for the operator. */
export const describe = ({ tables, rows, settings, objects, destroyed = 0 }: Counts): string =>
  `${rows} rows of ${tables} tables, ${objects} files, ${settings} setting(s)${
    destroyed > 0 ? `; destroyed again: ${destroyed} inquiries, which were destroyed after the backup` : ''
  }`

/** Keys in KV that stay until somebody deletes them. Caches expire. */
async function readSettings(kv: KVNamespace): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (let cursor: string | undefined; ;) {
    const page = await kv.list({ ...(cursor && { cursor }) })
    for (const { name, expiration } of page.keys)
      if (expiration === undefined) settings[name] = (await kv.get(name)) ?? ''
    if (page.list_complete) return settings
    cursor = page.cursor
  }
}

/** Copies the objects of R2 into `r2/`, numbered as in `r2.json`. Gives their number. */
async function readObjects(bucket: R2Bucket, folder: string): Promise<number> {
  await mkdir(join(folder, 'r2'))
  const index: z.input<typeof objectsSchema> = []
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ ...(cursor && { cursor }) })
    for (const { key } of page.objects) {
      if (key.startsWith(DESTROYED_PREFIX)) continue
      const object = await bucket.get(key)
      // Deleted since it was listed.
      if (!object) continue
      await writeFile(join(folder, 'r2', String(index.length)), new Uint8Array(await object.arrayBuffer()))
      const { customMetadata = {}, httpMetadata = {} } = object
      index.push({ key, customMetadata, httpMetadata: httpMetadata as Record<string, string> })
    }
    if (!page.truncated) break
    cursor = page.cursor
  }
  await writeJson(join(folder, 'r2.json'), index)
  return index.length
}

/** The tar holds personal data: only its owner may read it. */
async function pack(folder: string, file: string): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(packTar(folder), target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new OperatorError(`${file} exists already; give the name of a new file.`)
    throw new OperatorError(`${file} cannot be written: ${error.message}`)
  })
}

const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value))

async function readJson<S extends z.ZodType>(path: string, schema: S, file: string): Promise<z.output<S>> {
  const text = await readFile(path, 'utf8').catch(() => 'null')
  const result = schema.safeParse(JSON.parse(text))
  if (!result.success) throw new OperatorError(`${file} is no backup of this product, or it is damaged.`)
  return result.data
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-backup-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
