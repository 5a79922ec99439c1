import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { passedOn } from '../../../../functions/http/passed-on.ts'
import { FixedLengthStream } from '../../../support/workerd.ts'

/** A file that gives so many pieces, and then nothing more. */
function giving(pieces: number): ReadableStream<Uint8Array> {
  let given = 0
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      if (given++ < pieces) controller.enqueue(new Uint8Array(1000))
      else await new Promise(() => undefined)
    },
  })
}

/** After how many seconds a download ends of which the client takes so many pieces. */
async function endOf(source: ReadableStream<Uint8Array>, taken: number): Promise<number> {
  const from = Date.now()
  let end: number | null = null
  const { body, ended } = passedOn(source, null)
  void ended.then(() => (end = Date.now()))
  const reader = body.getReader()
  reader.closed.catch(() => undefined)
  for (let at = 0; at < taken; at++) await reader.read()
  while (end === null) await vi.advanceTimersByTimeAsync(500)
  return (end - from) / 1000
}

describe('a download of which nothing moves', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('IdentityTransformStream', FixedLengthStream)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('ends after ten seconds where its client has taken nothing yet, and after half a minute where it has', async () => {
    expect(await endOf(giving(3), 0)).toBe(10)
    expect(await endOf(giving(3), 1)).toBe(30)
  })

  test('ends after fifteen seconds in which its source gives nothing', async () => {
    expect(await endOf(giving(0), 0)).toBe(15)
    expect(await endOf(giving(2), 2)).toBe(15)
  })
})
