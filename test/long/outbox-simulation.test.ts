import { test } from 'vitest'
import { outboxSimulation } from '../support/simulation/run.ts'

const simulate = outboxSimulation()

/** `SIMULATION_SEED` takes another one in their place. */
const { SIMULATION_SEED } = process.env
const SEEDS = SIMULATION_SEED === undefined ? [314159265, 20261122, 1618033988] : [Number(SIMULATION_SEED)]

test.each(SEEDS)(
  'whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt (seed %i)',
  (seed) => simulate(1_000_000, seed),
)
