import { ApiError, UpstreamFailedError } from '../../errors.ts'

/** Runs a call of D1 or R2. @throws UpstreamFailedError where the storage fails, and any ApiError of the call itself. */
export async function storageCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new UpstreamFailedError('The storage of the embedded upstream failed.', { cause })
  }
}
