import { expect, test } from 'vitest'
import { chunksOf } from '../../../../functions/http/byte-chunks.ts'

const SMALL = 4096

/** A byte stream that gives small pieces, as R2 does. */
function inPieces(count: number): ReadableStream<Uint8Array> {
  let given = 0
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (given === count) {
        controller.close()
        controller.byobRequest?.respond(0)
      } else controller.enqueue(new Uint8Array(SMALL).fill(given++))
    },
  })
}

async function lengthsOf(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const lengths: number[] = []
  for await (const chunk of chunks) lengths.push(chunk.length)
  return lengths
}

test('a file that the site has itself comes in few chunks, however small its pieces are', async () => {
  expect(await lengthsOf(chunksOf(inPieces(35)))).toEqual([65_536, 65_536, 3 * SMALL])
})
