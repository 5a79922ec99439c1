import { v4 as uuid } from 'uuid'
import { deleteMessageFiles } from '../attachments/message-files.ts'
import { releaseUploads } from '../attachments/staged-files.ts'
import { unmarkedEnd } from '../contract/retention.ts'
import { destroyRow, type Destruction, filesDeletedAgain } from '../database/inquiry-state.ts'
import { filesToDeleteAgain, type InquiryName } from '../database/inquiry-row.ts'
import { dueForDestruction, IS_DUE, unmarkedBefore } from '../database/due-for-destruction.ts'
import { countMessages } from '../database/message-row.ts'
import { uploadsOf } from '../database/upload.ts'
import type { Env } from '../env.ts'
import { ConflictError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { toldOfDestroyed } from '../webhooks/tell-webhooks.ts'

type Stores = Pick<Env, 'DB' | 'FILES'>

/**
 * R2 keys of the list of destroyed inquiries (destroyed-list.ts): an empty object under each receipt. Backups do not replace it, so that a
 * restore knows what was destroyed after its backup.
 */
export const DESTROYED_PREFIX = 'destroyed/'

/** Inquiries that a run destroys at most; the next hour goes on. */
const DUE_MAX = 2000
/** How many are destroyed at the same time, each in a few calls of the platform. */
const AT_ONCE = 5
/** The platform ends a run after a quarter of an hour, and other jobs come after this one. */
const RUN_MS = 8 * 60_000
const LATE_MS = 2 * 3_600_000

/**
 * Destroys contents, conversation and files of an inquiry, and logs it without personal data (docs/specification.md#9). The list of
 * destroyed inquiries comes first, so that no restore misses one, and the files last: what is left of them is deleted in an hour.
 * @returns false where it is destroyed already, an attempt to deliver it runs, its visitor has replied since `shownAt`, or it is not due
 */
export async function destroy(stores: Stores, name: InquiryName, destruction: Destruction): Promise<boolean> {
  const { DB, FILES } = stores
  const { receipt } = name
  // One of this destruction alone: where it is refused, another one may be done at the same time.
  const listed = `${DESTROYED_PREFIX}${receipt}/${uuid()}`
  await FILES.put(listed, '')
  const [uploads, messages, destroyed] = (await DB.batch([
    uploadsOf(DB, receipt),
    countMessages(DB, receipt),
    destroyRow(DB, name, destruction),
    ...toldOfDestroyed(DB, name, destruction.now.getTime()),
  ])) as [
    D1Result<{ id: string }>,
    D1Result<{ messages: number; files: number }>,
    D1Result<{ processed_at: string | null }>,
  ]
  const [row] = destroyed.results
  if (!row) {
    await FILES.delete(listed)
    return false
  }
  const [counted] = messages.results
  const ids = uploads.results.map(({ id }) => id)
  const files = await releaseUploads(stores, ids).catch(filesLeft(receipt))
  await deleteMessageFiles(stores, receipt).catch(filesLeft(receipt))
  const logged = {
    receipt,
    processed_at: row.processed_at,
    files: files + (counted?.files ?? 0),
    messages: counted?.messages ?? 0,
    destroyed_at: destruction.now.toISOString(),
  }
  console.log(JSON.stringify({ level: 'info', code: 'destroyed', request_id: uuid(), ...logged }))
  return true
}

const filesLeft = (receipt: string) => (error: unknown) => {
  logFailure('warn', { requestId: null, method: 'DESTROY', path: '', code: 'files-left', receipt }, error)
  return 0
}

/** Deletes the files of destroyed inquiries once more: R2 may have failed, or a file have come meanwhile. */
export async function deleteFilesAgain(stores: Stores, now: Date): Promise<void> {
  for (const receipt of await filesToDeleteAgain(stores.DB, now.getTime(), DUE_MAX)) {
    await deleteMessageFiles(stores, receipt)
    await filesDeletedAgain(stores.DB, receipt)
  }
}

/** The condition that an inquiry is still due when it is destroyed. */
export const isDue = (now: Date): NonNullable<Destruction['condition']> => ({
  sql: IS_DUE,
  values: [now.toISOString(), unmarkedEnd(now).toISOString()],
})

/**
 * Destroys the inquiries whose day has come (docs/specification.md#9), and the delivered ones that nobody has marked for a year (decision
 * 053). What waits for its delivery never ends by the clock.
 * @param destroyOne destroys one that is still due, and logs it; a ConflictError says that it is not
 * @throws Error at the end where some could not be destroyed, or are left that were due two hours ago; the next run tries them again
 */
export async function destroyDue(
  { DB }: Pick<Env, 'DB'>,
  now: Date,
  destroyOne: (name: InquiryName) => Promise<unknown>,
): Promise<void> {
  const end = Date.now() + RUN_MS
  const dueAt = async (at: Date, limit: number) => [
    ...(await dueForDestruction(DB, at, limit)),
    ...(await unmarkedBefore(DB, unmarkedEnd(at), limit)),
  ]
  const due = await dueAt(now, DUE_MAX)
  let failed = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = due.shift(); next && Date.now() < end; next = due.shift()) {
        const { receipt, brand: brandId } = next
        await destroyOne({ receipt, brandId }).catch((error: unknown) => {
          if (error instanceof ConflictError) return
          failed++
          const at = { requestId: `scheduled-${now.toISOString()}`, method: 'SCHEDULED', path: '' }
          logFailure('error', { ...at, code: 'not-destroyed', receipt }, error)
        })
      }
    }),
  )
  if (failed > 0) throw new Error(`${failed} inquiries could not be destroyed.`)
  if ((await dueAt(new Date(now.getTime() - LATE_MS), 1)).length > 0)
    throw new Error('Inquiries are left that were due two hours ago.')
}
