import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import type { Call } from '../calls/operator-call.ts'
import { FILE_BYTES_MAX } from '../contract/attachments.ts'
import { downloadTextsOf } from '../contract/download.ts'
import { CATEGORY_NAME, eachField, textsOf } from '../contract/text-fields.ts'
import { archiveSchema } from '../database/board-archive.ts'
import * as categories from '../publishing/categories.ts'
import * as contentFiles from '../publishing/add-content-file.ts'
import * as downloads from '../publishing/downloads.ts'
import * as drafts from '../publishing/drafts.ts'
import { basis, board, entry, entryBody, entryFieldsOf, entryId, NO_BASIS } from '../publishing/fields.ts'
import * as boards from '../publishing/import-boards.ts'
import * as order from '../publishing/move-entry.ts'
import * as previews from '../publishing/preview-addresses.ts'
import * as publication from '../publishing/publication.ts'
import { command } from './define-command.ts'
import { forAllBrands, narrowed, onDownload, onEntry } from './permissions.ts'

/* Everything that an operator can do with boards, documents and their files. */

const HOUR = 3_600_000
const id = z.string()
const newId = z.uuid().default(() => uuid())

export const saveDraft = command({
  input: entryBody
    .extend({ board, id: entryId.optional(), basis: basis.default(NO_BASIS) })
    .transform(({ id, board, basis, ...body }) => ({
      board,
      basis,
      isNew: id === undefined,
      id: id ?? uuid(),
      fields: entryFieldsOf(body),
    })),
  permit: (call, input) => (input.isNew ? narrowed(call, input) : onEntry(call, input)),
  log: ({ id }) => ({ action: 'save-draft', subject: id, once: HOUR }),
  run: drafts.saveDraft,
})

export const discardDraft = command({
  input: entry.extend({ basis }),
  permit: onEntry,
  log: ({ id }) => ({ action: 'discard-draft', subject: id }),
  run: drafts.discardDraft,
})

export const bringBack = command({
  input: entry.extend({ version: z.int().min(1), basis }),
  permit: onEntry,
  log: ({ id, version }) => ({
    action: 'bring-back',
    subject: `${id} ${version}`,
  }),
  run: drafts.bringBack,
})

export const preview = command({
  input: entry,
  permit: onEntry,
  log: ({ id }) => ({ action: 'preview', subject: id, once: HOUR }),
  run: previews.preview,
})

export const publish = command({
  input: entry.extend({
    basis,
    at: z.iso.datetime({ offset: true }).nullable().default(null),
    confirmed: z.boolean().default(true),
  }),
  permit: onEntry,
  log: ({ id, at }) => ({
    action: at === null ? 'publish' : 'schedule',
    subject: id,
  }),
  run: (call: Call & publication.Links, input) => publication.publish(call, input),
})

export const withdraw = command({
  input: entry,
  permit: onEntry,
  log: ({ id }) => ({ action: 'withdraw', subject: id }),
  run: publication.withdraw,
})

export const publishAgain = command({
  input: entry.extend({ basis }),
  permit: onEntry,
  log: ({ id }) => ({ action: 'publish-again', subject: id }),
  run: publication.publishAgain,
})

export const moveEntry = command({
  input: entry.extend({ up: z.boolean(), among: z.enum(order.LISTS).default('all') }),
  permit: onEntry,
  log: ({ id }) => ({ action: 'reorder', subject: id }),
  run: order.moveEntry,
})

export const setPriority = command({
  input: entry.extend({ priority: z.boolean() }),
  permit: onEntry,
  log: ({ id }) => ({ action: 'set-priority', subject: id }),
  run: order.setPriority,
})

const names = eachField(CATEGORY_NAME, () => z.string().trim().min(1).max(50))

export const addCategory = command({
  input: z.object({ id: newId, board, ...names }),
  permit: forAllBrands,
  log: ({ id }) => ({ action: 'add-category', subject: id }),
  run: (call, { id, board, ...sent }) => categories.addCategory(call, id, board, textsOf(CATEGORY_NAME, sent)),
})

export const renameCategory = command({
  input: z.object({ id, ...names }),
  permit: forAllBrands,
  log: ({ id }) => ({ action: 'rename-category', subject: id }),
  run: (call, { id, ...sent }) => categories.renameCategory(call, id, textsOf(CATEGORY_NAME, sent)),
})

export const moveCategory = command({
  input: z.object({ id, up: z.boolean() }),
  permit: forAllBrands,
  log: ({ id }) => ({ action: 'move-category', subject: id }),
  run: categories.moveCategory,
})

export const mergeCategory = command({
  input: z.object({ id, into: id }),
  permit: forAllBrands,
  log: ({ id, into }) => ({
    action: 'merge-category',
    subject: `${id} ${into}`,
  }),
  run: categories.mergeCategory,
})

export const removeCategory = command({
  input: z.object({ id }),
  permit: forAllBrands,
  log: ({ id }) => ({ action: 'remove-category', subject: id }),
  run: categories.removeCategory,
})

export const addFile = command({
  input: z.object({
    key: newId,
    name: z.string(),
    bytesMax: z.number().max(FILE_BYTES_MAX),
    chunks: z.custom<AsyncIterable<Uint8Array>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    ),
  }),
  permit: narrowed,
  log: ({ key }) => ({ action: 'add-file', subject: key }),
  run: contentFiles.addFile,
})

/** Of a file that `addFile` has kept. */
const fileKey = z.uuid()

export const addDownload = command({
  input: downloads.downloadFields.safeExtend({
    /** Chosen by the form, so that what is sent twice is one document. */
    id: newId,
    file_key: fileKey,
    draft: z.boolean().default(false),
  }),
  permit: narrowed,
  log: ({ id }) => ({ action: 'add-download', subject: id }),
  run: (call, { id, file_key, draft, ...sent }) =>
    downloads.addDownload(call, {
      id,
      file_key,
      draft,
      fields: downloadTextsOf(sent),
    }),
})

export const changeDownload = command({
  input: downloads.downloadFields.safeExtend({
    id,
    version: z.int(),
    file_key: fileKey.nullable().default(null),
  }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'change-download', subject: id }),
  run: (call, { id, version, file_key, ...sent }) =>
    downloads.changeDownload(call, {
      id,
      version,
      file_key,
      fields: downloadTextsOf(sent),
    }),
})

export const withdrawDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'withdraw', subject: id }),
  run: downloads.withdrawDownload,
})

export const offerDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'publish', subject: id }),
  run: downloads.offerDownload,
})

export const removeDownload = command({
  input: z.object({ id }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'delete-download', subject: id }),
  run: downloads.removeDownload,
})

export const moveDownload = command({
  input: z.object({ id, up: z.boolean() }),
  permit: onDownload,
  log: ({ id }) => ({ action: 'reorder', subject: id }),
  run: downloads.moveDownload,
})

export const importBoards = command({
  /** `name`: of the file, for the log. */
  input: z.object({ name: z.string().max(200), archive: archiveSchema }),
  permit: forAllBrands,
  log: ({ name }) => ({ action: 'import-boards', subject: name }),
  run: (call, { archive }) => boards.importBoards(call, archive),
})
