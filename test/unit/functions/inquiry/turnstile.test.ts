import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyToken } from '../../../../functions/inquiry/turnstile.ts'

const KEY = '00000000-0000-4000-8000-000000000001'
const env = { TURNSTILE_SECRET: 'secret-1', TURNSTILE_VERIFY_URL: 'https://verifier.example/siteverify' }
const ask = (token = 'token-1', key = KEY) => verifyToken(env, { token, key, requestId: 'r' })

describe('a Turnstile token', () => {
  const verifier = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const questions = () => verifier.mock.calls.map(([, { body }]) => Object.fromEntries(body as URLSearchParams))
  beforeEach(() => {
    vi.stubGlobal('fetch', verifier)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    verifier.mockReset()
    warn.mockClear()
  })

  test('is good where the verifier says so', async () => {
    verifier.mockResolvedValue(Response.json({ success: true, 'error-codes': [], hostname: 'www.example' }))
    expect(await ask()).toBe('human')
    expect(verifier.mock.calls[0]?.[0]).toBe(env.TURNSTILE_VERIFY_URL)
  })

  test('goes to the verifier with the secret and nothing of the visitor', async () => {
    verifier.mockResolvedValue(Response.json({ success: true }))
    await ask()
    expect(questions()).toEqual([
      { secret: 'secret-1', response: 'token-1', idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
  })

  test('may be asked about again with its own inquiry, and with no other', async () => {
    verifier.mockImplementation(async () => Response.json({ success: true }))
    await ask()
    await ask()
    await ask('token-1', '00000000-0000-4000-8000-000000000002')
    const [first, again, other] = questions().map(({ idempotency_key }) => idempotency_key)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test.each(['invalid-input-response', 'timeout-or-duplicate', 'missing-input-response'])(
    'is bad where the verifier says %s',
    async (fault) => {
      verifier.mockResolvedValue(Response.json({ success: false, 'error-codes': [fault] }))
      expect(await ask()).toBe('refused')
      expect(warn).not.toHaveBeenCalled()
    },
  )

  test('longer than any is bad without a question', async () => {
    expect(await ask('x'.repeat(2049))).toBe('refused')
    expect(verifier).not.toHaveBeenCalled()
  })

  test.each<[string, () => Promise<Response>]>([
    ['the secret is wrong', async () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] })],
    [
      'the verifier has a fault of its own',
      async () => Response.json({ success: false, 'error-codes': ['internal-error'] }, { status: 500 }),
    ],
    ['it says no without a reason', async () => Response.json({ success: false })],
    ['it answers with a page', async () => new Response('<html>', { status: 502 })],
    ['it answers with another shape', async () => Response.json({ success: 'yes' })],
    [
      'it leads elsewhere',
      async () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
    ],
    ['it does not answer in time', async () => Promise.reject(new DOMException('late', 'TimeoutError'))],
    ['it cannot be reached', async () => Promise.reject(new TypeError('no line'))],
  ])("is nobody's fault where %s, and the log says so", async (_, answer) => {
    verifier.mockImplementation(answer)
    expect(await ask('token-of-a-visitor')).toBe('unknown')
    const line = String(warn.mock.calls[0]?.[0])
    expect(JSON.parse(line)).toMatchObject({ request_id: 'r', code: 'turnstile' })
    expect(line).not.toMatch(/token-of-a-visitor|secret-1/)
  })

  test("without a secret is nobody's fault, and the operator is told what to do", async () => {
    expect(await verifyToken({ ...env, TURNSTILE_SECRET: '' }, { token: 't', key: KEY, requestId: 'r' })).toBe(
      'unknown',
    )
    expect(verifier).not.toHaveBeenCalled()
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
      reason: expect.stringContaining('wrangler secret put TURNSTILE_SECRET'),
    })
  })
})
