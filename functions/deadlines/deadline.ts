import { StoreTimeoutError } from '../errors.ts'

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

/** The same for calls of a store. @throws StoreTimeoutError */
export const inTime = <T>(call: Promise<T>, ms: number): Promise<T> =>
  within(ms, call, (): never => {
    throw new StoreTimeoutError('The store has not answered in time.')
  })
