import fc from 'fast-check'

/**
 * Seeds every simulation and property. In `npm test` it is the same each time, so that no run fails by chance; `npm run test:long` draws
 * another one and prints it (test/run.ts). `TEST_SEED` repeats a run.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20261123)

fc.configureGlobal({ seed: SEED })

/**
 * How often a property asks a site. `npm test` asks the same each time, so that a third is enough of what the properties of
 * `npm run test:long` ask with a seed of their own.
 */
export const asksOf = (all: number): number => (process.env.TEST_SEED === undefined ? Math.ceil(all / 3) : all)

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
