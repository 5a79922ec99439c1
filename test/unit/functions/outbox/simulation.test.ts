import { test } from 'vitest'
import { outboxSimulation } from '../../../support/simulation/run.ts'

const simulate = outboxSimulation()

// test/long/outbox-simulation.test.ts takes a million steps.
test(
  'whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt',
  { timeout: 3_600_000 },
  () => simulate(Number(process.env.SIMULATION_STEPS ?? 10_000)),
)
