import { expect, test } from 'vitest'
import { oneMonthAfter } from '../../../../functions/contract/retention.ts'

test.each([
  ['2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-31T23:59:59Z'],
  ['2027-01-31T00:00:00Z', '2027-02-28T00:00:00Z'],
  ['2028-01-30T12:00:00Z', '2028-02-29T12:00:00Z'],
])('one month after %s is %s', (date, later) => {
  expect(oneMonthAfter(new Date(date))).toEqual(new Date(later))
})
