import { test, vi } from 'vitest'
import { simulation } from '../../../support/simulation/run.ts'

vi.mock('uuid', async (load) =>
  (await import('../../../support/simulation/ids.ts')).countedIds(await load<typeof import('uuid')>()),
)

const simulate = simulation()

// test/long/simulation.test.ts takes three million steps. `SIMULATION_STEPS` takes another number here.
const { SIMULATION_STEPS = 6000 } = process.env
test(
  'whatever happens in whatever order, no inquiry, answer or mail is lost, sent too often, kept too long, or changed by somebody who may not',
  { timeout: 3_600_000 },
  () => simulate(Number(SIMULATION_STEPS)),
)
