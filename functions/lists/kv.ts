import { logOnceAMinute } from '../log.ts'

/** The part of a KV namespace that is read. */
export interface KvReader {
  get(key: string, options?: { cacheTtl: number }): Promise<string | null>
}
/** The part of a KV namespace that is written. */
export interface KvWriter {
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
}

/**
 * Reads from KV. Whoever reads must be able to go on without it. Failures are logged once a minute.
 * @param options.cacheTtl as for KV
 * @returns undefined where KV fails
 */
export async function readKv(
  store: KvReader,
  key: string,
  options?: { cacheTtl: number },
): Promise<string | null | undefined> {
  try {
    return await (options ? store.get(key, options) : store.get(key))
  } catch (error) {
    logOnceAMinute('KV', 'kv-unread', error)
    return undefined
  }
}

/** Writes to KV. Never throws: failures are logged once a minute. */
export async function writeKv(
  store: KvWriter,
  key: string,
  value: string,
  options: { expirationTtl: number },
): Promise<void> {
  await store.put(key, value, options).catch((error: unknown) => logOnceAMinute('KV', 'kv-unwritten', error))
}
