import { StalledError } from '../errors.ts'
import { chunksOf } from './byte-chunks.ts'
import { within } from '../deadline.ts'

/** A download whose client takes nothing for this long is given up. */
const STALLED_MS = 30_000
/**
 * Both together are below the half minute after which the platform drops what goes on for a client that has gone. Of one that has gone
 * before the first byte only this is seen, that nobody takes it.
 */
const FIRST_TAKEN_MS = 10_000
const SOURCE_STALLED_MS = 15_000

/**
 * Passes a file on to a client. It breaks off where the source gives nothing for 15 seconds, or the client takes nothing for 30, of the
 * first bytes for 10, so that a client that reads nothing holds no connection of the source.
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
    let patience = FIRST_TAKEN_MS
    for await (const chunk of chunksOf(source, SOURCE_STALLED_MS)) {
      await within(patience, writer.write(chunk), stalled)
      patience = STALLED_MS
    }
    await within(patience, writer.close(), stalled)
  }
  return { body: readable, ended: pass().catch((error: unknown) => void writer.abort(error).catch(() => undefined)) }
}

function stalled(): never {
  throw new StalledError('The client takes nothing of a download.')
}
