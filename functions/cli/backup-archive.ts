import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { packTar, unpackTar } from 'modern-tar/fs'
import { z } from 'zod'
import { UNFINISHED_RESTORE } from '../commands/inquiries/resume.ts'
import { RECEIPT_KEPT_MS } from '../contract/retention.ts'
import { emptyDatabase, isEmptyDatabase, rowsAsSql, statementsOf, writeRows } from '../database/all-tables.ts'
import { hasInquirySince } from '../database/inquiry-row.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { beginPause, endPause } from '../database/pause.ts'
import { insertMissingUploads, uploadOfKey } from '../database/upload.ts'
import { applyDestructionList, DESTROYED_PREFIX } from '../inquiries/destroy.ts'
import { CONTENT_KEY } from '../lists/content-version.ts'
import { applyMigrations, type StorageBindings } from './local-state.ts'
import { requireNewFile, writeNewFile } from './new-file.ts'
import { OperatorError } from './settings.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/*
 * A backup is a tar with manifest.json, the rows of D1 as SQL (d1.sql), the settings in KV (kv.json), and the objects of R2 (r2.json and
 * r2/{n}).
 */

/** Uploads that one statement notes. */
const UPLOADS_AT_ONCE = 10_000

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

const manifestSchema = z.object({
  /** Every inquiry of the backup was accepted before. */
  created_at: z.string(),
  /** The tables are those of these migrations. */
  migrations: z.array(z.string()),
  /** Size and SHA-256 of every other member, by name. */
  members: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})
