import { logFailure, type FailedRequest } from '../log.ts'

class LateError extends Error {
  override readonly name = 'LateError'
}

/** What can be left out of a page: undefined where it fails or has not come in so many milliseconds, which is logged. */
export async function ifKnown<T>(ms: number, work: Promise<T>, request: FailedRequest): Promise<T | undefined> {
  try {
    return await within(ms, work, () => {
      throw new LateError()
    })
  } catch (error) {
    logFailure('warn', request, error)
    return undefined
  }
}

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
