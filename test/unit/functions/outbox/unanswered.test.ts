import { describe, expect, test, vi } from 'vitest'
import { MINUTE, objects, outboxUnderTest, payload, receiptFor, stage } from '../../../support/outbox-under-test.ts'

/** UPSTREAM_DELIVERY_TIMEOUT_MS of a site. */
const DEADLINE = 30_000

describe('an outbox whose upstream never answers some inquiries, and all others at once', () => {
  const it = outboxUnderTest()
  const hanging: { until: number; end: () => void }[] = []
  const tick = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const second = async () => {
    vi.setSystemTime(Date.now() + 1000)
    for (const call of hanging.splice(0))
      if (call.until <= Date.now()) call.end()
      else hanging.push(call)
    await tick()
    if (it.disk.alarm !== null && it.disk.alarm <= Date.now()) {
      it.disk.alarm = null
      await it.outbox.alarm()
      await tick()
    }
  }
  /** How long an inquiry of a client that has sent no other waits, in seconds. */
  const waitOf = async (key: string, sent = payload) => {
    const at = Date.now()
    const { receipt } = await receiptFor(it.outbox.accept(key, sent, undefined, key))
    while ((await it.stateOf(receipt)) !== 'delivered' && Date.now() - at < 120 * MINUTE) await second()
    return (Date.now() - at) / 1000
  }

  test.each([4, 200])('lets %i of them, twenty a minute from one client, delay no other', async (count) => {
    it.upstream.mockImplementation((_, init) =>
      String(init.body).includes('poison')
        ? new Promise((_resolve, reject) => {
            const end = () => reject(new DOMException('', 'TimeoutError'))
            hanging.push({ until: Date.now() + DEADLINE, end })
          })
        : Promise.resolve(new Response(null, { status: 200 })),
    )
    await waitOf('before')
    const poison = { ...payload, inquiry: { ...payload.inquiry, subject: 'poison' } }
    for (let index = 0; index < count; index++) {
      await receiptFor(it.outbox.accept(`poison-${index}`, poison, undefined, 'poison'))
      for (let passed = 0; passed < 3; passed++) await second()
    }
    expect(await waitOf('key')).toBeLessThan(120)
  })

  test.each([4, 40])(
    'lets %i whose files it takes no byte of, twenty a minute from one client, delay no other’s files',
    async (count) => {
      objects.clear()
      const answers: Record<string, unknown> = { upload: 'ref', select: [], selectSubCategory: [], inquiry: null }
      it.upstream.mockImplementation((url, init) => {
        const path = url.split('/').at(-1) ?? ''
        if (path !== 'upload' || new Headers(init.headers).get('x-request-id') !== 'poison')
          return Promise.resolve(Response.json({ data: answers[path] ?? null }))
        return new Promise((_resolve, reject) => {
          // An upload that stalls is given up after ten seconds.
          hanging.push({ until: Date.now() + 10_000, end: () => reject(new DOMException('', 'TimeoutError')) })
        })
      })
      const withFiles = (requestId: string, ...ids: string[]) => ({
        ...payload,
        requestId,
        inquiry: { ...payload.inquiry, subject: ids.join(), held_files: ids },
        uploads: ids,
      })
      stage('11111111-1111-4111-8111-111111111111', 'a.pdf')
      stage('22222222-2222-4222-8222-222222222222', 'b.pdf')
      stage('33333333-3333-4333-8333-333333333333', 'c.pdf')
      const poison = withFiles('poison', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222')
      for (let index = 0; index < count; index++) {
        await receiptFor(it.outbox.accept(`poison-${index}`, poison, undefined, 'poison'))
        for (let passed = 0; passed < 3; passed++) await second()
      }
      expect(await waitOf('key', withFiles('r', '33333333-3333-4333-8333-333333333333'))).toBeLessThan(120)
    },
  )
})
