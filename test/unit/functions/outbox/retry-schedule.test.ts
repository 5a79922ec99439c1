import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAttempt, DELIVERY_PERIOD_MS } from '../../../../functions/outbox/retry-schedule.ts'

const DAY = 24 * 3600 * 1000

describe('the schedule of delivery attempts', () => {
  test('has pauses that grow to a minute', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 50].map((attempts) => (nextAttempt(attempts, 0, 0, 0.5) ?? 0) / 1000)
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60])
  })

  test('has no pause longer than the 120 seconds within which an inquiry must arrive after the upstream is back', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 0, max: DELIVERY_PERIOD_MS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, age, random) => {
          const pause = (nextAttempt(attempts + 1, 0, age, random) ?? Infinity) - age
          expect(pause).toBeGreaterThan(1000)
          expect(pause).toBeLessThan(90_000)
        },
      ),
    )
  })

  test('lasts for at least seven days and then ends', () => {
    expect(nextAttempt(9999, 0, 7 * DAY, 0.5)).not.toBeNull()
    expect(nextAttempt(9999, 0, DELIVERY_PERIOD_MS, 0.5)).toBeNull()
  })
})
