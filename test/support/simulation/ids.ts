/** The module `uuid` with ids in the order of their making: what D1 and R2 list by them has the same order in each run. */
export function countedIds<M extends object>(uuid: M): M {
  let count = 0
  return { ...uuid, v4: () => `00000000-0000-4000-a000-${String(++count).padStart(12, '0')}` }
}