type Manifest = z.output<typeof manifestSchema>
const settingsSchema = z.record(z.string(), z.string())
const objectsSchema = z.array(
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

async function* objectKeys(bucket: R2Bucket, prefix = ''): AsyncGenerator<string> {
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

const isContent = (key: string) => !key.startsWith(DESTROYED_PREFIX) && key !== UNFINISHED_RESTORE

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
const membersOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((name) => name !== 'manifest.json')
    .sort()

async function measure(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { size: (await stat(file)).size, sha256: hash.digest('hex') }
}

/**
 * Makes the site of a backup in an empty one, paused: it sends nothing until an operator resumes it. What was destroyed since the backup is
 * destroyed again.
 * @throws OperatorError where the file is no whole backup of this release or a year old, or the site is not empty; it is empty afterwards too
 */
export async function restoreArchive(site: Site, file: string): Promise<Counts> {
  return inTemporaryFolder(async (folder) => {
    const { created_at, migrations } = await openArchive(file, folder)
    if (Date.now() - Date.parse(created_at) >= RECEIPT_KEPT_MS)
      throw new OperatorError(
        `${file} is a year old: nothing says any more what was destroyed since then, and a restore would bring it back.`,
      )
    const { DB, CACHE, FILES } = site
    if (site.kind === 'local') await applyMigrations(DB)
    const own = await appliedMigrations(DB)
    if (own.join() !== migrations.join())
      throw new OperatorError(
        `${file} comes from another release: its tables are those of ${migrations.at(-1)}, here they are those of ${own.at(-1) ?? 'none'}. Restore it with its own release, then update.`,
      )
    await clearUnfinished(site)
    await requireEmpty(site)
    await FILES.put(UNFINISHED_RESTORE, created_at)
    try {
      // First: a running site sends nothing of what it finds, and ends nothing.
      await beginPause(DB, new Date())
      const rows = await writeRows(DB, statementsOf(createReadStream(join(folder, 'd1.sql'), 'utf8')))
      const settings = await readJson(join(folder, 'kv.json'), settingsSchema)
      for (const [key, value] of Object.entries(settings)) await CACHE.put(key, value)
      const objects = await writeObjects(site, folder)
      const destroyed = await applyDestructionList(site, new Date())
      await FILES.delete(UNFINISHED_RESTORE)
      return { rows, settings: Object.keys(settings).length, objects, destroyed }
    } catch (error) {
      const now = await clearUnfinished(site).then(
        () => `${site.name} is empty again.`,
        (left: Error) => left.message,
      )
      throw new OperatorError(`The restore failed: ${(error as Error).message}. ${now}`, { cause: error })
    }
  })
}

/** Gives the number of objects, without those of the list of destroyed inquiries. */
async function writeObjects({ DB, FILES }: Site, folder: string): Promise<number> {
  const objects = await readJson(join(folder, 'r2.json'), objectsSchema)
  for (const [index, { key, ...metadata }] of objects.entries())
    await FILES.put(key, await readFile(join(folder, 'r2', String(index))), metadata)
  const uploads = [...new Set(objects.flatMap(({ key }) => uploadOfKey(key) ?? []))]
  for (let at = 0; at < uploads.length; at += UPLOADS_AT_ONCE)
    await insertMissingUploads(DB, uploads.slice(at, at + UPLOADS_AT_ONCE), Date.now())
  return objects.filter(({ key }) => isContent(key)).length
}

/** Unpacks a backup and checks all of it before anything is written. @throws OperatorError that says what is wrong with it */
async function openArchive(file: string, folder: string): Promise<Manifest> {
  await pipeline(createReadStream(file), unpackTar(folder, { fmode: 0o600 })).catch((error: unknown) => {
    throw new OperatorError(`${file} is damaged or no backup: ${(error as Error).message}`)
  })
  const manifest = await readJson(join(folder, 'manifest.json'), manifestSchema).catch(() => {
    throw new OperatorError(`${file} is no backup of this release: it has no manifest.json that can be read.`)
  })
  const names = await membersOf(folder)
  const expected = Object.keys(manifest.members).sort()
  const missing = expected.filter((name) => !names.includes(name))
  if (missing.length > 0)
    throw new OperatorError(
      `${file} is cut: ${missing.length} of ${expected.length} members are missing, such as ${missing[0]}.`,
    )
  const unknown = names.find((name) => !(name in manifest.members))
  if (unknown !== undefined) throw new OperatorError(`${file} is damaged: its manifest does not know ${unknown}.`)
  for (const name of names) {
    const { size, sha256 } = await measure(join(folder, name))
    const wanted = manifest.members[name]
    if (size !== wanted?.size || sha256 !== wanted.sha256)
      throw new OperatorError(`${file} is damaged: ${name} is not what was written.`)
  }
  return manifest
}

async function requireEmpty({ kind, name, DB, CACHE, FILES }: Site): Promise<void> {
  // What the site tells its isolates of its boards is no setting.
  const settings = Object.keys(await readSettings(CACHE)).filter((key) => key !== CONTENT_KEY)
  if (settings.length === 0 && !(await hasFiles(FILES)) && (await isEmptyDatabase(DB))) return
  throw new OperatorError(
    kind === 'local'
      ? `${name} is not empty. Restore into a new folder: STATE_DIR=… npm run restore`
      : `${name} is not empty. Restore into a site that was only just deployed, without entries and visitors (docs/operating.md#backup).`,
  )
}

/** Whether there is any object but the list of what was destroyed. */
async function hasFiles(bucket: R2Bucket): Promise<boolean> {
  for await (const key of objectKeys(bucket)) if (isContent(key)) return true
  return false
}

/**
 * Deletes what a restore has written that has failed or ended early.
 * @throws OperatorError where visitors have sent inquiries since
 */
async function clearUnfinished({ name, DB, CACHE, FILES }: Site): Promise<void> {
  const madeAt = await FILES.get(UNFINISHED_RESTORE).then((object) => object?.text())
  if (madeAt === undefined) return
  if (await hasInquirySince(DB, madeAt))
    throw new OperatorError(
      `${name} has a part of a backup and inquiries that visitors have sent since, so that nothing was deleted. Restore into another site (docs/operating.md#backup).`,
    )
  await emptyDatabase(DB)
  for (const key of Object.keys(await readSettings(CACHE))) await CACHE.delete(key)
  for await (const key of objectKeys(FILES)) if (isContent(key)) await FILES.delete(key)
  await endPause(DB)
  await FILES.delete(UNFINISHED_RESTORE)
}

const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value))
const readJson = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(JSON.parse(await readFile(path, 'utf8')))
