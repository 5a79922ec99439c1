import { test } from 'vitest'
import { SEED } from '../support/seed.ts'
import { outboxSimulation } from '../support/simulation/run.ts'

const simulate = outboxSimulation()

test.each([SEED, SEED + 1, SEED + 2])(
  'whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt (seed %i)',
  (seed) => simulate(1_000_000, seed),
)
