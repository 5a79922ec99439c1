/** The bytes of a file, wherever it is. */
export interface Content {
  /** Bytes. */
  size: number
  /** Fewer bytes, or none, behind the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export const inMemory = (bytes: Uint8Array): Content => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(Math.max(0, offset), Math.max(0, offset + length)),
})

/** A file in R2 of so many bytes. Reading throws Error where it has gone. */
export const inBucket = (bucket: R2Bucket, key: string, size: number): Content => ({
  size,
  async read(at, length) {
    const offset = Math.max(0, at)
    const fits = Math.min(length, size - offset)
    if (fits <= 0) return new Uint8Array(0)
    const object = await bucket.get(key, { range: { offset, length: fits } })
    if (!object) throw new Error('A staged file has been deleted.')
    return object.bytes()
  },
})
