import { z } from 'zod'
import { destroyUnnamed } from '../attachments/destroy-content.ts'
import { downloadFieldsOf } from '../contract/download.ts'
import { ALL_BRANDS, labelOf } from '../contract/scope.ts'
import { eachField, fieldsOf } from '../contract/text-fields.ts'
import { nameFiles, readUsableFile } from '../database/content-file.ts'
import { countAddition } from '../database/content-changes.ts'
import {
  deleteDownload,
  insertDownload,
  listDownloads,
  publishDownload,
  updateDownload,
  updateDownloadOrder,
  withdrawDownloadAt,
  type DownloadFields,
  type DownloadRow,
} from '../database/download.ts'
import { ConflictError, NotFoundError } from '../errors.ts'
import { logFailure } from '../log.ts'
import type { Call } from '../calls/operator-call.ts'
import { publishChange } from './publish-change.ts'
import { moveInOrder } from './move-in-order.ts'

const text = z.string().trim().max(200).default('')
/** What an operator says about a document, as a form or a call has it. One language is enough. */
export const downloadFields = z
  .object({
    ...eachField('title*', () => text),
    ...eachField('category*', () => text),
  })
  .refine((sent) => fieldsOf('title*').some((field) => sent[field] !== ''), {
    path: ['title'],
    message: 'A title is needed.',
  })

/** A document that is added. */
export interface NewDocument {
  id: string
  /** Of a file that `addFile` has kept. */
  file_key: string
  fields: DownloadFields
  draft: boolean
}
/** A document that is changed; without a key its file stays. */
export interface ChangedDocument extends Omit<NewDocument, 'file_key' | 'draft'> {
  file_key: string | null
  version: number
}

async function requireFile({ env, scope }: Call, key: string): Promise<void> {
  if (!(await readUsableFile(env.DB, scope, key))) throw new NotFoundError('There is no such file.')
}

/**
 * Offers a file to visitors, or keeps it as a draft. Gives the id of the document.
 * @throws NotFoundError where there is no such file; ConflictError where the id stands for another document
 */
export async function addDownload(call: Call, { id, file_key, draft, fields }: NewDocument): Promise<string> {
  await requireFile(call, file_key)
  const at = call.now.toISOString()
  const whiteLabel = labelOf(call.scope)
  const [added] = await publishChange(call, [
    insertDownload(call.env.DB, id, {
      fileKey: file_key,
      fields,
      whiteLabel,
      at,
      draft,
    }),
    nameFiles(call.env.DB, [file_key]),
    countAddition(call.env.DB),
  ])
  if (added === 0 && !(await isSameDocument(call, id, { fields, file_key, draft })))
    throw new ConflictError('Another document was added under this id.')
  return id
}

/** Whether a document is the one that is sent once more: its file has another key then. */
async function isSameDocument(
  { env: { DB }, scope }: Call,
  id: string,
  { fields, file_key, draft }: Omit<NewDocument, 'id'>,
): Promise<boolean> {
  const row = (await listDownloads(DB, scope)).find(({ download_id }) => download_id === id)
  const file = await readUsableFile(DB, scope, file_key)
  const textsOf = (of: DownloadFields) => JSON.stringify(downloadFieldsOf(of))
  return (
    textsOf(row ?? fields) === textsOf(fields) &&
    row?.file_name === file?.file_name &&
    row?.size === file?.size &&
    (row?.published_at === null) === draft
  )
}

/** Changes the texts of a document, and its file where another one is given. @throws ConflictError where someone else was first */
export async function changeDownload(call: Call, { id, version, file_key, fields }: ChangedDocument): Promise<void> {
  if (file_key !== null) await requireFile(call, file_key)
  const [changed] = await publishChange(call, [
    updateDownload(call.env.DB, { id, version, fileKey: file_key, fields }),
    ...(file_key === null ? [] : [nameFiles(call.env.DB, [file_key])]),
  ])
  if (changed === 0) throw new ConflictError('Someone has changed this document since the page was opened.')
}

/** @throws NotFoundError */
export const withdrawDownload = (call: Call, { id }: { id: string }): Promise<void> =>
  changeOne(call, withdrawDownloadAt(call.env.DB, id, call.now.toISOString()))

/** Makes a draft public, or a withdrawn document again. @throws NotFoundError */
export const offerDownload = (call: Call, { id }: { id: string }): Promise<void> =>
  changeOne(call, publishDownload(call.env.DB, id, call.now.toISOString()), countAddition(call.env.DB))

async function changeOne(call: Call, ...statements: D1PreparedStatement[]): Promise<void> {
  const [changed] = await publishChange(call, statements)
  if (changed === 0) throw new NotFoundError('There is no such document.')
}

/**
 * Deletes a draft or a withdrawn document; its file is destroyed with it, unless something else names it.
 * @throws NotFoundError where there is no withdrawn document with that id
 */
export async function removeDownload(call: Call, { id }: { id: string }): Promise<void> {
  const row = (await listDownloads(call.env.DB, call.scope)).find(({ download_id }) => download_id === id)
  const isWithdrawn = row !== undefined && row.withdrawn_at !== null
  const [deleted] = isWithdrawn ? await publishChange(call, [deleteDownload(call.env.DB, id)]) : [0]
  if (!row || deleted === 0) throw new NotFoundError('There is no such withdrawn document.')
  // The document is deleted: what is left of its file goes with the hourly run.
  await destroyUnnamed(call.env, [row.file_key]).catch((error: unknown) =>
    logFailure('warn', { requestId: null, method: 'DELETE', code: 'file-undestroyed' }, error),
  )
}

/** Moves a document one place up or down; an operator of one brand among its own. @throws NotFoundError, ConflictError */
export async function moveDownload(call: Call, moved: { id: string; up: boolean }) {
  const { DB } = call.env
  const label = labelOf(call.scope)
  const idsOf = (rows: readonly DownloadRow[]) => rows.map(({ download_id }) => download_id)
  return moveInOrder(
    call,
    moved,
    async () => {
      const rows = await listDownloads(DB, ALL_BRANDS)
      if (!idsOf(rows).includes(moved.id)) throw new NotFoundError('There is no such document.')
      return { ids: idsOf(rows), group: idsOf(rows.filter((row) => label === null || row.white_label === label)) }
    },
    (change) => updateDownloadOrder(DB, change),
  )
}
