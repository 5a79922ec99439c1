import { expect, test } from 'vitest'
import { measureHostileDocuments } from '../bench/hostile-documents.ts'

/* How long answers take meanwhile depends on the machine: `npm run bench -- uploads` measures it. */
test('200 hostile documents are refused as promised, or kept, checked and given back, in less than 128 MB', async () => {
  const { faults, ...figures } = await measureHostileDocuments(200)
  console.table(figures)
  expect(faults).toEqual([])
  expect(figures.refused + figures.taken).toBe(200)
  expect(figures.isolateMegabytes).toBeGreaterThan(1)
  expect(figures.isolateMegabytes).toBeLessThan(128)
  expect(figures.moreMegabytes).toBeLessThan(128)
}, 900_000)
