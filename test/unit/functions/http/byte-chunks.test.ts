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

test('what a client sends comes as it arrives', async () => {
  expect(await lengthsOf(chunksOf(inPieces(3), 30_000))).toEqual([SMALL, SMALL, SMALL])
})

test('the memory for what a client sends grows with it', async () => {
  const much = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array(200_000))
      controller.close()
    },
  })
  expect(await lengthsOf(chunksOf(much, 30_000))).toEqual([4096, 8192, 16_384, 32_768, 65_536, 65_536, 7488])
})
