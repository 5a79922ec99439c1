import { expect, test } from 'vitest'
import { refusalOf } from '../../../../../app/admin/publishing/browser/refusal.ts'

test.each([
  [400, 'invalid'],
  [403, 'forbidden'],
  [404, 'forbidden'],
  [408, null],
  [409, 'conflict'],
  [413, 'invalid'],
  [429, null],
  [500, null],
  [503, null],
] as const)('a save that is answered with %i is refused as: %s', (status, refusal) => {
  expect(refusalOf(status)).toBe(refusal)
})
