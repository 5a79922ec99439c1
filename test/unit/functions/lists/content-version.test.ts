import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withDeadlines } from '../../../../functions/deadlines/bindings'
import { CONTENT_KEY, ContentVersion } from '../../../../functions/lists/content-version'
import { Isolate, SECOND, START, World } from '../../../support/content-isolates'

afterEach(() => vi.restoreAllMocks())

/** What somebody does to an entry, in one of two isolates. */
const CHANGE = {
  isolate: fc.nat(1),
  entry: fc.nat(5),
  action: fc.constantFrom('publish', 'correct', 'schedule', 'withdraw'),
  delay: fc.integer({ min: 1, max: 400 * SECOND }),
}

describe('a publication', () => {
  const step = fc.record({
    ...CHANGE,
    waits: fc.array(fc.integer({ min: 1, max: 45 * SECOND }), { maxLength: 6 }),
  })

  test('is seen at once where it was made, and in the other isolate within 60 s: 1,000 random ones', async () => {
    let publications = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        const world = new World()
        const isolates = [new Isolate(world), new Isolate(world)]
        for (const [index, { isolate, entry, action, delay, waits }] of steps.entries()) {
          publications += 1
          world.change(entry, {
            text: `${entry}v${index}`,
            publishedAt: action === 'schedule' ? world.now + delay : world.now,
            withdrawn: action === 'withdraw',
          })
          await isolates[isolate]?.announce()
          expect(await isolates[isolate]?.visit()).toBe(world.publicText())
          for (const wait of waits) {
            world.wait(wait)
            for (const each of isolates) expect(world.recentTexts()).toContain(await each.visit())
          }
        }
      }),
      { numRuns: 50 },
    )
    expect(publications).toBeGreaterThanOrEqual(1000)
  })

  test('made in two isolates at a time is announced with the newest number, in whatever order KV takes them', async () => {
    const world = new World()
    const [first, second] = [new Isolate(world), new Isolate(world)]
    world.change(1, { text: 'one', publishedAt: world.now, withdrawn: false })
    const put = first.kv.put.bind(first.kv)
    // The second publication happens while the first one is on its way to KV.
    vi.spyOn(first.kv, 'put').mockImplementationOnce(async (...args: unknown[]) => {
      world.change(2, { text: 'two', publishedAt: world.now, withdrawn: false })
      await second.announce()
      await put(...(args as [string, string]))
    })
    await first.announce()
    expect(JSON.parse(world.kv.get(CONTENT_KEY) ?? '')).toMatchObject({ number: 2 })
  })

  test('is announced although KV refuses the first write', async () => {
    const world = new World()
    const isolate = new Isolate(world)
    vi.spyOn(isolate.kv, 'put').mockRejectedValueOnce(new Error('429'))
    world.change(1, { text: 'one', publishedAt: world.now, withdrawn: false })
    await isolate.announce()
    expect(world.kv.has(CONTENT_KEY)).toBe(true)
  })
})

describe('while the database fails', () => {
  const step = fc.record({
    ...CHANGE,
    waits: fc.array(fc.tuple(fc.integer({ min: 1, max: 400 * SECOND }), fc.boolean()), { maxLength: 6 }),
  })

  test('nothing is shown that was taken away more than 60 s ago', async () => {
    let shown = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        const world = new World()
        const isolates = [new Isolate(world), new Isolate(world)]
        for (const [index, { isolate, entry, action, delay, waits }] of steps.entries()) {
          world.change(entry, {
            text: `${entry}v${index}`,
            publishedAt: action === 'schedule' ? world.now + delay : world.now,
            withdrawn: action === 'withdraw',
          })
          await isolates[isolate]?.announce()
          for (const [wait, isFailing] of waits) {
            world.wait(wait)
            world.isFailing = isFailing
            const known = new Set(world.recentTexts().flatMap((text) => text.split(',')))
            for (const each of isolates) {
              const texts = (await each.visit())?.split(',').filter((text) => text !== '') ?? []
              if (isFailing) shown += texts.length
              expect(texts.filter((text) => !known.has(text))).toEqual([])
            }
          }
        }
      }),
      { numRuns: 50 },
    )
    expect(shown).toBeGreaterThan(0)
  })

  const first = { text: 'first', publishedAt: START, withdrawn: false }
  async function visited() {
    const world = new World()
    const isolates = [new Isolate(world), new Isolate(world)] as const
    world.change(1, first)
    await isolates[0].announce()
    expect([await isolates[0].visit(), await isolates[1].visit()]).toEqual(['first', 'first'])
    return { world, isolates }
  }

  test.each([
    ['published', START],
    ['due', START + 3600 * SECOND],
  ])('the page from before an entry was %s is shown', async (_, publishedAt) => {
    const { world, isolates } = await visited()
    world.change(2, { text: 'second', publishedAt, withdrawn: false })
    await isolates[0].announce()
    world.wait(3601 * SECOND)
    world.isFailing = true
    for (const each of [...isolates, new Isolate(world)]) expect(await each.visit()).toBe('first')
    world.isFailing = false
    world.wait(10 * SECOND)
    for (const each of isolates) expect(await each.visit()).toBe('first,second')
  })

  test.each([
    ['withdrawn', { ...first, withdrawn: true }],
    ['corrected', { ...first, text: 'corrected' }],
  ])('no page from before an entry was %s is shown', async (_, change) => {
    const { world, isolates } = await visited()
    world.change(1, change)
    await isolates[0].announce()
    world.isFailing = true
    expect(await isolates[0].visit()).toBeNull()
    world.wait(60 * SECOND)
    for (const each of [...isolates, new Isolate(world)]) expect(await each.visit()).toBeNull()
  })
})

describe('the content version of an isolate', () => {
  test('reads KV once in ten seconds, and never goes back', async () => {
    const entry = (number: number) => JSON.stringify({ number, additions: 0, scheduled: [] })
    const get = vi.fn(async () => entry(7))
    const version = new ContentVersion()
    for (let request = 0; request < 100; request += 1) await version.read({ get } as never, START + request)
    expect(get).toHaveBeenCalledTimes(1)
    get.mockImplementation(async () => entry(6))
    expect(await version.read({ get } as never, START + 10 * SECOND)).toMatchObject({ version: '7' })
  })

  test('stays as it was while KV fails, hangs or holds garbage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const version = new ContentVersion()
    version.observe({ number: 3, additions: 0, scheduled: [] })
    const answers = [() => Promise.reject(new Error('KV')), () => new Promise(() => {}), async () => '{"number":"x"}']
    for (const [index, get] of answers.entries())
      expect(
        await version.read(withDeadlines({ CACHE: { get } }).CACHE as never, START + index * 20 * SECOND),
      ).toMatchObject({ version: '3' })
  })

  test('changes at the time of a scheduled publication', async () => {
    const version = new ContentVersion()
    version.observe({ number: 3, additions: 1, scheduled: [START + 5000, START + 8000] })
    const store = { get: async () => null } as never
    const at = (seconds: number) => version.read(store, START + seconds * SECOND)
    expect([await at(4), await at(5), await at(7), await at(8)]).toEqual(
      ['3', `3@${START + 5000}`, `3@${START + 5000}`, `3@${START + 8000}`].map((each) => ({
        version: each,
        removals: '2 removals',
      })),
    )
  })
})
