import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lineOf } from '../../../../functions/http/client.ts'
import { MINUTE, objects, outboxUnderTest, payload, receiptFor, stage } from '../../../support/outbox-under-test.ts'

/** UPSTREAM_DELIVERY_TIMEOUT_MS of a site. */
const DEADLINE_MS = 30_000
/** After so long without a byte an upload is given up. */
const STALLED_MS = 10_000
/** When an outage ends one of them may be what finds out, and hang: a pause of 72 s and a deadline, once for each kind of attempt. */
const AFTER_OUTAGE_SECONDS = 2 * (72 + DEADLINE_MS / 1000)

describe('an inquiry beside those that the upstream never answers, twenty a minute from one client,', () => {
  const it = outboxUnderTest()
  /** Calls that wait for their deadline. */
  const hanging: { until: number; end: () => void }[] = []
  let isDown = false
  let sent = 0
  beforeEach(() => {
    hanging.length = 0
    isDown = false
    slowly = null
    objects.clear()
    it.upstream.mockImplementation((url, init) => {
      const path = url.split('/').at(-1) ?? ''
      const isHostile = new Headers(init.headers).get('x-request-id') === 'hostile'
      if (isHostile && slowly?.afterMs === 0) return Promise.resolve(new Response(null, { status: slowly.status }))
      if (isHostile && path === (isHolding ? 'upload' : 'inquiry'))
        return new Promise((resolve, reject) => {
          const fail = () => reject(new DOMException('', 'TimeoutError'))
          const end = () => (slowly ? resolve(new Response('{"data":null}', { status: slowly.status })) : fail())
          hanging.push({ until: Date.now() + (slowly?.afterMs ?? (isHolding ? STALLED_MS : DEADLINE_MS)), end })
        })
      if (isDown && path !== 'select') return Promise.resolve(new Response(null, { status: 503 }))
      return Promise.resolve(Response.json({ data: path === 'upload' ? 'ref' : path === 'inquiry' ? null : [] }))
    })
  })
  /** Whether inquiries have files that are still to be forwarded. */
  let isHolding = false
  /** How hostile ones are answered, where they are. */
  let slowly: { status: number; afterMs: number } | null = null

  const settle = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve))
  }
  const second = async () => {
    vi.setSystemTime(Date.now() + 1000)
    for (const call of hanging.splice(0))
      if (call.until <= Date.now()) call.end()
      else hanging.push(call)
    await settle()
    if (it.disk.alarm !== null && it.disk.alarm <= Date.now()) {
      it.disk.alarm = null
      await it.outbox.alarm()
      await settle()
    }
  }
  const accept = async (client: string, requestId = 'honest') => {
    const id = `${String(sent).padStart(8, '0')}-1111-4111-8111-111111111111`
    if (isHolding) stage(id, 'a.pdf')
    const files = isHolding ? [id] : []
    const inquiry = { ...payload.inquiry, held_files: files }
    const { receipt } = await receiptFor(
      it.outbox.accept(`key ${sent++}`, { ...payload, requestId, inquiry, uploads: files }, undefined, client),
    )
    return receipt
  }
  /** Hostile ones of each line every three seconds. @param client whose each of them is, by its number */
  const flood = async (seconds: number, until = async () => false, client = (_nth: number) => 'flood', lines = 1) => {
    for (let passed = 0; passed < seconds && !(await until()); passed++) {
      if (passed % 3 === 0) for (let line = 0; line < lines; line++) await accept(client(sent), 'hostile')
      await second()
    }
  }
  const isDelivered = async (receipt: string) => (await it.stateOf(receipt)) === 'delivered'
  /** How long it takes until an inquiry is delivered, in seconds, while ten more minutes bring hostile ones. */
  const waitOf = async (receipt: string) => {
    const at = Date.now()
    await flood(600, () => isDelivered(receipt))
    while (!(await isDelivered(receipt)) && Date.now() - at < 120 * MINUTE) await second()
    return (Date.now() - at) / 1000
  }

  describe.each([
    ['', false],
    ['whose files it takes no byte of', true],
  ])('%s', (_name, holding) => {
    beforeEach(() => void (isHolding = holding))

    test('arrives within two minutes', async () => {
      await flood(600)
      expect(await waitOf(await accept('visitor'))).toBeLessThan(120)
    })

    test('arrives within two minutes also where the upstream has failed on it once', async () => {
      await flood(60)
      isDown = true
      const receipt = await accept('visitor')
      while ((await it.outbox.history(receipt)).length < 2) await second()
      isDown = false
      expect(await waitOf(receipt)).toBeLessThan(120)
    })

    test('arrives within four minutes of the end of an outage', async () => {
      isDown = true
      const receipt = await accept('visitor')
      await flood(20 * 60)
      isDown = false
      expect(await waitOf(receipt)).toBeLessThan(AFTER_OUTAGE_SECONDS)
    })
  })

  test('arrives within four minutes where five lines begin at the end of the outage that it has waited through', async () => {
    isHolding = false
    isDown = true
    const receipt = await accept('visitor')
    for (let passed = 0; passed < 120; passed++) await second()
    await flood(30, undefined, (nth) => `line ${nth % 5}`, 5)
    isDown = false
    await flood(
      AFTER_OUTAGE_SECONDS,
      () => isDelivered(receipt),
      (nth) => `line ${nth % 5}`,
      5,
    )
    expect(await isDelivered(receipt)).toBe(true)
  })

  test.each([
    [1, 20, 400],
    [3, 6, 200],
  ])(
    'arrives within two minutes where %i lines send what is answered after %i s with %i, and it has failed in an outage',
    async (lines, seconds, status) => {
      isHolding = false
      slowly = { status, afterMs: seconds * 1000 }
      const floodOf = async (length: number, until?: () => Promise<boolean>) =>
        flood(length, until, (nth) => `line ${nth % lines}`, lines)
      await floodOf(60)
      isDown = true
      const receipt = await accept('visitor')
      await floodOf(60)
      isDown = false
      await floodOf(120, () => isDelivered(receipt))
      expect(await isDelivered(receipt)).toBe(true)
    },
  )

  test('arrives within four minutes of the end of an outage where two lines begin in its second minute', async () => {
    isHolding = false
    await accept('earlier')
    await second()
    isDown = true
    const receipt = await accept('visitor')
    for (let passed = 0; passed < 70; passed++) await second()
    const line = (nth: number) => `line ${nth % 2}`
    await flood(60, undefined, line, 2)
    isDown = false
    await flood(AFTER_OUTAGE_SECONDS, () => isDelivered(receipt), line, 2)
    expect(await isDelivered(receipt)).toBe(true)
  })

  test('arrives within two minutes where ten others a minute do, each of another line', async () => {
    isHolding = false
    const receipts: string[] = []
    for (let nth = 0; nth < 35; nth++) {
      receipts.push(await accept(`visitor ${nth}`))
      await flood(6)
      if (nth >= 20) expect(await isDelivered(receipts[nth - 20] ?? '')).toBe(true)
    }
  })

  test('arrives within two minutes where all of them come from the networks of one line', async () => {
    isHolding = false
    const lineAt = (address: string) =>
      lineOf(new Request('https://www.example/', { headers: { 'cf-connecting-ip': address } }))
    await flood(600, undefined, (nth) => lineAt(`2001:db8:0:${(nth % 256).toString(16)}::1`))
    expect(await waitOf(await accept(lineAt('192.0.2.1')))).toBeLessThan(120)
  })

  test('arrives within two minutes where an operator has twenty sent again that were refused, and it has failed once', async () => {
    isHolding = false
    slowly = { status: 400, afterMs: 0 }
    const refused = []
    for (let nth = 0; nth < 20; nth++) refused.push(await accept(`line ${nth}`, 'hostile'))
    await it.runUntil(Date.now() + 60 * MINUTE)
    slowly = null
    isDown = true
    const receipt = await accept('visitor')
    while ((await it.outbox.history(receipt)).length < 2) await second()
    for (const one of refused) expect(await it.outbox.retry(one)).toBe('done')
    isDown = false
    for (let passed = 0; passed < 120 && !(await isDelivered(receipt)); passed++) await second()
    expect(await isDelivered(receipt)).toBe(true)
  })

  describe('or always answers with 500,', () => {
    beforeEach(() => {
      isHolding = false
      slowly = { status: 500, afterMs: 0 }
    })
    /** One whose first attempt fails, as in a moment's outage. */
    const acceptFailing = async (client: string) => {
      isDown = true
      const receipt = await accept(client)
      while ((await it.outbox.history(receipt)).length < 2) await second()
      isDown = false
      return receipt
    }
    const acceptMany = async (count: number, client: (nth: number) => string, id?: string) => {
      for (let nth = 0; nth < count; nth++) {
        await accept(client(nth), id)
        await second()
      }
    }

    test.each([
      ['one line has sent twenty', 20, () => 'line', 5],
      ['ten lines have sent one each', 10, (nth: number) => `line ${nth}`, 1],
    ])('arrives within two minutes where %s, and it has failed once', async (_name, count, client, before) => {
      await acceptMany(count, client, 'hostile')
      await it.runUntil(Date.now() + 15 * MINUTE)
      await acceptMany(before, () => 'office')
      expect(await waitOf(await acceptFailing('office'))).toBeLessThan(120)
    })

    test('arrives within two minutes of the end of an outage where one came every hour of half a day', async () => {
      for (let hour = 0; hour < 12; hour++) {
        await accept(`hour ${hour}`, 'hostile')
        await it.runUntil(Date.now() + 60 * MINUTE)
      }
      isDown = true
      const early = await accept('early')
      const ofOffice = [await accept('office'), await accept('office')]
      await it.runUntil(Date.now() + 10 * MINUTE)
      const late = await accept('late')
      isDown = false
      await it.runUntil(Date.now() + 2 * MINUTE)
      for (const receipt of [early, ...ofOffice, late]) expect(await isDelivered(receipt)).toBe(true)
    })
  })
})
