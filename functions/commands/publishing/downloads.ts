import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { announceChange, countChange } from '../../lists/content-version.ts'
import { writeLog } from '../../database/admin-log.ts'
import { movedByOne } from './order.ts'

type Storage = Pick<Env, 'DB' | 'CACHE'>

const text = z.string().trim().max(200).default('')
/** What an operator says about a document. One language is enough. */
export const downloadFields = z
  .object({ title: text, title_en: text, category: text, category_en: text })
  .refine(({ title, title_en }) => title !== '' || title_en !== '', { path: ['title'], message: 'A title is needed.' })
export type DownloadFields = z.output<typeof downloadFields>

export interface DownloadRow extends DownloadFields {
  download_id: string
  file_key: string
  file_name: string
  media_type: string
  size: number
  registered_at: string
  withdrawn_at: string | null
  /** For the next change: one that is based on an older version is refused. */
  version: number
}

/** All documents, withdrawn ones too, in the order of the data page. */
export async function listDownloads({ DB }: Pick<Env, 'DB'>): Promise<DownloadRow[]> {
  const { results } = await DB.prepare(
    `SELECT download_id, d.file_key, file_name, media_type, size, title, title_en, category, category_en, registered_at, withdrawn_at, version
     FROM download d JOIN content_file USING (file_key) ORDER BY sort_order, registered_at DESC, download_id`,
  ).all<DownloadRow & Record<string, unknown>>()
  return results
}

async function change(env: Storage, actor: string, action: DownloadAction, id: string, sql: D1PreparedStatement[]) {
  await writeLog(env, { actor, action, subject: id })
  const results = await env.DB.batch([...sql, countChange(env.DB)])
  await announceChange(env)
  return results
}
type DownloadAction = 'add-download' | 'change-download' | 'withdraw' | 'publish-again' | 'reorder'

/** Offers a file that `addContentFile` has kept. @returns the id */
export async function addDownload(
  env: Storage,
  actor: string,
  fileKey: string,
  fields: DownloadFields,
): Promise<string> {
  const id = uuid()
  await change(env, actor, 'add-download', id, [
    env.DB.prepare(
      'INSERT INTO download (download_id, file_key, title, title_en, category, category_en, registered_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).bind(id, fileKey, fields.title, fields.title_en, fields.category, fields.category_en, new Date().toISOString()),
  ])
  return id
}

/** @param fileKey another file, or null for the same one. @throws ConflictError where someone else was first */
export async function changeDownload(
  env: Storage,
  actor: string,
  { id, version, fields, fileKey }: { id: string; version: number; fields: DownloadFields; fileKey: string | null },
): Promise<void> {
  const [result] = await change(env, actor, 'change-download', id, [
    env.DB.prepare(
      `UPDATE download SET title = ?, title_en = ?, category = ?, category_en = ?, file_key = coalesce(?, file_key), version = version + 1
       WHERE download_id = ? AND version = ?`,
    ).bind(fields.title, fields.title_en, fields.category, fields.category_en, fileKey, id, version),
  ])
  if (result?.meta.changes === 0)
    throw new ConflictError('Someone has changed this document since the page was opened.')
}

export async function withdrawDownload(env: Storage, actor: string, id: string): Promise<void> {
  await change(env, actor, 'withdraw', id, [
    env.DB.prepare('UPDATE download SET withdrawn_at = ? WHERE download_id = ?').bind(new Date().toISOString(), id),
  ])
}

export async function offerDownloadAgain(env: Storage, actor: string, id: string): Promise<void> {
  await change(env, actor, 'publish-again', id, [
    env.DB.prepare('UPDATE download SET withdrawn_at = NULL WHERE download_id = ?').bind(id),
  ])
}

/** Moves a document one place up or down. */
export async function moveDownload(env: Storage, actor: string, id: string, up: boolean): Promise<void> {
  const all = (await listDownloads(env)).map(({ download_id }) => download_id)
  if (!all.includes(id)) throw new NotFoundError('There is no such document.')
  const ids = movedByOne(all, id, up)
  if (ids === null) return
  await change(
    env,
    actor,
    'reorder',
    id,
    ids.map((each, order) =>
      env.DB.prepare('UPDATE download SET sort_order = ? WHERE download_id = ?').bind(order + 1, each),
    ),
  )
}
