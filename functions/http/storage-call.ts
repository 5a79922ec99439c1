import { ApiError, UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { within } from './deadline.ts'

/** Runs a call of D1 or R2. @throws UpstreamFailedError where the storage fails, and any ApiError of the call itself. */
export async function storageCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new UpstreamFailedError('The storage failed.', { cause })
  }
}

/** The same where a visitor waits. @throws UpstreamTimeoutError where the storage has not answered in so many milliseconds */
export const storageCallWithin = <T>(ms: number, call: () => Promise<T>): Promise<T> =>
  within(ms, storageCall(call), (): never => {
    throw new UpstreamTimeoutError('The storage did not answer in time.')
  })
