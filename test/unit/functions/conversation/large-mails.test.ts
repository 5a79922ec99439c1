import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { conversationUnderTest, VISITOR } from '../../../support/conversation-under-test.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import { BusyError, StoreTimeoutError } from '../../../../functions/errors.ts'
import { takeMemory } from '../../../../functions/http/memory-limit.ts'
import { receiveMail } from '../../../../functions/conversation/receive-reply.ts'
import { file, multipart, rawMail } from '../../../support/hostile-mails/mail.ts'
import { sent } from '../../../support/mail-binding.ts'
import { PNG } from '../../../support/sample-files.ts'
import { objects, r2, signAtOnce } from '../../../support/site-under-test.ts'

const withFile = (megabytes: number) => {
  const picture = Buffer.concat([PNG, Buffer.alloc(megabytes * MEGABYTE)]).toString('base64')
  return multipart([file('a.png', 'image/png', picture.replace(/.{76}/g, '$&\r\n'))])
}
const { body } = withFile(8)
const LARGE = () => rawMail({ head: multipart([]).head, body })
const SMALL = () => rawMail(withFile(0.1))

describe('a mail of 11 MB', () => {
  const conversation = conversationUnderTest()
  /** How many are being read, and the most at a time. */
  let open = 0
  let most = 0

  /** @param arrives what its bytes wait for */
  const deliver = async (mail: Uint8Array<ArrayBuffer>, arrives?: Promise<void>, settings: object = {}) => {
    let at = 0
    const raw = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        type: 'bytes',
        async pull(controller) {
          if (at === 0) most = Math.max(most, ++open)
          await arrives
          controller.enqueue(mail.slice(at, (at += MEGABYTE)))
          if (at < mail.length) return
          open--
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const to = String(sent().findLast(({ replyTo }) => replyTo)?.replyTo)
    const incoming = { from: VISITOR, to, raw, rawSize: mail.length, setReject: () => undefined }
    return receiveMail({ ...conversation.raw, ...settings }, incoming)
  }

  /** Lets work come to its end, and the clock of the test with it. */
  const end = async (...work: Promise<unknown>[]) => {
    let isOver = false
    void Promise.allSettled(work).then(() => (isOver = true))
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(10)
    }
  }

  /** Gives back what others have of the memory. */
  let giveBack = () => {}

  beforeEach(async () => {
    signAtOnce()
    open = most = 0
    await conversation.answer(await conversation.receive('k'), 'Hello.')
  })
  afterEach(() => {
    giveBack()
    r2.state = 'works'
    vi.useRealTimers()
  })

  test('is read alone: of five at once all are taken, and a small one does not wait for them', async () => {
    const arrives = Promise.withResolvers<void>()
    const five = Array.from({ length: 5 }, () => deliver(LARGE(), arrives.promise))
    await vi.waitFor(() => expect(open).toBe(1))
    expect(await deliver(SMALL())).toBe('received')
    most = open
    arrives.resolve()
    expect(await Promise.all(five)).toEqual(Array.from({ length: 5 }, () => 'received'))
    expect(most).toBe(1)
  }, 120_000)

  test.each([
    ['whose bytes do not come', StoreTimeoutError, new Promise<void>(() => undefined)],
    ['whose file R2 never answers for', StoreTimeoutError, undefined],
  ])(
    '%s fails before the platform ends its handler, so that it comes again, and the next one is read',
    async (_, fault, arrives) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      if (!arrives) r2.state = 'never answers'
      const before = Date.now()
      const first = deliver(LARGE(), arrives)
      const failed = expect(first.finally(() => (r2.state = 'works'))).rejects.toBeInstanceOf(fault)
      await end(failed)
      await failed
      expect(Date.now() - before).toBeLessThan(30_000)
      const next = deliver(LARGE())
      await end(next)
      expect(await next).toBe('received')
    },
    120_000,
  )

  test('waits for uploads, but not until the platform ends its handler; then it fails without being read, so that it comes again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    giveBack = takeMemory(30 * MEGABYTE, null)
    const before = Date.now()
    const refused = expect(deliver(LARGE())).rejects.toBeInstanceOf(BusyError)
    await end(refused)
    await refused
    expect(Date.now() - before).toBeLessThan(25_000)
    expect(most).toBe(0)
    const taken = deliver(LARGE())
    giveBack()
    await end(taken)
    expect(await taken).toBe('received')
  }, 120_000)

  test.each([
    ['is slow for each', [4000, 4000, 4000], 'received', 4],
    ['never answers for the third', [0, 0, Infinity], 'The store has not answered in time.', 0],
  ])('of three files is taken whole or not at all: R2 %s', async (_, delays, outcome, kept) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { FILES } = conversation.raw as { FILES: R2Bucket }
    const waits = [...delays]
    const put = async (...args: Parameters<R2Bucket['put']>) => {
      const ms = waits.shift()
      if (ms === Infinity) await new Promise(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, ms))
      return FILES.put(...args)
    }
    const three = ['a.png', 'b.png', 'c.png'].map((name) => file(name, 'image/png', PNG.toString('base64')))
    const told = deliver(rawMail(multipart(three)), undefined, { FILES: { ...FILES, put } }).catch(
      ({ message }: Error) => message,
    )
    await end(told)
    expect(await told).toBe(outcome)
    // With the mail itself.
    expect([...objects.keys()].filter((key) => key.startsWith('conversation/'))).toHaveLength(kept)
  })
})
