import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import type { BoardName } from '../../contract/board.ts'
import { deleteDropped, keepDropped, readDropped } from '../../database/board-dropped.ts'
import { deleteDraft, insertDraft, updateDraft, type Basis } from '../../database/board-draft.ts'
import { lastWriter, readEntry, type EditedEntry, type EntryFields } from '../../database/board-entry.ts'
import { readVersion } from '../../database/board-version.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { command, type Call } from '../command.ts'
import { basis, entry, entryBody, entryFieldsOf, entryId } from './fields.ts'

const HOUR = 3_600_000

/** A save that came too late: someone has saved or published since the form was opened. */
export class OutdatedError extends ConflictError {
  /** Who was first, and when (ISO 8601). */
  readonly by: string | null
  readonly at: string | null
  constructor(by: string | null, at: string | null) {
    super('Someone has saved or published this entry since it was opened.')
    this.by = by
    this.at = at
  }
}

/** Names who was first. */
export async function outdated(db: D1Database, id: string): Promise<OutdatedError> {
  const first = await lastWriter(db, id)
  return new OutdatedError(first?.by ?? null, first?.at ?? null)
}

/**
 * Saves the text of an entry that is being written; the public entry stays as it is. A new entry has no basis, and no id until then.
 * Gives the id and the basis of the next save.
 * @throws OutdatedError where someone else was first; nothing is changed then
 */
export const saveDraft = command({
  input: entryBody.extend({
    board: entry.shape.board,
    id: entryId.default(() => uuid()),
    basis: basis.default({ version: 0, revision: 0 }),
  }),
  log: ({ id }) => ({ action: 'save-draft', subject: id, once: HOUR }),
  run: async (call, { board, id, basis: based, ...body }) => ({
    id,
    ...(await write(call, board, id, entryFieldsOf(body), based)),
  }),
})

/** @param options `keep`: the text that is replaced can be taken back */
async function write(
  { env: { DB }, actor: by, now }: Call,
  board: BoardName,
  id: string,
  fields: EntryFields,
  based: Basis,
  { keep = false } = {},
): Promise<Basis> {
  const draft = { board, id, fields, based, by, at: now.toISOString() }
  // A later draft of the entry must not repeat the revisions of one that has been discarded: a window may have that one open.
  const revision = based.revision === 0 ? randomRevision() : based.revision + 1
  const written = based.revision === 0 ? insertDraft(DB, draft, revision) : updateDraft(DB, draft)
  // One transaction: what is replaced is kept, and only if it is replaced.
  const results = await DB.batch([...(keep ? [keepDropped(DB, board, id, based.revision, draft.at)] : []), written])
  if (results.at(-1)?.meta.changes === 0) throw await outdated(DB, id)
  return { version: based.version, revision }
}

/** A positive number that leaves `basis` room to count on. */
const randomRevision = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000_000)

/**
 * Reads an entry for an action on the text that the person has seen.
 * @param based on that text
 * @throws NotFoundError where there is no such entry, OutdatedError where it has another text by now
 */
export async function readUnchanged(
  db: D1Database,
  { board, id, basis: based }: { board: BoardName; id: string; basis: Basis },
  now: Date,
): Promise<EditedEntry> {
  const entry = await readEntry(db, board, id, now)
  if (entry.revision !== based.revision || entry.version !== based.version) throw await outdated(db, id)
  return entry
}

/**
 * Drops the text that is being written; it is kept for a while (`restoreDraft`). An entry that never was published is gone
 * with it: then it gives true.
 * @throws NotFoundError, OutdatedError where it is another text than the basis by now
 */
export const discardDraft = command({
  input: entry.extend({ basis }),
  log: ({ id }) => ({ action: 'discard-draft', subject: id }),
  async run({ env: { DB }, now }, input) {
    const { board, id, basis: based } = input
    const { state } = await readUnchanged(DB, input, now)
    const [, deleted] = await DB.batch([
      keepDropped(DB, board, id, based.revision, now.toISOString()),
      deleteDraft(DB, board, id, based.revision),
    ])
    if (deleted?.meta.changes === 0) throw await outdated(DB, id)
    return state === 'draft'
  },
})

/**
 * Makes an earlier version the text that is being written; publishing it is another step. What was being written is kept (`restoreDraft`).
 * @throws NotFoundError where there is no such version, OutdatedError where someone is writing meanwhile
 */
export const bringBack = command({
  input: entry.extend({ version: z.int().min(0), basis }),
  log: ({ id, version }) => ({ action: 'bring-back', subject: `${id} ${version}` }),
  async run(call, input) {
    const { board, id, version, basis: based } = input
    const fields = await readVersion(call.env.DB, board, id, version)
    if (!fields) throw new NotFoundError('There is no such version.')
    await readUnchanged(call.env.DB, input, call.now)
    await write(call, board, id, fields, based, { keep: true })
  },
})

/**
 * Makes the text that was dropped last the one that is being written, also of an entry that is gone with it. A text that it replaces is
 * dropped in its place.
 * @throws NotFoundError where none is kept, OutdatedError where someone is writing meanwhile
 */
export const restoreDraft = command({
  input: entry.extend({ basis: basis.default({ version: 0, revision: 0 }) }),
  log: ({ id }) => ({ action: 'restore-draft', subject: id }),
  async run(call, { board, id, basis: based }) {
    const { DB } = call.env
    const fields = await readDropped(DB, board, id)
    if (!fields) throw new NotFoundError('No text of this entry is kept.')
    await write(call, board, id, fields, based, { keep: true })
    if (based.revision === 0) await deleteDropped(DB, id).run()
  },
})
