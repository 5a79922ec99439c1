import { inTime } from '../deadlines/deadline.ts'
import { logFailure, type FailedRequest } from '../log.ts'

/** What can be left out of a page: undefined where it fails or has not come in so many milliseconds, which is logged. */
export async function ifKnown<T>(ms: number, work: Promise<T>, request: FailedRequest): Promise<T | undefined> {
  try {
    return await inTime(work, ms)
  } catch (error) {
    logFailure('warn', request, error)
    return undefined
  }
}
