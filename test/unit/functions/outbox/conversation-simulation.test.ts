import { test } from 'vitest'
import { talkSimulation } from '../../../support/simulation/talk-run.ts'

const simulate = talkSimulation()

// test/long/conversation-simulation.test.ts takes a hundred thousand. `SIMULATION_STEPS` takes another number here.
const { SIMULATION_STEPS = 4000 } = process.env
test(
  'whatever happens in whatever order, no answer is lost, none is sent twice unless the platform did not say that it took it, and D1 shows it all',
  { timeout: 3_600_000 },
  () => simulate(Number(SIMULATION_STEPS)),
)
