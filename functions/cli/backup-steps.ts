import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { packTar } from 'modern-tar/fs'
import type { z } from 'zod'
import { rowsAsSql } from '../database/all-tables.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { DESTROYED_PREFIX } from '../inquiries/destroy.ts'
import {
  type Counts,
  isContent,
  type Manifest,
  measure,
  membersOf,
  objectKeys,
  type objectsSchema,
  readSettings,
} from './backup-archive.ts'
import { requireNewFile, writeNewFile } from './new-file.ts'
import { OperatorError } from './run-command.ts'
import type { Site } from './site.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

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

/** The keys of a backup. The list of destroyed inquiries is last: it has those that were destroyed while their rows were read. */
async function* keysOf(bucket: R2Bucket): AsyncGenerator<string> {
  for await (const key of objectKeys(bucket)) if (isContent(key)) yield key
  yield* objectKeys(bucket, DESTROYED_PREFIX)
}

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

const writeJson = (file: string, value: unknown) => writeFile(file, JSON.stringify(value))
