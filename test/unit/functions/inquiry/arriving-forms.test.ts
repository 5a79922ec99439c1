import { afterEach, expect, test, vi } from 'vitest'
import { MEGABYTE } from '../../../../functions/contract/limits.ts'
import type { Env } from '../../../../functions/env.ts'
import { RateLimitError } from '../../../../functions/errors.ts'
import { PostedForm } from '../../../../functions/inquiry/posted-form.ts'

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
  const body = new ReadableStream<Uint8Array>({
    type: 'bytes',
    start(controller) {
      opened.push(controller as unknown as ReadableStreamDefaultController<Uint8Array>)
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
  return { form, read, fail: () => opened.at(-1)?.error(new Error('gone')) }
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

afterEach(async () => {
  vi.useRealTimers()
  for (const controller of opened.splice(0)) controller.error(new Error('gone'))
  await turns()
})

test('hundreds of forms of many clients that stop after 65,000 bytes take no more than the 40 MB of arriving files', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const before = process.memoryUsage().arrayBuffers
  for (let nth = 0; nth < 500; nth++) begin(`192.0.${nth >> 8}.${nth & 255}`, 65_000)
  await turns()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(46 * MEGABYTE)
})

test.each([
  ['that have stopped', SUBJECT + CONTENT],
  ['that are refused and stop then', `${SUBJECT}${`${CONTENT}${'a'.repeat(7000)}\r\n`.repeat(3)}--x no part`],
])('a form that waits in vain for memory takes it from those %s, which keep what was typed', async (_, head) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  for (let nth = 0; nth < 213; nth++) begin(`192.0.2.${nth}`, 50_000)
  await turns()
  const content = '견적을 부탁드립니다. '.repeat(160)
  const { form, fail, read } = begin('198.51.100.1', 1, `${SUBJECT}${CONTENT}${content}\r\n${SUBJECT}`)
  await turns()
  fail()
  expect(await read).not.toBeInstanceOf(RateLimitError)
  expect(form.values.content).toBe(content)
})

test('one client has thirty forms that arrive, and the one beyond is refused at once with what was typed; others go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const thirty = Array.from({ length: 30 }, () => begin('203.0.113.1', 10_000))
  await turns()
  const beyond = begin('203.0.113.1', 10_000)
  await turns()
  beyond.fail()
  expect(await beyond.read).toBeInstanceOf(RateLimitError)
  expect(beyond.form.values.subject).toBe('Price')
  const other = begin('203.0.113.2', 10_000)
  await turns()
  other.fail()
  expect(await other.read).not.toBeInstanceOf(RateLimitError)
  // A place is free again once its form has ended.
  for (const controller of opened) controller.error(new Error('gone'))
  await Promise.all(thirty.map(({ read }) => read))
  const next = begin('203.0.113.1', 10_000)
  await turns()
  next.fail()
  expect(await next.read).not.toBeInstanceOf(RateLimitError)
})
