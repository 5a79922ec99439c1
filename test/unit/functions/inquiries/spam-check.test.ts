import { v4, v7 } from 'uuid'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { csrfCookie } from '../../../../app/request/csrf-cookie'
import type { ApiVisitor } from '../../../../functions/contract/api-visitor.ts'
import type { Env } from '../../../../functions/env.ts'
import { checkSpam, issuedAt, submittedTooFast } from '../../../../functions/inquiries/spam-check.ts'

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

describe('the spam signals of an inquiry', () => {
  const PROVEN = { turnstile: '0x4AAA', turnstileToken: 'token' }
  const check = ({ website = true, turnstile = null as string | null, turnstileToken = null as string | null } = {}) =>
    checkSpam({
      env: {
        TURNSTILE_SECRETS: '0x4AAA=secret',
        TURNSTILE_VERIFY_URL: 'https://verifier.example/siteverify',
      } as Env,
      visitor: { turnstile, csrfToken: v7(), requestId: 'r' } as ApiVisitor,
      inquiry: { website },
      turnstileToken,
      key: v4(),
    })
  const answer = (success: boolean) => {
    const answers = { success, 'error-codes': success ? [] : ['invalid-input-response'] }
    vi.stubGlobal('fetch', async () => Response.json(answers))
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('tell a filled honeypot field first, then too little time, then a missing or refused token', async () => {
    expect(await check()).toEqual(['honeypot', 'too-fast'])
    expect(await check({ ...PROVEN, turnstileToken: null })).toEqual(['honeypot', 'too-fast', 'unproven'])
    answer(false)
    expect(await check(PROVEN)).toEqual(['honeypot', 'too-fast', 'rejected'])
    expect(await check({ ...PROVEN, website: false })).toEqual(['too-fast', 'rejected'])
  })

  test('are none but a filled honeypot field where the verifier accepts the token', async () => {
    answer(true)
    expect(await check(PROVEN)).toEqual(['honeypot'])
    expect(await check({ ...PROVEN, website: false })).toEqual([])
  })
})
