import { test } from 'vitest'
import { outboxSimulation } from '../support/simulation/run.ts'

const simulate = outboxSimulation()

test('whatever happens in whatever order, no inquiry is lost, called too often, shown wrongly, or given a second receipt', () =>
  simulate(1_000_000))
