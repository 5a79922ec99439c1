import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MEGABYTE } from '../../../../functions/contract/limits.ts'
import type { Env } from '../../../../functions/env.ts'
import { RateLimitError } from '../../../../functions/errors.ts'
import { PostedForm } from '../../../../functions/inquiries/posted-form.ts'

const limit = { limit: async () => ({ success: true }) }
const env = { FORM_LIMIT: limit, INQUIRY_LIMIT: limit } as unknown as Env
const SUBJECT = '--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nPrice\r\n'
const CONTENT = '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n'
const opened: ReadableStreamDefaultController<Uint8Array>[] = []

/** A form of which so many bytes of its text come, and then no more until a test ends it. */
function begin(client: string, bytes: number, head = SUBJECT + CONTENT) {
  const sent = new TextEncoder().encode(head)
  let left = bytes
  let isBegun = false
  let fail = () => undefined as void
  const body = new ReadableStream<Uint8Array>({
    type: 'bytes',
    start(controller) {
      opened.push(controller as unknown as ReadableStreamDefaultController<Uint8Array>)
      fail = () => controller.error(new Error('gone'))
    },
    async pull(controller) {
      if (!isBegun) controller.enqueue(sent.slice())
      else if (left > 0) controller.enqueue(new Uint8Array(Math.min(left, 4096)).fill(97))
      else await new Promise(() => undefined)
      if (isBegun) left -= 4096
      isBegun = true
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'cf-connecting-ip': client }
  const request = new Request('http://www.example/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const form = new PostedForm('sales', request)
  const read = form.read(env).catch((error: unknown) => error)
  return { form, read, fail }
}

const turns = async () => {
  for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const pass = async (seconds: number) => {
  for (let at = 0; at < seconds; at++) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(async () => {
  for (const controller of opened.splice(0)) controller.error(new Error('gone'))
  await turns()
  // Those that wait for memory.
  await pass(15)
  vi.useRealTimers()
})

test('hundreds of forms of many clients that stop after 65,000 bytes take no more than the 40 MB of arriving files', async () => {
  const before = process.memoryUsage().arrayBuffers
  for (let nth = 0; nth < 500; nth++) begin(`192.0.${nth >> 8}.${nth & 255}`, 65_000)
  await turns()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(46 * MEGABYTE)
})

test.each([
  ['that have stopped', SUBJECT + CONTENT],
  ['that are refused and stop then', `${SUBJECT}${`${CONTENT}${'a'.repeat(7000)}\r\n`.repeat(3)}--x no part`],
])('a form that waits in vain for memory takes it from those %s, which keep what was typed', async (_, head) => {
  const stopped = Array.from({ length: 213 }, (_none, nth) => begin(`192.0.2.${nth}`, 50_000, head))
  await turns()
  const { form, fail, read } = begin('198.51.100.1', 30_000)
  await turns()
  await pass(22)
  const answered = await Promise.race([Promise.any(stopped.map((one) => one.read.then(() => one))), pass(1)])
  expect(answered?.form.values.subject).toBe('Price')
  fail()
  expect(await read).not.toBeInstanceOf(RateLimitError)
  expect(form.values.subject).toBe('Price')
})

test('what is typed needs no memory of files: it arrives while others have all of it', async () => {
  for (let nth = 0; nth < 213; nth++) begin(`192.0.2.${nth}`, 50_000)
  await turns()
  const content = '견적을 부탁드립니다. '.repeat(160)
  const { form, fail, read } = begin('198.51.100.1', 1, `${SUBJECT}${CONTENT}${content}\r\n${SUBJECT}`)
  await turns()
  fail()
  expect(await read).not.toBeInstanceOf(RateLimitError)
  expect(form.values.content).toBe(content)
})

const ended = (forms: readonly ReturnType<typeof begin>[]) =>
  Promise.all(forms.map(({ read }) => Promise.race([read, turns().then(() => null)])))

test('a form that waits for memory and has no place waits no longer, and takes none afterwards', async () => {
  const many = Array.from({ length: 700 }, (_none, nth) => begin(`192.0.${nth >> 8}.${nth & 255}`, 20_000))
  await turns()
  await pass(3)
  expect((await ended(many)).filter((result) => result instanceof RateLimitError)).toHaveLength(100)
  for (const { fail } of many) fail()
  await turns()
  await pass(12)
  // All memory is free again.
  const next = Array.from({ length: 210 }, (_none, nth) => begin(`198.51.100.${nth}`, 20_000))
  await turns()
  await pass(3)
  expect((await ended(next)).filter((result) => result === null)).toHaveLength(210)
})

test('of one client thirty forms take longer than a second; one more gets the place of the slowest, which keeps what was typed', async () => {
  const thirty = Array.from({ length: 30 }, (_none, nth) => begin('203.0.113.1', nth === 7 ? 1 : 10_000))
  await turns()
  await pass(3)
  const beyond = begin('203.0.113.1', 10_000)
  await turns()
  await pass(3)
  const results = await ended(thirty)
  expect(results.flatMap((result, nth) => (result === null ? [] : nth))).toEqual([7])
  expect(results[7]).toBeInstanceOf(RateLimitError)
  expect(thirty[7]?.form.values.subject).toBe('Price')
  for (const form of [beyond, begin('203.0.113.2', 10_000)]) {
    await turns()
    form.fail()
  }
  expect(await beyond.read).not.toBeInstanceOf(RateLimitError)
})

test('a form that is there within a second needs no place among those of its client', async () => {
  for (let nth = 0; nth < 30; nth++) begin('203.0.113.1', 10_000)
  await turns()
  await pass(2)
  const content = '견적을 부탁드립니다. '.repeat(160)
  const { form, fail, read } = begin('203.0.113.1', 1, `${SUBJECT}${CONTENT}${content}\r\n${SUBJECT}`)
  await turns()
  fail()
  expect(await read).not.toBeInstanceOf(RateLimitError)
  expect(form.values.content).toBe(content)
})

test('a flood of bodies of one client that stop ends nobody else’s, not even a slow one, and refuses no form', async () => {
  const slow = begin('198.51.100.2', 10_000)
  await turns()
  await pass(3)
  const flood = Array.from({ length: 900 }, () => begin('203.0.113.1', 1))
  await turns()
  const content = '견적을 부탁드립니다. '.repeat(160)
  const quick = begin('198.51.100.1', 1, `${SUBJECT}${CONTENT}${content}\r\n${SUBJECT}`)
  await turns()
  quick.fail()
  expect(await quick.read).not.toBeInstanceOf(RateLimitError)
  await pass(4)
  expect((await ended(flood)).filter((result) => result === null)).toHaveLength(30)
  expect(await ended([slow])).toEqual([null])
})

test('bodies that stop end no upload that goes on, of the same client or of an isolate that is full of ever new ones', async () => {
  const going = begin('2001:db8:7::1', 15_000)
  await turns()
  await pass(3)
  for (let nth = 0; nth < 40; nth++) begin('2001:db8:7::1', 1)
  for (let nth = 0; nth < 700; nth++) begin(`2001:db8:8:${nth.toString(16)}::1`, 1)
  await turns()
  await pass(4)
  expect(await ended([going])).toEqual([null])
})

test('six hundred bodies take long in an isolate; one more gets the place of one of the client that has most', async () => {
  const lone = begin('198.51.100.2', 1)
  const many = Array.from({ length: 21 * 30 }, (_none, nth) => begin(`192.0.2.${nth % 21}`, 10_000))
  await turns()
  await pass(3)
  expect((await ended(many)).filter((result) => result === null)).toHaveLength(599)
  const next = begin('198.51.100.3', 1)
  await turns()
  await pass(4)
  expect((await ended(many)).filter((result) => result === null)).toHaveLength(598)
  expect(await ended([lone, next])).toEqual([null, null])
})
