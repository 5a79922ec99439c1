import { StalledError } from '../errors.ts'
import { chunksOf } from './byte-chunks.ts'
import { within } from './deadline.ts'

/** A download whose source gives nothing, or whose client takes nothing, for this long is given up. */
const STALLED_MS = 30_000

/**
 * Passes a file on to a client. It breaks off where nothing moves for 30 seconds, so that a client that reads nothing holds no connection of
 * the source.
 * @param size bytes; null where it is not known
 * @returns what the client gets, and what resolves at the end, whichever that is
 */
export function passedOn(
  source: ReadableStream<Uint8Array>,
  size: number | null,
): { body: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { readable, writable } = size === null ? new IdentityTransformStream() : new FixedLengthStream(size)
  const writer = writable.getWriter()
  const pass = async () => {
    for await (const chunk of chunksOf(source, STALLED_MS)) await within(STALLED_MS, writer.write(chunk), stalled)
    await writer.close()
  }
  return { body: readable, ended: pass().catch((error: unknown) => writer.abort(error).catch(() => undefined)) }
}

function stalled(): never {
  throw new StalledError('The client has taken nothing for half a minute.')
}
