import { afterEach, describe, expect, test, vi } from 'vitest'
import { takePartOf } from '../../../../functions/attachments/stage-upload.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import { BusyError } from '../../../../functions/errors.ts'
import { takeMemory, waitForMemory } from '../../../../functions/http/memory-limit.ts'

const given: (() => void)[] = []
const taken = (giveBack: () => void) => void given.push(giveBack)
/** @param client the last number of an address */
const begin = (client: number, megabytes: number) => {
  const headers = { 'content-length': String(megabytes * MEGABYTE), 'cf-connecting-ip': `192.0.2.${client}` }
  const giveBack = takePartOf(new Request('http://www.example/', { method: 'POST', headers }))
  taken(giveBack)
  return giveBack
}

afterEach(() => {
  vi.useRealTimers()
  for (const giveBack of given.splice(0)) giveBack()
})

describe('uploads that arrive at an isolate', () => {
  test('are twelve large ones at once; one more is told when to come again, and is taken once another has ended', () => {
    const twelve = Array.from({ length: 12 }, (_, nth) => begin(nth, 20))
    expect(() => begin(13, 20)).toThrow(BusyError)
    expect(new BusyError('').headers).toEqual({ 'retry-after': '5' })
    twelve[0]?.()
    begin(13, 20)
  })

  test('take no more than they announce, so that many small ones arrive at once', () => {
    for (let nth = 0; nth < 60; nth++) begin(nth, 1)
    expect(() => begin(60, 1)).toThrow(BusyError)
  })

  test('of one client are ten large ones, and others go on beside them', () => {
    for (let nth = 0; nth < 10; nth++) begin(1, 20)
    expect(() => begin(1, 20)).toThrow(BusyError)
    begin(2, 20)
  })

  test('that the platform has dropped leave their memory to others', () => {
    vi.useFakeTimers()
    for (let nth = 0; nth < 12; nth++) begin(nth, 20)
    vi.setSystemTime(Date.now() + 14 * 60_000)
    expect(() => begin(12, 20)).toThrow(BusyError)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    begin(12, 20)
  })
})

test('whoever waits for memory gets it when it is free, or is told after his time', async () => {
  vi.useFakeTimers()
  const giveBack = takeMemory(60 * MEGABYTE, null)
  const first = waitForMemory(1, 3000)
  await vi.advanceTimersByTimeAsync(2000)
  giveBack()
  await vi.advanceTimersByTimeAsync(200)
  taken(await first)
  const second = waitForMemory(60 * MEGABYTE, 3000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await second).toBeInstanceOf(BusyError)
})
