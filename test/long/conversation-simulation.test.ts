import { test } from 'vitest'
import { talkSimulation } from '../support/simulation/talk-run.ts'

const simulate = talkSimulation()

test('whatever happens in whatever order, no answer is lost, none is sent twice unless the platform did not say that it took it, and D1 shows it all', () =>
  simulate(100_000))
