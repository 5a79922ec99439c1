import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FixedLengthStream, socket } from '../../../support/outbox-under-test.ts'
import {
  expectAllToHaveEnded,
  expectCopiesToAgree,
  expectDeliveredToBeThere,
} from '../../../support/simulation/promises.ts'
import { type Step, step } from '../../../support/simulation/steps.ts'
import { type UpstreamKind, World } from '../../../support/simulation/world.ts'

/** `npm run bench -- simulation` asks for a million. */
const STEPS = Number(process.env.SIMULATION_STEPS ?? 10_000)
const STEPS_PER_RUN = 50

const errors: string[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('FixedLengthStream', FixedLengthStream)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
  socket.opens = true
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function run(kind: UpstreamKind, steps: Step[]): Promise<void> {
  vi.setSystemTime(1_000_000_000_000)
  // What mocks remember of a million steps does not fit the memory.
  vi.clearAllMocks()
  errors.length = 0
  const world = new World(kind)
  try {
    for (const one of steps) {
      await world.take(one)
      expectDeliveredToBeThere(world)
      if (one.do === 'rest') expectCopiesToAgree(world)
    }
    await world.recover()
    expectDeliveredToBeThere(world)
    expectCopiesToAgree(world)
    await expectAllToHaveEnded(world)
    expect(errors.filter((line) => line.includes('conservation'))).toEqual([])
  } finally {
    world.close()
  }
}

test(
  'whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt',
  { timeout: 3_600_000 },
  async () => {
    const seed = Number(process.env.SIMULATION_SEED ?? (Date.now() % 2 ** 31) ^ Math.floor(Math.random() * 2 ** 31))
    console.log(`Simulation: ${STEPS} steps, seed ${seed}`)
    const kind = fc.constantFrom<UpstreamKind>('embedded', 'remote')
    const steps = fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' })
    await fc.assert(fc.asyncProperty(kind, steps, run), { seed, numRuns: Math.ceil(STEPS / STEPS_PER_RUN) })
  },
)
