import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { destroyUnnamed } from '../../attachments/destroy-content.ts'
import { downloadFieldsOf, downloadTextsOf } from '../../contract/download.ts'
import { ALL_BRANDS, labelOf } from '../../contract/scope.ts'
import { eachField, fieldsOf } from '../../contract/text-fields.ts'
import { nameFiles, readUsableFile } from '../../database/content-file.ts'
import { countAddition } from '../../database/content-version.ts'
import {
  deleteDownload,
  insertDownload,
  listDownloads,
  publishDownload,
  updateDownload,
  updateDownloadOrder,
  withdrawDownloadAt,
  type DownloadFields,
} from '../../database/download.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { logFailure } from '../../log.ts'
import { command, UNCHANGED, type Call } from '../define-command.ts'
import { narrowed, onDownload } from '../permissions.ts'
import { publishChange } from '../publish-change.ts'
import { movedByOne } from './move-entry.ts'

const text = z.string().trim().max(200).default('')
/** What an operator says about a document, as a form or a call has it. One language is enough. */
export const downloadFields = z
  .object({ ...eachField('title*', () => text), ...eachField('category*', () => text) })
  .refine((sent) => fieldsOf('title*').some((field) => sent[field] !== ''), {
    path: ['title'],
    message: 'A title is needed.',
  })
const id = z.string()
/** Of a file that `addFile` has kept. */
const fileKey = z.uuid()

async function requireFile({ env, scope }: Call, key: string): Promise<void> {
  if (!(await readUsableFile(env.DB, scope, key))) throw new NotFoundError('There is no such file.')
}

/**
 * Offers a file to visitors, or keeps it as a draft. Gives the id of the document.
 * @throws NotFoundError where there is no such file; ConflictError where the id stands for another document
 */
export const addDownload = command({
  input: downloadFields.safeExtend({
    /** Chosen by the form, so that what is sent twice is one document. */
    id: z.uuid().default(() => uuid()),
    file_key: fileKey,
    draft: z.boolean().default(false),
  }),
  permit: narrowed,
  log: ({ id }) => ({ action: 'add-download', subject: id }),
  async run(call, { id, file_key, draft, ...sent }) {
    await requireFile(call, file_key)
    const [fields, at] = [downloadTextsOf(sent), call.now.toISOString()]
    const whiteLabel = labelOf(call.scope)
    const [added] = await publishChange(call, [
      insertDownload(call.env.DB, id, { fileKey: file_key, fields, whiteLabel, at, draft }),
      nameFiles(call.env.DB, [file_key]),
      countAddition(call.env.DB),
    ])
    if (added === 0 && !(await isSameDocument(call, id, { fields, file_key, draft })))
      throw new ConflictError('Another document was added under this id.')
    return id
  },
})

/** Whether a document is the one that is sent once more: its file has another key then. */
async function isSameDocument(
  { env: { DB }, scope }: Call,
  id: string,
  { fields, file_key, draft }: { fields: DownloadFields; file_key: string; draft: boolean },
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
export const changeDownload = command({
  input: downloadFields.safeExtend({ id, version: z.int(), file_key: fileKey.nullable().default(null) }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'change-download', subject: id }),
  async run(call, { id, version, file_key, ...sent }) {
    const fields = downloadTextsOf(sent)
    if (file_key !== null) await requireFile(call, file_key)
    const [changed] = await publishChange(call, [
      updateDownload(call.env.DB, { id, version, fileKey: file_key, fields }),
      ...(file_key === null ? [] : [nameFiles(call.env.DB, [file_key])]),
    ])
    if (changed === 0) throw new ConflictError('Someone has changed this document since the page was opened.')
  },
})

/** @throws NotFoundError */
export const withdrawDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'withdraw', subject: id }),
  run: (call, { id }) => changeOne(call, withdrawDownloadAt(call.env.DB, id, call.now.toISOString())),
})

/** Makes a draft public, or a withdrawn document again. @throws NotFoundError */
export const offerDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'publish', subject: id }),
  run: (call, { id }) =>
    changeOne(call, publishDownload(call.env.DB, id, call.now.toISOString()), countAddition(call.env.DB)),
})

async function changeOne(call: Call, ...statements: D1PreparedStatement[]): Promise<void> {
  const [changed] = await publishChange(call, statements)
  if (changed === 0) throw new NotFoundError('There is no such document.')
}

/**
 * Deletes a draft or a withdrawn document; its file is destroyed with it, unless something else names it.
 * @throws NotFoundError where there is no withdrawn document with that id
 */
export const removeDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'delete-download', subject: id }),
  async run(call, { id }) {
    const row = (await listDownloads(call.env.DB, call.scope)).find(({ download_id }) => download_id === id)
    const isWithdrawn = row !== undefined && row.withdrawn_at !== null
    const [deleted] = isWithdrawn ? await publishChange(call, [deleteDownload(call.env.DB, id)]) : [0]
    if (!row || deleted === 0) throw new NotFoundError('There is no such withdrawn document.')
    // The document is deleted: what is left of its file goes with the hourly run.
    await destroyUnnamed(call.env, [row.file_key]).catch((error: unknown) =>
      logFailure('warn', { requestId: null, method: 'DELETE', code: 'file-undestroyed' }, error),
    )
  },
})

/** Moves a document one place up or down; an operator of one brand among its own. @throws NotFoundError */
export const moveDownload = command({
  input: z.object({ id, up: z.boolean() }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'reorder', subject: id }),
  async run(call, { id, up }) {
    const { DB } = call.env
    const rows = await listDownloads(DB, ALL_BRANDS)
    const ids = rows.map(({ download_id }) => download_id)
    if (!ids.includes(id)) throw new NotFoundError('There is no such document.')
    const label = labelOf(call.scope)
    const own = rows.filter((row) => label === null || row.white_label === label).map(({ download_id }) => download_id)
    const moved = movedByOne(ids, id, up, own)
    if (moved === null) return UNCHANGED
    await publishChange(call, [updateDownloadOrder(DB, moved)])
  },
})
