import { StalledError } from '../errors.ts'
import { within } from '../deadline.ts'

export const CHUNK_BYTES = 65_536
/** For what may never arrive: thousands of bodies may be waited for at the same time. */
export const FIRST_CHUNK_BYTES = 4096

/**
 * Gives the chunks of a byte stream, all read into the same memory, so that a large file leaves no garbage. A chunk is valid
 * until the next one is requested. Stopping early cancels the stream.
 * @param stallMs how long the stream may give nothing; the memory grows with what it gives then
 * @param bytesMax how large a chunk may be, asked before each: what is short needs little memory
 * @throws StalledError after that time
 */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  stallMs?: number,
  bytesMax: () => number = () => CHUNK_BYTES,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  let memory = new ArrayBuffer(stallMs === undefined ? CHUNK_BYTES : Math.min(bytesMax(), FIRST_CHUNK_BYTES))
  let ended = false
  try {
    while (!ended) {
      const view = new Uint8Array(memory)
      const { done, value } = await (stallMs === undefined
        ? reader.read(view, { min: CHUNK_BYTES })
        : within(stallMs, reader.read(view), () => stalled(stallMs)))
      ended = done
      if (!value) return
      if (value.length > 0) yield value
      memory = value.buffer as ArrayBuffer
      const wanted = value.length === memory.byteLength ? memory.byteLength * 2 : memory.byteLength
      const length = Math.min(wanted, bytesMax(), CHUNK_BYTES)
      if (length !== memory.byteLength) memory = memory.transfer(length)
    }
  } finally {
    if (!ended) await reader.cancel()
  }
}

function stalled(stallMs: number): never {
  throw new StalledError(`Nothing has arrived for ${stallMs / 1000} seconds.`)
}
