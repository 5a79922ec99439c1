import { test } from 'vitest'
import { outboxSimulation } from '../../../support/outbox-simulation.ts'

const simulate = outboxSimulation()

// test/long/outbox-simulation.test.ts takes a million steps.
test(
  'whatever happens in whatever order, no inquiry is lost, called too often, or given a second receipt, and the counts add up',
  { timeout: 3_600_000 },
  () => simulate(10_000),
)
