import { CONVERSATION_PREFIX } from '../attachments/message-files.ts'
import {
  MULTIPART_PREFIX,
  REFERENCE_PREFIX,
  referencedUpload,
  referenceKey,
  STAGED_KEPT_MS,
  STAGED_PREFIX,
  uploadOf,
} from '../attachments/staged-files.ts'
import { abortMultipart } from '../attachments/write-in-parts.ts'
import { stagedOfRows, unclaimedReferences } from '../database/file.ts'
import { checkedElsewhere, forgetChecks } from '../database/file-check.ts'
import { existingReceipts } from '../database/inquiry-record.ts'
import type { Env } from '../env.ts'
import { destroyUnclaimed, embeddedKey, embeddedReference, UNCLAIMED_AT_ONCE } from '../upstream/embedded/file.ts'
import { Calls, sweepPages } from './sweep-pages.ts'

/** Calls of the platform for one unfinished upload, and for as many references as `destroyUnclaimed` takes at once. */
const MULTIPART_CALLS = 3
const UNCLAIMED_CALLS = 3

/** What inquiries that are not delivered yet still need. */
export interface FilesInUse {
  uploads: Set<string>
  references: Set<string>
}

interface Run extends Pick<Env, 'DB' | 'FILES'> {
  now: Date
  /** What is older belongs to no form that is still open. */
  before: Date
  inUse: FilesInUse
  calls: Calls
}

/**
 * Deletes the files of uploads whose inquiry was never sent: staged files, unfinished ones, and files that the embedded upstream has
 * received. Forgets what was found in files that are gone. Logs the number of R2 objects (`held`) and of files (`files`).
 * @param callsMax how many calls of the platform it may make; the next run goes on
 * @throws Error at the end where it could not tell which staged files are in use
 */
export async function sweepUnclaimed(
  { DB, FILES }: Pick<Env, 'DB' | 'FILES'>,
  now: Date,
  inUse: FilesInUse,
  callsMax: number,
): Promise<void> {
  const before = new Date(now.getTime() - STAGED_KEPT_MS)
  const run: Run = { DB, FILES, now, before, inUse, calls: new Calls(callsMax) }
  const named = await sweepReferences(run)
  let held = named.deleted + (await sweepUnfinished(run))
  if (named.uploads) held += await sweepStaged(run, named.uploads)
  held += await sweepConversations(run)
  const files = await sweepReceived(run)
  if (held + files > 0) console.log(JSON.stringify({ level: 'info', code: 'swept', held, files }))
  if (!named.uploads) throw new Error('There are too many file references to tell which staged files are in use.')
}

/** @returns the uploads that are in use, also by their references; null where the calls were too few to find them all */
async function sweepReferences(run: Run): Promise<{ deleted: number; uploads: Set<string> | null }> {
  const { FILES, before, inUse, calls } = run
  const uploads = new Set(inUse.uploads)
  const sought = new Set(inUse.references)
  const { deleted, isWhole } = await sweepPages(run, REFERENCE_PREFIX, 1 / 4, async (objects) => {
    const old: string[] = []
    for (const object of objects) {
      const reference = object.key.slice(REFERENCE_PREFIX.length)
      if (sought.delete(reference)) uploads.add(await referencedUpload({ FILES }, object))
      else if (object.uploaded < before && !inUse.references.has(reference)) old.push(object.key)
    }
    return old
  })
  if (isWhole) return { deleted, uploads }
  for (const reference of sought) {
    if (!calls.take()) return { deleted, uploads: null }
    const object = await FILES.head(referenceKey(reference))
    if (object) uploads.add(await referencedUpload({ FILES }, object))
  }
  return { deleted, uploads }
}

/** Uploads that died half way. @returns their number */
async function sweepUnfinished(run: Run): Promise<number> {
  const { FILES, before, calls } = run
  let count = 0
  await sweepPages(run, MULTIPART_PREFIX, 1 / 10, async (objects) => {
    for (const { key, uploaded } of objects) {
      if (uploaded >= before || !calls.take(MULTIPART_CALLS)) continue
      await abortMultipart(FILES, key.slice(MULTIPART_PREFIX.length), (await (await FILES.get(key))?.text()) ?? '')
      count++
    }
    return []
  })
  return count
}

/** @param uploads that are in use */
async function sweepStaged(run: Run, uploads: ReadonlySet<string>): Promise<number> {
  const { DB, before, calls } = run
  calls.take(2)
  const named = new Set((await stagedOfRows(DB)).map(uploadOf))
  // Asked for first, so that it names no file that is staged while this runs.
  const gone = new Set(await checkedElsewhere({ DB }))
  const { deleted, isWhole } = await sweepPages(run, STAGED_PREFIX, 1 / 2, (objects) =>
    objects.flatMap(({ key, uploaded }) => {
      const [uploadId, position] = [uploadOf(key), Number(key.split('/')[2])]
      if (uploaded < before && !uploads.has(uploadId) && !named.has(uploadId)) return [key]
      if (gone.size > 0) gone.delete(embeddedKey(uploadId, position))
      return []
    }),
  )
  // Else they may be among those that were not seen.
  if (isWhole && gone.size > 0 && calls.take()) await forgetChecks({ DB }, [...gone])
  return deleted
}

/** Files of messages whose inquiry was destroyed while they were kept. @returns their number */
async function sweepConversations(run: Run): Promise<number> {
  const { DB, before, calls } = run
  const receiptOf = (key: string) => key.split('/')[1] ?? ''
  const { deleted } = await sweepPages(run, CONVERSATION_PREFIX, 1 / 4, async (objects) => {
    const old = objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
    if (old.length === 0 || !calls.take()) return []
    const existing = await existingReceipts(DB, [...new Set(old.map(receiptOf))])
    return old.filter((key) => !existing.has(receiptOf(key)))
  })
  return deleted
}

/** @returns the number of files */
async function sweepReceived({ DB, FILES, before, inUse, calls }: Run): Promise<number> {
  // An upload that is still staged may be repeated at this moment.
  const kept = new Set([...inUse.references, ...[...inUse.uploads].map(embeddedReference)])
  const max = Math.floor((calls.left - 1) / UNCLAIMED_CALLS) * UNCLAIMED_AT_ONCE
  if (max <= 0) return 0
  const unclaimed = await unclaimedReferences(DB, before.toISOString(), max + kept.size)
  return destroyUnclaimed({ DB, FILES }, unclaimed.filter((reference) => !kept.has(reference)).slice(0, max))
}
