import { StoreTimeoutError } from '../errors.ts'
import { logFailure, type FailedRequest } from '../log.ts'

/**
 * How long D1 or R2 may take for one call where nobody waits for a shorter time. With what follows a failure it is less than the half
 * minute after which the platform drops what goes on for a client that has gone, with the memory that it holds.
 */
const STORE_MS = 15_000

/**
 * Waits for work that may never end, for so many milliseconds. The work itself goes on.
 * @param late gives what stands for the answer that has not come in time, or throws
 */
export async function within<T, Late>(ms: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  }).then(late)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for a call of D1 or R2, so that none that is never answered holds anything for good. @throws StoreTimeoutError */
export const inTime = <T>(call: Promise<T>, ms = STORE_MS): Promise<T> =>
  within(ms, call, (): never => {
    throw new StoreTimeoutError('The store has not answered in time.')
  })

/** What can be left out of a page: undefined where it fails or has not come in so many milliseconds, which is logged. */
export async function ifKnown<T>(ms: number, work: Promise<T>, request: FailedRequest): Promise<T | undefined> {
  try {
    return await inTime(work, ms)
  } catch (error) {
    logFailure('warn', request, error)
    return undefined
  }
}
