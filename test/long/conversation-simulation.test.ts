import { test } from 'vitest'
import { talkSimulation } from '../support/simulation/talk-run.ts'

const simulate = talkSimulation()

/** `SIMULATION_SEED` takes another one in its place. */
const { SIMULATION_SEED = '20261123' } = process.env

test('whatever happens in whatever order, no answer is lost, none is sent twice unless the platform did not say that it took it, and D1 shows it all', () =>
  simulate(100_000, Number(SIMULATION_SEED)))
