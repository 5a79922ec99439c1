import { test } from 'vitest'
import { outboxSimulation } from '../../../support/simulation/run.ts'

const simulate = outboxSimulation()

// test/long/outbox-simulation.test.ts takes three million steps. `SIMULATION_STEPS` takes another number here.
const { SIMULATION_STEPS = 10_000 } = process.env
test(
  'whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt',
  { timeout: 3_600_000 },
  () => simulate(Number(SIMULATION_STEPS)),
)
