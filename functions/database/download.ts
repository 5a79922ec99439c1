import { downloadFieldsOf, downloadTextsOf, type Download, type DownloadTexts } from '../contract/download.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import { fieldsOf } from '../contract/text-fields.ts'
import { type OrderChange, updateOrder } from './row-order.ts'
import { listOf } from './text-columns.ts'

/** What an operator says about a document. One language is enough; the other texts are empty then. */
export type DownloadFields = DownloadTexts

const TEXT_COLUMNS = [...fieldsOf('title*'), ...fieldsOf('category*')]
const TEXTS = listOf(TEXT_COLUMNS)
const valuesOf = (fields: DownloadFields) => {
  const stored = downloadFieldsOf(fields)
  return TEXT_COLUMNS.map((column) => stored[column])
}

export interface DownloadRow extends DownloadFields {
  download_id: string
  file_key: string
  file_name: string
  media_type: string
  size: number
  registered_at: string
  withdrawn_at: string | null
  /** White-label value of the only brand that shows it; null for all brands. */
  white_label: string | null
  /** Since when it was first public; null for one that never was; it is withdrawn too. */
  published_at: string | null
  /** For the next change: one that is based on an older version is refused. */
  version: number
}

/** In the operator's order, newest first among those that were never moved. */
const IN_ORDER = 'sort_order, registered_at DESC, download_id'

/**
 * All documents, withdrawn ones too, in the order of the data page. An operator of one brand gets its own, and the public ones of all
 * brands.
 */
export async function listDownloads(db: D1Database, scope: Scope): Promise<DownloadRow[]> {
  const { results } = await db
    .prepare(
      `SELECT download_id, d.file_key, file_name, media_type, size, ${TEXTS}, registered_at, withdrawn_at, d.white_label, published_at, version
       FROM download d JOIN content_file USING (file_key)
       WHERE ?1 IS NULL OR d.white_label = ?1 OR (d.white_label IS NULL AND withdrawn_at IS NULL) ORDER BY ${IN_ORDER}`,
    )
    .bind(labelOf(scope))
    .all<StoredTexts & Omit<DownloadRow, keyof DownloadFields>>()
  return results.map((row) => ({
    download_id: row.download_id,
    file_key: row.file_key,
    file_name: row.file_name,
    media_type: row.media_type,
    size: row.size,
    ...downloadTextsOf(row),
    registered_at: row.registered_at,
    withdrawn_at: row.withdrawn_at,
    white_label: row.white_label,
    published_at: row.published_at,
    version: row.version,
  }))
}

type StoredTexts = Omit<Download, 'id' | 'file' | 'registered_at'>
type PublicDownload = Omit<
  DownloadRow,
  'media_type' | 'size' | 'withdrawn_at' | 'white_label' | 'published_at' | 'version'
>

/** The documents that a brand shows. */
export async function publicDownloads(db: D1Database, whiteLabel: string): Promise<PublicDownload[]> {
  const { results } = await db
    .prepare(
      `SELECT download_id, d.file_key, file_name, ${TEXTS}, registered_at
       FROM download d JOIN content_file USING (file_key)
       WHERE withdrawn_at IS NULL AND (d.white_label IS NULL OR d.white_label = ?) ORDER BY ${IN_ORDER}`,
    )
    .bind(whiteLabel)
    .all<StoredTexts & Omit<PublicDownload, keyof DownloadFields>>()
  return results.map((row) => ({
    download_id: row.download_id,
    file_key: row.file_key,
    file_name: row.file_name,
    ...downloadTextsOf(row),
    registered_at: row.registered_at,
  }))
}

/** Whose document it is: `white_label` null for all brands; null where there is none. */
export const ownerOfDownload = (
  db: D1Database,
  id: string,
): Promise<Pick<DownloadRow, 'white_label' | 'withdrawn_at'> | null> =>
  db.prepare('SELECT white_label, withdrawn_at FROM download WHERE download_id = ?').bind(id).first()

/** Adds a document, unless there is one with the id. @param of `at` is ISO 8601; a draft is not public; `whiteLabel` of the only brand that shows it, or null */
export const insertDownload = (
  db: D1Database,
  id: string,
  {
    fileKey,
    fields,
    whiteLabel,
    at,
    draft,
  }: { fileKey: string; fields: DownloadFields; whiteLabel: string | null; at: string; draft: boolean },
) =>
  db
    .prepare(
      `INSERT INTO download (download_id, file_key, ${TEXTS}, white_label, registered_at, withdrawn_at, published_at)
       VALUES (?, ?, ${listOf(TEXT_COLUMNS, () => '?')}, ?, ?, ?, ?) ON CONFLICT (download_id) DO NOTHING`,
    )
    .bind(id, fileKey, ...valuesOf(fields), whiteLabel, at, draft ? at : null, draft ? null : at)

/**
 * Changes a document that still has the version.
 * @param fileKey another file, or null for the same one
 */
export const updateDownload = (
  db: D1Database,
  { id, version, fileKey, fields }: { id: string; version: number; fileKey: string | null; fields: DownloadFields },
) =>
  db
    .prepare(
      `UPDATE download SET ${listOf(TEXT_COLUMNS, (column) => `${column} = ?`)}, file_key = coalesce(?, file_key), version = version + 1
       WHERE download_id = ? AND version = ?`,
    )
    .bind(...valuesOf(fields), fileKey, id, version)

/** @param at ISO 8601 */
export const withdrawDownloadAt = (db: D1Database, id: string, at: string) =>
  db.prepare('UPDATE download SET withdrawn_at = ? WHERE download_id = ?').bind(at, id)

/** Makes a document public. The first time its date is that day. @param at ISO 8601 */
export const publishDownload = (db: D1Database, id: string, at: string) =>
  db
    .prepare(
      `UPDATE download SET registered_at = CASE WHEN published_at IS NULL THEN ?1 ELSE registered_at END,
         withdrawn_at = NULL, published_at = coalesce(published_at, ?1) WHERE download_id = ?2`,
    )
    .bind(at, id)

/** Deletes a document that is not public. */
export const deleteDownload = (db: D1Database, id: string) =>
  db.prepare('DELETE FROM download WHERE download_id = ? AND withdrawn_at IS NOT NULL').bind(id)

/** Gives the documents another order; see row-order.ts. */
export const updateDownloadOrder = (db: D1Database, change: OrderChange) =>
  updateOrder(db, { table: 'download', id: 'download_id', by: IN_ORDER }, change)
