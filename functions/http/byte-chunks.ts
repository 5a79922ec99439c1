import { StalledError } from '../errors.ts'
import { within } from './deadline.ts'

const CHUNK_BYTES = 65_536
/** For what may never arrive: thousands of bodies may be waited for at the same time. */
const FIRST_CHUNK_BYTES = 4096

/**
 * Gives the chunks of a byte stream, all read into the same memory, so that a large file leaves no garbage. A chunk is valid
 * until the next one is requested. Stopping early cancels the stream.
 * @param stallMs how long the stream may give nothing; the memory grows with what it gives then
 * @param bytesMax what the stream gives in all, where that is known: a short one needs little memory
 * @throws StalledError after that time
 */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  stallMs?: number,
  bytesMax = CHUNK_BYTES,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  const max = Math.min(bytesMax, CHUNK_BYTES)
  let memory = new ArrayBuffer(stallMs === undefined ? max : Math.min(max, FIRST_CHUNK_BYTES))
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
      if (value.length === memory.byteLength && memory.byteLength < max)
        memory = memory.transfer(Math.min(memory.byteLength * 2, max))
    }
  } finally {
    if (!ended) await reader.cancel()
  }
}

function stalled(stallMs: number): never {
  throw new StalledError(`Nothing has arrived for ${stallMs / 1000} seconds.`)
}
