import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyToken } from '../../../../functions/inquiries/turnstile.ts'

const KEY = '00000000-0000-4000-8000-000000000001'
const env = {
  TURNSTILE_SECRETS: '0x4AAA=secret-1, 0x4BBB=secret-2',
  TURNSTILE_VERIFY_URL: 'https://verifier.example/siteverify',
}
const ask = (token = 'token-1', key = KEY, siteKey = '0x4AAA') =>
  verifyToken(env, { siteKey, token, key, requestId: 'r' })

describe('a Turnstile token', () => {
  const verifier = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const requests = () => verifier.mock.calls.map(([, { body }]) => Object.fromEntries(body as URLSearchParams))
  beforeEach(() => {
    vi.stubGlobal('fetch', verifier)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    verifier.mockReset()
    warn.mockClear()
  })

  test('is good where the verifier accepts it', async () => {
    verifier.mockResolvedValue(Response.json({ success: true, 'error-codes': [], hostname: 'www.example' }))
    expect(await ask()).toBe('human')
    expect(verifier.mock.calls[0]?.[0]).toBe(env.TURNSTILE_VERIFY_URL)
  })

  test('of a second brand is verified with the secret of its own widget', async () => {
    verifier.mockResolvedValue(Response.json({ success: true }))
    expect(await ask('token-2', KEY, '0x4BBB')).toBe('human')
    expect(requests()).toMatchObject([{ secret: 'secret-2' }])
  })

  test('is sent to the verifier with the secret and nothing of the visitor', async () => {
    verifier.mockResolvedValue(Response.json({ success: true }))
    await ask()
    expect(requests()).toEqual([
      { secret: 'secret-1', response: 'token-1', idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
  })

  test('is verified again for its own inquiry, and for no other', async () => {
    verifier.mockImplementation(async () => Response.json({ success: true }))
    await ask()
    await ask()
    await ask('token-1', '00000000-0000-4000-8000-000000000002')
    const [first, again, other] = requests().map(({ idempotency_key }) => idempotency_key)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test.each(['invalid-input-response', 'timeout-or-duplicate', 'missing-input-response'])(
    'is bad where the verifier answers %s',
    async (fault) => {
      verifier.mockResolvedValue(Response.json({ success: false, 'error-codes': [fault] }))
      expect(await ask()).toBe('refused')
      expect(warn).not.toHaveBeenCalled()
    },
  )

  test('longer than any valid token is bad without a request', async () => {
    expect(await ask('x'.repeat(2049))).toBe('refused')
    expect(verifier).not.toHaveBeenCalled()
  })

  test.each<[string, () => Promise<Response>]>([
    ['the secret is wrong', async () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] })],
    [
      'the verifier has an internal error',
      async () => Response.json({ success: false, 'error-codes': ['internal-error'] }, { status: 500 }),
    ],
    ['the verifier rejects without a reason', async () => Response.json({ success: false })],
    ['the verifier answers with HTML', async () => new Response('<html>', { status: 502 })],
    ['the answer does not parse', async () => Response.json({ success: 'yes' })],
    [
      'the verifier redirects',
      async () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
    ],
    ['the verifier does not answer in time', async () => Promise.reject(new DOMException('late', 'TimeoutError'))],
    ['the verifier cannot be reached', async () => Promise.reject(new TypeError('no network'))],
  ])('cannot be verified where %s, which is logged', async (_, answer) => {
    verifier.mockImplementation(answer)
    expect(await ask('token-of-a-visitor')).toBe('unknown')
    const line = String(warn.mock.calls[0]?.[0])
    expect(JSON.parse(line)).toMatchObject({ request_id: 'r', code: 'turnstile' })
    expect(line).not.toMatch(/token-of-a-visitor|secret-1/)
  })

  test('cannot be verified without a secret, and the log tells the operator what to do', async () => {
    expect(await ask('t', KEY, '0x4CCC')).toBe('unknown')
    expect(verifier).not.toHaveBeenCalled()
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
      reason: expect.stringContaining('wrangler secret put TURNSTILE_SECRETS'),
    })
  })
})
