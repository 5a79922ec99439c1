import { CONVERSATION_PREFIX } from '../attachments/message-files.ts'
import {
  MULTIPART_PREFIX,
  REFERENCE_PREFIX,
  STAGED_KEPT_MS,
  STAGED_PREFIX,
  uploadOf,
} from '../attachments/staged-files.ts'
import { abortMultipart } from '../attachments/write-in-parts.ts'
import { unclaimedReferences } from '../database/file.ts'
import { checkedElsewhere, forgetChecks } from '../database/file-check.ts'
import { existingReceipts } from '../database/inquiry-record.ts'
import type { Env } from '../env.ts'
import { destroyUnclaimed, embeddedKey, embeddedReference } from '../upstream/embedded/file.ts'

/** As many as R2 deletes at once. */
const DELETED_AT_ONCE = 1000

type Storage = Pick<Env, 'DB' | 'FILES'>

/** What inquiries that are not delivered yet still need. */
export interface FilesInUse {
  uploads: Set<string>
  references: Set<string>
}

/**
 * Deletes the files of uploads whose inquiry was never sent: staged files, unfinished ones, and files that the embedded upstream has
 * received. Forgets what was found in files that are gone. Logs the number of R2 objects (`held`) and of files (`files`).
 */
export async function sweepUnclaimed({ DB, FILES }: Storage, now: Date, inUse: FilesInUse): Promise<void> {
  const before = new Date(now.getTime() - STAGED_KEPT_MS)
  const uploads = new Set(inUse.uploads)
  // Asked for first, so that it names no file that is staged while this runs.
  const gone = new Set(await checkedElsewhere({ DB }))
  const old: string[] = []
  let held = 0
  for await (const { key, uploaded } of objects(FILES, REFERENCE_PREFIX)) {
    if (inUse.references.has(key.slice(REFERENCE_PREFIX.length))) {
      const uploadId = await (await FILES.get(key))?.text()
      if (uploadId) uploads.add(uploadId)
    } else if (uploaded < before) old.push(key)
  }
  for await (const { key, uploaded } of objects(FILES, MULTIPART_PREFIX)) {
    if (uploaded >= before) continue
    await abortMultipart(FILES, key.slice(MULTIPART_PREFIX.length), (await (await FILES.get(key))?.text()) ?? '')
    held++
  }
  for await (const { key, uploaded } of objects(FILES, STAGED_PREFIX)) {
    const [uploadId, position] = [uploadOf(key), Number(key.split('/')[2])]
    if (uploaded >= before || uploads.has(uploadId)) gone.delete(embeddedKey(uploadId, position))
    else old.push(key)
  }
  held += await deleteAll(FILES, old)
  await forgetChecks({ DB }, [...gone])
  held += await sweepConversations({ DB, FILES }, before)
  const files = await sweepReceived({ DB, FILES }, before, inUse)
  if (held + files > 0) console.log(JSON.stringify({ level: 'info', code: 'swept', held, files }))
}

async function sweepReceived({ DB, FILES }: Storage, before: Date, inUse: FilesInUse): Promise<number> {
  // An upload that is still staged may be repeated at this moment.
  const kept = new Set([...inUse.references, ...[...inUse.uploads].map(embeddedReference)])
  const unclaimed = await unclaimedReferences(DB, before.toISOString())
  return destroyUnclaimed(
    { DB, FILES },
    unclaimed.filter((reference) => !kept.has(reference)),
  )
}

/** Files of messages whose inquiry was destroyed while they were kept. @returns their number */
async function sweepConversations({ DB, FILES }: Storage, before: Date): Promise<number> {
  const keys = new Map<string, string[]>()
  for await (const { key, uploaded } of objects(FILES, CONVERSATION_PREFIX)) {
    const receipt = key.split('/')[1] ?? ''
    if (uploaded < before) keys.set(receipt, [...(keys.get(receipt) ?? []), key])
  }
  if (keys.size === 0) return 0
  const existing = await existingReceipts(DB, [...keys.keys()])
  const gone = [...keys].filter(([receipt]) => !existing.has(receipt)).flatMap(([, own]) => own)
  return deleteAll(FILES, gone)
}

/** @returns the number of keys */
async function deleteAll(bucket: R2Bucket, keys: readonly string[]): Promise<number> {
  for (let from = 0; from < keys.length; from += DELETED_AT_ONCE)
    await bucket.delete(keys.slice(from, from + DELETED_AT_ONCE))
  return keys.length
}

async function* objects(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) })
    yield* page.objects
    if (!page.truncated) return
    cursor = page.cursor
  }
}
