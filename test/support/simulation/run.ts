import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { FixedLengthStream, hashAtOnce, socket } from '../outbox-under-test.ts'
import { SEED, seeded } from '../seed.ts'
import { expectAllToHaveEnded, expectRecordsToAgree, expectRecordsToBeTrue } from './promises.ts'
import { type Step, step } from './steps.ts'
import type { UpstreamKind } from './start.ts'
import { World } from './world.ts'

const STEPS_PER_RUN = 50
/** How often a long run says how far it has come. */
const PROGRESS = 100_000

const errors: string[] = []
const { log } = console

/**
 * The outboxes of two brands against a model, over real SQLite and with a clock, an upstream of either kind, and a D1 that tests command.
 * Call it in a test file; what it gives takes a number of random steps, the same ones for the same seed.
 */
export function outboxSimulation(): (steps: number, seed?: number) => Promise<void> {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.stubGlobal('FixedLengthStream', FixedLengthStream)
    hashAtOnce()
    for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
    socket.opens = true
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return async (steps, seed = SEED) => {
    log(`Simulation: ${steps} steps, seed ${seed}`)
    const started = process.hrtime.bigint()
    let taken = 0
    const run = async (upstream: UpstreamKind, walked: Step[]) => {
      await walk(upstream, walked)
      taken += walked.length
      if (taken % PROGRESS === 0)
        log(`Simulation: ${taken} steps, ${Number(process.hrtime.bigint() - started) / 1e6 / taken} ms each`)
    }
    const kind = fc.constantFrom<UpstreamKind>('embedded', 'remote')
    const walked = fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' })
    await fc.assert(fc.asyncProperty(kind, walked, run), { seed, numRuns: Math.ceil(steps / STEPS_PER_RUN) })
  }
}

/** One world from its first step to its end. @throws where it breaks a promise */
async function walk(kind: UpstreamKind, steps: Step[]): Promise<void> {
  vi.setSystemTime(1_000_000_000_000)
  // What mocks remember of a million steps does not fit the memory.
  vi.clearAllMocks()
  // Of the pauses, so that a walk is the same each time.
  vi.spyOn(Math, 'random').mockImplementation(seeded(SEED))
  errors.length = 0
  const world = new World(kind)
  try {
    let changes = ''
    for (const one of steps) {
      await world.take(one)
      if (changes !== world.changes) expectRecordsToBeTrue(world)
      changes = world.changes
      if (one.do === 'rest' && world.version !== 'no start') expectRecordsToAgree(world)
    }
    await world.recover()
    expectRecordsToBeTrue(world)
    expectRecordsToAgree(world)
    await expectAllToHaveEnded(world)
    expect(errors.filter((line) => line.includes('conservation'))).toEqual([])
  } finally {
    world.close()
  }
}
