import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MEGABYTE } from '../../../../functions/contract/limits.ts'
import { LimitedBody, readBody } from '../../../../functions/http/limited-body.ts'
import { readParts } from '../../../../functions/http/multipart.ts'

/** A body that announces 50 MB, in pieces of so many bytes; without an end where there are none. */
function posted(bytes = new Uint8Array(), piece = 1): Request {
  let at = 0
  const body = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      if (bytes.length === 0) await new Promise(() => undefined)
      if (at < bytes.length) return controller.enqueue(bytes.slice(at, (at += piece)))
      controller.close()
      controller.byobRequest?.respond(0)
    },
  })
  const headers = { 'content-length': String(50 * MEGABYTE) }
  return new Request('http://www.example/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

test('bodies of which nothing has arrived hold next to no memory', async () => {
  const before = process.memoryUsage().arrayBuffers
  const idle = Array.from({ length: 500 }, () => new LimitedBody(posted(), 51 * MEGABYTE))
  // They are given up when their time is over.
  for (const body of idle)
    readParts(body, 'x')
      .next()
      .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MEGABYTE)
  for (const body of idle) body.release()
})

test.each([1000, 5000, 70_000, MEGABYTE])('a large body in pieces of %i bytes arrives intact', async (piece) => {
  const file = randomBytes(3 * MEGABYTE)
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'
  const request = posted(new Uint8Array(Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])), piece)
  const read: Uint8Array[] = []
  await readBody(request, 51 * MEGABYTE, async (body) => {
    for await (const part of readParts(body, 'x')) for await (const chunk of part.chunks) read.push(chunk.slice())
  })
  expect(Buffer.concat(read).equals(file)).toBe(true)
})
