import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StalledError, TooLargeError } from '../../../../functions/errors.ts'
import { readBody } from '../../../../functions/http/request-body.ts'
import { readParts } from '../../../../functions/http/multipart.ts'

const MEGABYTE = 1_048_576

/** A request whose body comes as the given chunks, each so many seconds after it was asked for. */
function arriving(chunks: number, bytes: number, seconds: number): Request {
  let sent = 0
  const body = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      if (sent++ === chunks) {
        controller.close()
        controller.byobRequest?.respond(0)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      controller.enqueue(new Uint8Array(bytes))
    },
  })
  return new Request('http://www.example/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

/** Reads a body to its end. @param workMs what the reader does with each chunk */
async function read(request: Request, workMs = 0): Promise<number> {
  let bytes = 0
  await readBody(request, 100 * MEGABYTE, async (body) => {
    for await (const chunk of body) {
      bytes += chunk.length
      if (workMs > 0) await new Promise((resolve) => setTimeout(resolve, workMs))
    }
  })
  return bytes
}

/** The outcome of a reading while time passes, and after how many seconds it was there. */
async function outcome(reading: Promise<number>): Promise<{ value: number | Error; seconds: number }> {
  const from = Date.now()
  let settled: { value: number | Error; seconds: number } | null = null
  const settle = (value: number | Error) => (settled = { value, seconds: (Date.now() - from) / 1000 })
  reading.then(settle, settle)
  while (settled === null) await vi.advanceTimersByTimeAsync(1000)
  return settled
}

describe('a body that arrives slowly', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is given up after a minute that brought less than 2 KB a second, however regularly a byte comes', async () => {
    const { value, seconds } = await outcome(read(arriving(1000, 1, 12)))
    expect(value).toBeInstanceOf(StalledError)
    expect(seconds).toBeLessThanOrEqual(90)
  })

  test('is given up in a later minute too', async () => {
    const quick = arriving(40, 60_000, 2)
    const body = new ReadableStream<Uint8Array>({
      type: 'bytes',
      async start(controller) {
        await readBody(quick, 100 * MEGABYTE, async (early) => {
          for await (const chunk of early) controller.enqueue(chunk.slice())
        })
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 12_000))
          controller.enqueue(new Uint8Array(1))
        }
      },
    })
    const request = new Request('http://www.example/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    const { value, seconds } = await outcome(read(request))
    expect(value).toBeInstanceOf(StalledError)
    expect(seconds).toBeLessThanOrEqual(80 + 150)
  })

  test('is read to its end at 2 KB a second, and given up at a byte less', async () => {
    expect((await outcome(read(arriving(150, 3 * 2048, 3)))).value).toBe(150 * 3 * 2048)
    expect((await outcome(read(arriving(150, 3 * 2048 - 1, 3)))).value).toBeInstanceOf(StalledError)
  })

  test('is given up after ten minutes, however much it is', async () => {
    const { value, seconds } = await outcome(read(arriving(1000, 60_000, 2)))
    expect(value).toBeInstanceOf(StalledError)
    expect(seconds).toBeLessThanOrEqual(605)
  })

  test('is not blamed for the time that the site itself takes', async () => {
    expect((await outcome(read(arriving(20, 1000, 0), 60_000))).value).toBe(20_000)
  })
})

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
  for (let nth = 0; nth < 500; nth++) void read(posted()).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MEGABYTE)
})

test.each([1000, 5000, 70_000, MEGABYTE])('a large body in pieces of %i bytes arrives intact', async (piece) => {
  const file = randomBytes(3 * MEGABYTE)
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'
  const request = posted(new Uint8Array(Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])), piece)
  const chunks: Uint8Array[] = []
  await readBody(request, 51 * MEGABYTE, async (body) => {
    for await (const part of readParts(body, 'x')) for await (const chunk of part.chunks) chunks.push(chunk.slice())
  })
  expect(Buffer.concat(chunks).equals(file)).toBe(true)
})

test('a body beyond its limit is refused, and read to its end first, so that its client reads the answer', async () => {
  let pieces = 6
  const body = new ReadableStream({
    type: 'bytes',
    pull: async (controller) => {
      if (pieces-- > 0) return controller.enqueue(new Uint8Array(50_000))
      controller.close()
      controller.byobRequest?.respond(0)
    },
  })
  const request = new Request('http://www.example/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const refused = readBody(request, 100_000, async (chunks) => {
    for await (const _ of chunks);
  })
  await expect(refused).rejects.toBeInstanceOf(TooLargeError)
  expect(pieces).toBe(-1)
})
