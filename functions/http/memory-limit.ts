import { MEGABYTE } from '../contract/attachments.ts'
import { BusyError } from '../errors.ts'

/** What files and mails that arrive at this isolate hold together. It has 128 MB, with pages and lists. */
const BYTES_MAX = 60 * MEGABYTE
/** What one client, or one mail, counts at most: others go on beside it. */
export const SHARE_MAX = 50 * MEGABYTE
/** A body is there after ten minutes, its storing included after this: what the platform has dropped counts no longer. */
const TAKEN_MS = 900_000
const POLL_MS = 100

interface Taken {
  client: string | null
  bytes: number
  until: number
}

const taken = new Set<Taken>()

function held(client?: string): number {
  let bytes = 0
  for (const one of taken)
    if (one.until < Date.now()) taken.delete(one)
    else if (client === undefined || one.client === client) bytes += one.bytes
  return bytes
}

/**
 * Takes memory for what arrives.
 * @param client whose share it is of, see `clientOf`; null for what needs none
 * @returns gives it back
 * @throws BusyError where others have it
 */
export function takeMemory(bytes: number, client: string | null): () => void {
  if (held() + bytes > BYTES_MAX || (client !== null && held(client) + bytes > SHARE_MAX))
    throw new BusyError('Too many files are arriving at once.')
  const one = { client, bytes, until: Date.now() + TAKEN_MS }
  taken.add(one)
  return () => void taken.delete(one)
}

/** The same, and waits for it. @throws BusyError after so many milliseconds */
export async function waitForMemory(bytes: number, waitMs: number): Promise<() => void> {
  for (const end = Date.now() + waitMs; ;) {
    try {
      return takeMemory(bytes, null)
    } catch (error) {
      if (Date.now() >= end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
