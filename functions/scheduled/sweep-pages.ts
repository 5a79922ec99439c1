import type { Env } from '../env.ts'

const HOURS_OF_A_DAY = 24

/** Calls of the platform that are left to a run. */
export class Calls {
  #left: number

  constructor(max: number) {
    this.#left = max
  }

  get left(): number {
    return this.#left
  }

  /** @returns false where so many are not left */
  take(count = 1): boolean {
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}

/**
 * Deletes page by page, so that a run that cannot list everything has deleted what it has seen. It begins at another key every hour, so
 * that each has its turn within a day where the keys are random.
 * @param share of the calls that are left
 * @param choose gives the keys to delete of one page
 * @returns how many were deleted, and whether all were seen
 */
export async function sweepPages(
  { FILES, now, calls }: Pick<Env, 'FILES'> & { now: Date; calls: Calls },
  prefix: string,
  share: number,
  choose: (objects: R2Object[]) => Promise<string[]> | string[],
): Promise<{ deleted: number; isWhole: boolean }> {
  const start = prefix + hexOf(now.getUTCHours() / HOURS_OF_A_DAY)
  const spared = Math.floor(calls.left * (1 - share))
  let deleted = 0
  for (const isRest of [false, true])
    for (let cursor: string | undefined; ;) {
      // One to list, one to delete.
      if (calls.left < spared + 2 || !calls.take()) return { deleted, isWhole: false }
      const from = cursor === undefined ? { startAfter: isRest ? prefix : start } : { cursor }
      const page = await FILES.list({ prefix, include: ['customMetadata'], ...from })
      const keys = await choose(isRest ? page.objects.filter(({ key }) => key <= start) : page.objects)
      if (keys.length > 0) {
        calls.take()
        await FILES.delete(keys)
      }
      deleted += keys.length
      const isOver = isRest && (page.objects.at(-1)?.key ?? '') > start
      if (!page.truncated || isOver) break
      cursor = page.cursor
    }
  return { deleted, isWhole: true }
}

/** The first two digits of a key at a share of all keys, from 0 to 1. */
const hexOf = (share: number) =>
  Math.floor(share * 256)
    .toString(16)
    .padStart(2, '0')
