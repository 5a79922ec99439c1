import fc from 'fast-check'

/**
 * Seeds every simulation and property. In `npm test` it is the same each time, so that no run fails by chance; `npm run test:long` draws
 * another one and prints it (test/run.ts). `TEST_SEED` repeats a run.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20261123)

fc.configureGlobal({ seed: SEED })

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
