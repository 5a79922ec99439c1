import { wasPublic, type BoardName } from '../contract/board.ts'
import { deleteDraft, takeDraft } from '../database/board-draft.ts'
import { readEntry } from '../database/board-entry.ts'
import { publishDraft, showItemAgain, withdrawItem } from '../database/board-item.ts'
import { insertVersionOfDraft } from '../database/board-version.ts'
import { countAddition } from '../database/content-changes.ts'
import { ConflictError } from '../errors.ts'
import { UNCHANGED, type Call } from '../calls/operator-call.ts'
import { publishChange } from './publish-change.ts'
import { brokenLinksOf, faultsOf, forbids, type Fault, type StatusOf } from './checks.ts'
import { outdated, readUnchanged, requireUsableFiles } from './drafts.ts'
import type { EntryAsSeen } from './fields.ts'
import { htmlOf } from './markdown.ts'

/** The text cannot be published as it is. */
export class UnpublishableError extends ConflictError {
  readonly faults: Fault[]
  constructor(faults: Fault[]) {
    super(`The text cannot be published: ${faults.map(({ code }) => code).join(', ')}.`)
    this.faults = faults
  }
}

/** What a publication needs beside the storage. */
export interface Links {
  statusOf: StatusOf
}

/** What is to be published. */
export interface Publication extends EntryAsSeen {
  /** ISO 8601; null for now. */
  at: string | null
  confirmed: boolean
}

/**
 * Publishes the text that is being written, as the next version: the entry is read once, and its Markdown rendered once for each language.
 * `at` is when it becomes public, null for now: no clock publishes it, each read compares this time with its own (database/board-item.ts).
 * Only for an entry that is not public: a correction of a public one is live at once. Not
 * `confirmed`, what forbids nothing, such as a broken link, is refused too.
 * @throws OutdatedError where the draft is another one by now, UnpublishableError; InvalidBodyError where it names a file that
 * whoever publishes may not use
 */
export async function publish(call: Call & Links, input: Publication): Promise<void> {
  const { board, id, at, basis: based, confirmed } = input
  const { env, actor: by, now } = call
  const { DB } = env
  const entry = await readUnchanged(call, input)
  const { fields, state } = entry
  if (based.revision === 0) throw await outdated(call, id)
  const html = await htmlOf(DB, fields.contents)
  await requireUsableFiles(call, fields.contents, html)
  const time = at === null ? now : new Date(at)
  const faults = faultsOf(fields, html)
  if (at !== null && time <= now) faults.push({ code: 'time-past', language: null })
  if (at !== null && state === 'published') faults.push({ code: 'already-public', language: null })
  if (!confirmed) faults.push(...(await brokenLinksOf(html, call.statusOf)))
  const refused = confirmed ? faults.filter(forbids) : faults
  if (refused.length > 0) throw new UnpublishableError(refused)
  // One transaction.
  const [taken] = await publishChange(call, [
    takeDraft(DB, board, id, based),
    insertVersionOfDraft(DB, id, { by, at: now.toISOString() }),
    countAddition(DB, id),
    publishDraft(DB, id, {
      html,
      at: time.toISOString(),
      dated: wasPublic(entry, now),
      since: state === 'published',
    }),
    deleteDraft(DB, id),
  ])
  if (taken === 0) throw await outdated(call, id)
}

/** Takes an entry from the site: its address answers 404 (docs/contract.md#9). It stays for the operator. @throws NotFoundError */
export async function withdraw(call: Call, { board, id }: { board: BoardName; id: string }) {
  const { env, now } = call
  const [withdrawn] = await publishChange(call, [withdrawItem(env.DB, board, id, now.toISOString())])
  if (withdrawn !== 0) return undefined
  // Withdrawn already, or never public.
  await readEntry(env.DB, call.scope, board, id, now)
  return UNCHANGED
}

/**
 * Shows a withdrawn entry again, with the text and the date that it had; a publication that was canceled before its time is made now.
 * @throws NotFoundError, OutdatedError where the entry is not as the basis says by now
 */
export async function publishAgain(call: Call, input: EntryAsSeen) {
  const { board, id, basis: based } = input
  const { env, now } = call
  if ((await readUnchanged(call, input)).state !== 'withdrawn') return UNCHANGED
  const [, shown] = await publishChange(call, [
    countAddition(env.DB, id),
    showItemAgain(env.DB, board, id, based.edition, now.toISOString()),
  ])
  if (shown === 0) throw await outdated(call, id)
  return undefined
}
