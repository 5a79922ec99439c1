import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DELIVERY_PERIOD_MS,
  nextAttempt,
  pauseAfter,
  type FailedAttempts,
  type Failure,
} from '../../../../functions/outbox/retry-schedule.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const next = (failure: Failure, change: Partial<FailedAttempts>, now = 0, random = 0.5) =>
  nextAttempt(failure, { attempts: 1, unknowns: 0, refusals: 0, since: 0, ...change }, now, random)

describe('the schedule of delivery attempts', () => {
  test('has pauses that grow to a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((failures) => pauseAfter(failures, 0.5) / 1000)).toEqual([
      2, 4, 8, 16, 32, 60, 60,
    ])
  })

  test('has no pause longer than the 120 seconds within which an inquiry must arrive after the upstream is back', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 0, max: DELIVERY_PERIOD_MS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, age, random) => {
          const pause = (next('unavailable', { attempts: attempts + 1 }, age, random) ?? Infinity) - age
          expect(pause).toBeGreaterThan(1000)
          expect(pause).toBeLessThan(90_000)
        },
      ),
    )
  })

  test('lasts for at least seven days while the upstream is down, and then ends', () => {
    expect(next('unavailable', { attempts: 9999 }, 7 * DAY)).not.toBeNull()
    expect(next('unavailable', { attempts: 9999 }, DELIVERY_PERIOD_MS)).toBeNull()
  })

  test('repeats an unknown outcome five times, with growing pauses over a day', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((unknowns) => next('unknown', { unknowns }))
    expect(pauses.at(-1)).toBeNull()
    const five = pauses.slice(0, 5).map(Number)
    expect(five.toSorted((one, other) => one - other)).toEqual(five)
    const sum = five.reduce((total, pause) => total + pause, 0)
    expect(sum).toBeGreaterThan(0.9 * DAY)
    expect(sum).toBeLessThan(1.1 * DAY)
  })

  test('tries what the upstream refuses three times within an hour', () => {
    const pauses = [1, 2, 3].map((refusals) => next('refused', { refusals }))
    expect(pauses[2]).toBeNull()
    expect(Number(pauses[0]) + Number(pauses[1])).toBeLessThan(60 * MINUTE)
  })
})
