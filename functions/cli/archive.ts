import { createReadStream, createWriteStream, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { packTar, unpackTar } from 'modern-tar/fs'
import { z } from 'zod'
import {
  appliedMigrations,
  applyMigrations,
  migrationNames,
  withLocalState,
  type LocalBindings,
} from './local-state.ts'
import { isEmptyDatabase, readTables, writeTables, type Table } from './d1-tables.ts'
import { OperatorError } from './settings.ts'

/*
 * A backup is a tar with manifest.json, the rows of D1 (d1.json), the settings in KV (kv.json), the objects of R2 (r2.json and
 * r2/{n}) and the databases of the outboxes (outboxes/{class}/{id}.sqlite), as one folder.
 */

const FORMAT = 1

/** The answer to `--remote`. */
const LOCAL_ONLY =
  'Only the local site can be backed up. docs/operating.md#backup says what there is for the deployed one.'

/** The one argument of a command, FILE.tar. @throws OperatorError that says how the command is used */
export function archiveFile(usage: string): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  })
  if (values.remote) throw new OperatorError(LOCAL_ONLY)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new OperatorError(usage)
  return file
}

const manifestSchema = z.object({
  format: z.literal(FORMAT, 'the file is no backup that this release can read'),
  created_at: z.string(),
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
  outboxes: number
}

/** Databases of the Durable Objects, and of their alarms, below a state folder. */
const outboxesIn = (stateDir: string) => globSync('*/*.sqlite', { cwd: join(stateDir, 'v3/do') })

/**
 * Writes everything of the local state that an operator cannot make again to a new tar file. The site may run meanwhile: the outboxes come
 * first and the objects last, so that an inquiry on its way is in one of them at least.
 * @throws OperatorError where the file exists or the state does not
 */
export async function writeArchive(stateDir: string, file: string): Promise<Counts> {
  return inTemporaryFolder(async (folder) => {
    const outboxes = outboxesIn(stateDir)
    for (const path of outboxes) {
      const source = new DatabaseSync(join(stateDir, 'v3/do', path), { readOnly: true })
      await mkdir(join(folder, 'outboxes', dirname(path)), { recursive: true })
      await copyDatabase(source, join(folder, 'outboxes', path))
      source.close()
    }
    const counts = await withLocalState(stateDir, async (bindings) => {
      const tables = await readTables(bindings.DB)
      if (tables.length === 0) throw new OperatorError(`There is no site in ${stateDir}: nothing to back up.`)
      await writeJson(join(folder, 'd1.json'), tables)
      const migrations = await appliedMigrations(bindings.DB)
      const manifest = { format: FORMAT, created_at: new Date().toISOString(), migrations }
      await writeJson(join(folder, 'manifest.json'), manifest)
      const settings = await readSettings(bindings.CACHE)
      await writeJson(join(folder, 'kv.json'), settings)
      const objects = await readObjects(bindings.FILES, folder)
      return { ...rowsOf(tables), settings: Object.keys(settings).length, objects }
    })
    await pack(folder, file)
    return { ...counts, outboxes: outboxes.filter(isOutbox).length }
  })
}

/**
 * Makes the site of a backup in an empty state.
 * @throws OperatorError where the file is no backup, comes from a newer release, or the state is not empty
 */
export async function restoreArchive(stateDir: string, file: string): Promise<Counts> {
  return inTemporaryFolder(async (folder) => {
    await pipeline(createReadStream(file), unpackTar(folder)).catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`)
    })
    const manifest = await readJson(join(folder, 'manifest.json'), manifestSchema, file)
    const known = await migrationNames()
    const newer = manifest.migrations.filter((name) => !known.includes(name))
    if (newer.length > 0)
      throw new OperatorError(`The backup comes from a newer release, which has ${newer.join(', ')}. Update first.`)
    const notEmpty = new OperatorError(
      `${stateDir} is not empty. Restore into a new folder: STATE_DIR=… npm run restore`,
    )
    if (outboxesIn(stateDir).length > 0) throw notEmpty
    const counts = await withLocalState(stateDir, async ({ DB, CACHE, FILES }) => {
      const settings = await readSettings(CACHE)
      const { objects } = await FILES.list({ limit: 1 })
      if (!(await isEmptyDatabase(DB)) || Object.keys(settings).length + objects.length > 0) throw notEmpty
      // The schema of the backup, and from there the way that any site of that release is upgraded.
      await applyMigrations(DB, manifest.migrations)
      const tables = await readJson(join(folder, 'd1.json'), tablesSchema, file)
      await writeTables(DB, tables)
      await applyMigrations(DB)
      const kept = await readJson(join(folder, 'kv.json'), settingsSchema, file)
      for (const [key, value] of Object.entries(kept)) await CACHE.put(key, value)
      const stored = await readJson(join(folder, 'r2.json'), objectsSchema, file)
      for (const [index, { key, ...metadata }] of stored.entries())
        await FILES.put(key, await readFile(join(folder, 'r2', String(index))), metadata)
      return { ...rowsOf(tables), settings: Object.keys(kept).length, objects: stored.length }
    })
    const outboxes = globSync('*/*.sqlite', { cwd: join(folder, 'outboxes') })
    for (const path of outboxes) {
      const target = join(stateDir, 'v3/do', path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, await readFile(join(folder, 'outboxes', path)), { flag: 'wx' })
    }
    return { ...counts, outboxes: outboxes.filter(isOutbox).length }
  })
}

const rowsOf = (tables: Table[]) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
})

/** A line for the operator. */
export const describe = ({ tables, rows, settings, objects, outboxes }: Counts): string =>
  `${rows} rows of ${tables} tables, ${objects} files, ${outboxes} outbox(es), ${settings} setting(s)`

/** Alarms are in a database of their own beside the objects. */
const isOutbox = (path: string) => basename(path) !== 'metadata.sqlite'

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
async function readObjects(bucket: LocalBindings['FILES'], folder: string): Promise<number> {
  await mkdir(join(folder, 'r2'))
  const index: z.input<typeof objectsSchema> = []
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ ...(cursor && { cursor }) })
    for (const { key } of page.objects) {
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
