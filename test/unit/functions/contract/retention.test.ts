import { describe, expect, test } from 'vitest'
import {
  consentedMonths,
  monthsAfter,
  monthsInWords,
  processedMonths,
  staffLinkMs,
  unmarkedEnd,
  unmarkedNotice,
} from '../../../../functions/contract/retention.ts'

test.each([
  ['2026-11-21T10:00:00Z', 1, '2026-12-21T10:00:00Z'],
  ['2026-12-31T23:59:59Z', 1, '2027-01-31T23:59:59Z'],
  ['2027-01-31T00:00:00Z', 1, '2027-02-28T00:00:00Z'],
  ['2028-01-30T12:00:00Z', 1, '2028-02-29T12:00:00Z'],
  ['2026-08-31T12:00:00Z', 6, '2027-02-28T12:00:00Z'],
  ['2028-02-29T12:00:00Z', -12, '2027-02-28T12:00:00Z'],
  // In Seoul it is the 1st of March, in UTC still February.
  ['2027-02-28T15:30:00Z', 1, '2027-03-31T15:30:00Z'],
  // In Seoul the 31st of January, whose month ends earlier; in UTC the 30th.
  ['2027-01-30T15:30:00Z', 1, '2027-02-27T15:30:00Z'],
])('after %s, %i months are over at %s', (date, months, later) => {
  expect(monthsAfter(new Date(date), months)).toEqual(new Date(later))
})

test('a brand keeps what is processed as long as the registry says, else as long as the specification says', () => {
  expect(processedMonths({ retention: { processedMonths: 6 } })).toBe(6)
  expect(processedMonths({ retention: {} })).toBe(1)
})

test.each([
  ['the brand keeps it for longer now', 1, 6, 1],
  ['nothing has changed', 6, 6, 6],
  ['the brand keeps it for a shorter time now', 6, 1, 1],
  ['the form names none: the period of the specification', undefined, 6, 1],
])(
  'a consent holds for the months that its form named, never more than the brand has: %s',
  (_, named, ofBrand, months) => {
    expect(consentedMonths(named, ofBrand)).toBe(months)
  },
)

test('a link in a notification opens as long as its file may be kept after processing', () => {
  const days = (months: number) => staffLinkMs(months) / 86_400_000
  expect(days(1)).toBe(31)
  expect(days(6)).toBeGreaterThanOrEqual(184)
})

describe('what nobody marks', () => {
  const now = new Date('2027-11-23T09:00:00Z')

  test('ends a year after its acceptance', () => {
    expect(unmarkedEnd(now)).toEqual(new Date('2026-11-23T09:00:00Z'))
  })

  test('is told thirty days before', () => {
    expect(unmarkedNotice(now)).toEqual(new Date('2026-12-23T09:00:00Z'))
  })
})

test('a period is said in both languages', () => {
  expect([monthsInWords(1, 'en'), monthsInWords(6, 'en'), monthsInWords(6, 'ko')]).toEqual([
    '1 month',
    '6 months',
    '6개월',
  ])
})
