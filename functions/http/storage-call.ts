import { ApiError, StoreTimeoutError, UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'

/**
 * Runs a call of D1 or R2.
 * @throws UpstreamFailedError where the storage fails, UpstreamTimeoutError where it does not answer, and any other ApiError of the call itself
 */
export async function storageCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof StoreTimeoutError) throw new UpstreamTimeoutError(cause.message, { cause })
    if (cause instanceof ApiError) throw cause
    throw new UpstreamFailedError('The storage failed.', { cause })
  }
}
