const CHUNK_BYTES = 65_536

/**
 * The chunks of a byte stream, all read into the same memory, so that a large file leaves no garbage behind. A chunk is good until
 * the next one is asked for. Ending early cancels the stream.
 */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  let memory = new ArrayBuffer(CHUNK_BYTES)
  let over = false
  try {
    while (!over) {
      const { done, value } = await reader.read(new Uint8Array(memory))
      over = done
      if (!value) return
      if (value.length > 0) yield value
      memory = value.buffer as ArrayBuffer
    }
  } finally {
    if (!over) await reader.cancel()
  }
}
