import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unpackTar } from 'modern-tar/fs'
import { UNFINISHED_RESTORE } from '../commands/inquiries/resume.ts'
import { RECEIPT_KEPT_MS } from '../contract/retention.ts'
import { emptyDatabase, isEmptyDatabase, statementsOf, writeRows } from '../database/all-tables.ts'
import { hasInquirySince } from '../database/inquiry-row.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { beginPause, endPause } from '../database/restore-pause.ts'
import { insertMissingUploads, uploadOfKey } from '../database/upload.ts'
import { DESTROYED_PREFIX } from '../inquiries/destroy.ts'
import { applyDestructionList } from '../inquiries/destroyed-list.ts'
import { CONTENT_KEY } from '../lists/content-version.ts'
import {
  type Counts,
  isContent,
  type Manifest,
  manifestSchema,
  measure,
  membersOf,
  objectKeys,
  objectsSchema,
  readJson,
  readSettings,
  settingsSchema,
} from './backup-archive.ts'
import { applyMigrations } from './migrations.ts'
import { OperatorError } from './run-command.ts'
import type { Site } from './site.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** Uploads that one statement notes. */
const UPLOADS_AT_ONCE = 10_000

/**
 * Makes the site of a backup in an empty one, paused: it sends nothing until an operator resumes it. What was destroyed since the backup is
 * destroyed again, as the list in the bucket of the site says.
 * @returns also since when nothing says what was destroyed: the time of the backup where the bucket has no list; else null
 * @throws OperatorError where the file is no whole backup of this release or a year old, or the site is not empty; it is empty afterwards too
 */
export async function restoreArchive(site: Site, file: string): Promise<Counts & { unlistedSince: string | null }> {
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
    const { objects: listed } = await FILES.list({ prefix: DESTROYED_PREFIX, limit: 1 })
    const unlistedSince = listed.length === 0 ? created_at : null
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
      return { rows, settings: Object.keys(settings).length, objects, destroyed, unlistedSince }
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
