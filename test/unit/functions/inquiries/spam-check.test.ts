import { v4, v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { csrfCookie } from '../../../../app/request/csrf-cookie'
import { issuedAt, submittedTooFast } from '../../../../functions/inquiries/spam-check.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const issued = (msAgo: number) => v7({ msecs: NOW - msAgo })

describe('the time since the CSRF token was issued', () => {
  test('is read from the token of the first page with a form', () => {
    const before = Date.now()
    const cookie = csrfCookie(new Request('https://www.example/'), '/', null)
    const [, token = ''] = /^XSRF-TOKEN=([^;]+)/.exec(cookie ?? '') ?? []
    expect(issuedAt(token)).toBeGreaterThanOrEqual(before)
    expect(issuedAt(token)).toBeLessThanOrEqual(Date.now())
  })

  test.each([0, 1, 2999])('is too short after %i ms', (ms) => {
    expect(submittedTooFast(issued(ms), NOW)).toBe(true)
  })

  test.each([3000, 60_000, 30 * 24 * 3_600_000])('is long enough after %i ms', (ms) => {
    expect(submittedTooFast(issued(ms), NOW)).toBe(false)
  })

  test('tolerates the clock skew of another data centre, but no token from further in the future', () => {
    expect(submittedTooFast(issued(-900), NOW)).toBe(true)
    expect(submittedTooFast(issued(-60_000), NOW)).toBe(false)
  })

  test.each([null, '', 't', v4(), `${issued(0)}0`, 'ffffffff-ffff-7fff-bfff-fffffffffff'])(
    'is unknown with the token %s',
    (token) => {
      expect(submittedTooFast(token, NOW)).toBe(false)
    },
  )

  test('starts at the first page: a visitor who has a token keeps it', () => {
    const visit = new Request('https://www.example/support/request')
    expect(csrfCookie(visit, '/support/request', issued(0))).toBeNull()
  })
})
