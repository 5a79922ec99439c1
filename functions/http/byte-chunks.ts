export const CHUNK_BYTES = 65_536

/**
 * Gives the chunks of a byte stream that the site has itself, all read into the same memory, so that a large file leaves no garbage. A chunk
 * is valid until the next one is requested. Stopping early cancels the stream.
 */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  let memory = new ArrayBuffer(CHUNK_BYTES)
  let ended = false
  try {
    while (!ended) {
      const { done, value } = await reader.read(new Uint8Array(memory), { min: CHUNK_BYTES })
      ended = done
      if (!value) return
      if (value.length > 0) yield value
      memory = value.buffer as ArrayBuffer
    }
  } finally {
    if (!ended) await reader.cancel()
  }
}
