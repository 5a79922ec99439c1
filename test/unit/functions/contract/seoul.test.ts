import { expect, test } from 'vitest'
import { fromSeoulInput, seoulMinute } from '../../../../functions/contract/seoul'

test('the clock of Seoul is written to the minute, and read back', () => {
  const moment = Date.parse('2026-11-22T15:05:59.999Z')
  expect(seoulMinute(moment)).toBe('2026-11-23T00:05')
  expect(fromSeoulInput('2026-11-23T00:05')).toBe('2026-11-23T00:05+09:00')
  expect(Date.parse(fromSeoulInput(seoulMinute(moment)) ?? '')).toBe(Date.parse('2026-11-22T15:05Z'))
})

test.each(['', '2026-11-23', '2026-11-23 00:05', '2026-11-23T00:05Z', '2026-02-30T10:00', '2026-11-23T24:00', 'x'])(
  '%j is no time of that clock',
  (text) => {
    expect(fromSeoulInput(text)).toBeNull()
  },
)
