import { expect, test } from 'vitest'
import { uploads } from '../bench/uploads.ts'

test('two visitors upload five files of 10 MB each at once: all ten arrive byte for byte, in less than 128 MB', async () => {
  const figures = await uploads({ visitors: 2, filesEach: 5, megabytes: 10 })
  console.table(figures)
  expect(figures).toMatchObject({ files: 10, intact: 10 })
  expect(figures.peakMegabytes).toBeGreaterThan(10)
  expect(figures.peakMegabytes).toBeLessThan(128)
}, 300_000)
