import type { BoardName } from '../contract/board.ts'
import { eachLocale, type Texts } from '../contract/languages.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { deleteDraft, insertDraft, takeDraft, updateDraft, type Basis } from '../database/board-draft.ts'
import { fileKeysIn, nameFiles, usableFiles } from '../database/content-file.ts'
import { lastWriter, readEntry, type EditedEntry, type EntryFields } from '../database/board-entry.ts'
import { readVersion } from '../database/board-version.ts'
import { ConflictError, InvalidBodyError, NotFoundError } from '../errors.ts'
import type { Call } from '../calls/operator-call.ts'
import type { EntryAsSeen } from './fields.ts'
import { fileKeysOf, renderMarkdown } from './markdown.ts'

/** An entry as somebody has written it. */
export interface EntryText extends EntryAsSeen {
  fields: EntryFields
}

/** A command that came too late: someone has changed the entry since the form was opened. */
export class OutdatedError extends ConflictError {
  /** Who was first, and when (ISO 8601). */
  readonly by: string | null
  readonly at: string | null
  constructor(by: string | null, at: string | null) {
    super('Someone has changed this entry since it was opened.')
    this.by = by
    this.at = at
  }
}

/** Names who was first. */
export async function outdated({ env, now }: Call, id: string): Promise<OutdatedError> {
  const first = await lastWriter(env.DB, id, now.toISOString())
  return new OutdatedError(first?.by ?? null, first?.at ?? null)
}

/**
 * Saves the text of an entry that is being written; the public entry stays as it is. A new entry has no basis, and no id until then.
 * Gives the id and the basis of the next save.
 * @throws OutdatedError where someone else was first; nothing is changed then
 */
export async function saveDraft(
  call: Call,
  { board, id, basis: based, fields: typed }: EntryText,
): Promise<{ id: string } & Basis> {
  const fields = await fieldsOfScope(call, typed)
  return { id, ...(await write(call, board, id, fields, based)) }
}

/**
 * What an operator of one brand writes is for that brand alone, and names no file of another one.
 * @throws InvalidBodyError
 */
async function fieldsOfScope(call: Call, fields: EntryFields): Promise<EntryFields> {
  const { scope } = call
  if (scope === ALL_BRANDS) return fields
  if (fields.white_label !== null && fields.white_label !== scope.whiteLabel)
    throw new InvalidBodyError([{ field: 'white_label', message: 'There is no such brand.' }])
  await requireUsableFiles(
    call,
    fields.contents,
    eachLocale((locale) => renderMarkdown(fields.contents[locale])),
  )
  return { ...fields, white_label: scope.whiteLabel }
}

/**
 * Refuses a text that names a file that whoever acts may not use: its preview and its publication would open it.
 * @param html of the contents
 * @throws InvalidBodyError
 */
export async function requireUsableFiles({ env, scope }: Call, contents: Texts, html: Texts): Promise<void> {
  const keys = fileKeysOf(contents, html)
  const usable = await usableFiles(env.DB, scope, keys)
  if (keys.some((key) => !usable.has(key)))
    throw new InvalidBodyError([{ field: 'contents', message: 'The text names a file that is not there.' }])
}

async function write(call: Call, board: BoardName, id: string, fields: EntryFields, based: Basis): Promise<Basis> {
  const {
    env: { DB },
    actor: by,
    now,
  } = call
  const draft = { board, id, fields, based, by, at: now.toISOString() }
  // A later draft of the entry must not repeat the revisions of one that has been discarded: a window may have that one open.
  const revision = based.revision === 0 ? randomRevision() : based.revision + 1
  const named = fileKeysIn(Object.values(fields.contents).join('\n'))
  const [first] = await DB.batch([
    ...(based.revision === 0
      ? [insertDraft(DB, draft, revision)]
      : [takeDraft(DB, board, id, based), updateDraft(DB, draft, revision)]),
    ...(named.length > 0 ? [nameFiles(DB, named)] : []),
  ])
  if (first?.meta.changes === 0) throw await outdated(call, id)
  return { edition: based.edition, revision }
}

/** A positive number that leaves `basis` room to count on. */
const randomRevision = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000_000)

/**
 * Reads an entry for an action on the text that the person has seen.
 * @param based on that text
 * @throws NotFoundError where there is no such entry, OutdatedError where it has another text or edition by now
 */
export async function readUnchanged(call: Call, { board, id, basis: based }: EntryAsSeen): Promise<EditedEntry> {
  const entry = await readEntry(call.env.DB, call.scope, board, id, call.now)
  if (entry.revision !== based.revision || entry.edition !== based.edition) throw await outdated(call, id)
  return entry
}

/**
 * Deletes the text that is being written. An entry that never was published is gone with it: then it gives true.
 * @throws NotFoundError, OutdatedError where it is another text than the basis by now
 */
export async function discardDraft(call: Call, input: EntryAsSeen): Promise<boolean> {
  const { board, id, basis: based } = input
  const { DB } = call.env
  const { state } = await readUnchanged(call, input)
  const [taken] = await DB.batch([takeDraft(DB, board, id, based), deleteDraft(DB, id)])
  if (taken?.meta.changes === 0) throw await outdated(call, id)
  return state === 'draft'
}

/**
 * Makes an earlier version the text that is being written, in place of what was; publishing it is another step.
 * @throws NotFoundError where there is no such version, OutdatedError where someone is writing meanwhile
 */
export async function bringBack(call: Call, input: EntryAsSeen & { version: number }): Promise<void> {
  const { board, id, version, basis: based } = input
  const fields = await readVersion(call.env.DB, call.scope, board, id, version)
  if (!fields) throw new NotFoundError('There is no such version.')
  await readUnchanged(call, input)
  await write(call, board, id, fields, based)
}
