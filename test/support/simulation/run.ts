import fc from 'fast-check'
import { afterEach, beforeEach, vi } from 'vitest'
import { brands } from '../../../functions/brand/hosts.ts'
import type { Webhook } from '../../../functions/brand/schema.ts'
import { WEBHOOK_EVENTS } from '../../../functions/contract/webhooks.ts'
import { SEED } from '../seed.ts'
import { FIRST_WEBHOOK, Platform, RECEIVERS, SECOND_WEBHOOK } from './platform.ts'
import { type Step, steps } from './steps.ts'
import { World } from './world.ts'

const STEPS_PER_RUN = 300
/** How often a long run says how far it has come. */
const PROGRESS = 99_900
/** How long a run that breaks a promise is made shorter. */
const SHORTEN_NS = 30_000_000_000n
/** In Seoul the 28th to the 31st of a month, and the day after it: months of every length end, one of them in a leap year. */
const STARTS = [
  '2028-01-30T14:59:00Z',
  '2027-01-31T14:00:00Z',
  '2026-11-27T09:00:00Z',
  '2027-02-28T15:30:00Z',
  '2026-08-31T03:00:00Z',
].map(Date.parse)

const { log } = console

/** It is told everything, with the contents. */
const webhookOf = (name: string): Webhook => ({
  secret: name,
  url: RECEIVERS + name,
  events: [...WEBHOOK_EVENTS],
  contents: true,
  format: 'standard',
})

/**
 * A world that steps are taken in, and the promises checked after each. Call it in a test file; what it gives takes a number of random steps,
 * the same ones for the same seed. A run that breaks a promise is made as short as possible, and its steps are printed.
 */
export function simulation(): (steps: number, seed?: number) => Promise<void> {
  const before = brands.map(({ mail, webhooks }) => ({ mail, webhooks }))
  beforeEach(() => {
    Platform.begin()
    for (const brand of brands) {
      brand.mail = { ...brand.mail, confirmation: brand.id === 'vcp-x' }
      brand.webhooks = [webhookOf(brand.id === 'vcp-x' ? FIRST_WEBHOOK : SECOND_WEBHOOK)]
    }
  })
  afterEach(() => {
    Platform.end()
    for (const [index, brand] of brands.entries()) Object.assign(brand, before[index])
  })
  return async (count, seed = SEED) => {
    log(`Simulation: ${count} steps, seed ${seed}`)
    const started = process.hrtime.bigint()
    for (let taken = 0; taken < count; taken += STEPS_PER_RUN) {
      const [[upstream, start, walked]] = fc.sample(run, { seed: seed + taken, numRuns: 1 }) as [Run]
      const broken = await walk([upstream, start, walked])
      if (broken) {
        log(`${broken}\nThe steps that are not needed for it are left out now.`)
        const { shortest, why } = await shorten([upstream, start, walked], broken)
        throw new Error(
          `${why}\nSeed ${seed}, after ${taken} steps: ${JSON.stringify(shortest, null, 1).replaceAll(/\n {3,}/g, ' ')}`,
        )
      }
      if (taken % PROGRESS === 0 && taken > 0)
        log(`Simulation: ${taken} steps, ${Number(process.hrtime.bigint() - started) / 1e6 / taken} ms each`)
    }
  }
}

/** The upstream, the time and the steps of one world. */
type Run = ['embedded' | 'remote', number, Step[]]
const run = fc.tuple(
  fc.constantFrom('embedded', 'remote', 'remote'),
  fc.constantFrom(...STARTS),
  fc.array(steps as fc.Arbitrary<Step>, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' }),
)

/** Leaves out steps, more and more of them at a time first, as long as the run breaks a promise without them. */
async function shorten([upstream, start, walked]: Run, broken: string): Promise<{ shortest: Run; why: string }> {
  let [left, why] = [walked, broken]
  const end = process.hrtime.bigint() + SHORTEN_NS
  for (let size = 64; size >= 1; size = size > 1 ? size >> 1 : 0)
    for (let at = left.length; at >= 0 && process.hrtime.bigint() < end; at -= size) {
      const fewer = left.toSpliced(Math.max(0, at - size), size)
      const still = await walk([upstream, start, fewer])
      if (still) [left, why] = [fewer, still]
    }
  return { shortest: [upstream, start, left], why }
}

/** Takes one world from its first step to its end. @returns which promises it breaks; null for none */
async function walk([upstream, start, walked]: Run): Promise<string | null> {
  // What mocks remember of a million steps does not fit the memory.
  vi.clearAllMocks()
  const world = new World(upstream, start)
  const { broken } = world.promises
  for (const step of walked) {
    await world.take(step)
    if (broken.length > 0) break
  }
  if (broken.length === 0) await world.recover()
  world.platform.d1.close()
  return broken.length > 0 ? broken.slice(0, 3).join('\n') : null
}
