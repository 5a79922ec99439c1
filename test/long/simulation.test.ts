import { test, vi } from 'vitest'
import { SEED } from '../support/seed.ts'
import { simulation } from '../support/simulation/run.ts'

vi.mock('uuid', async (load) =>
  (await import('../support/simulation/ids.ts')).countedIds(await load<typeof import('uuid')>()),
)

const simulate = simulation()

test.each([SEED, SEED + 1_000_000, SEED + 2_000_000])(
  'whatever happens in whatever order, no inquiry, answer or mail is lost, sent too often, kept too long, or changed by somebody who may not (seed %i)',
  (seed) => simulate(1_000_000, seed),
)
