import { test } from 'vitest'
import { outboxSimulation } from '../support/outbox-simulation.ts'

const simulate = outboxSimulation()

test('whatever happens in whatever order, no inquiry is lost, called too often, or given a second receipt, and the counts add up', () =>
  simulate(1_000_000))
