import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { resolveVisitor } from '../../../../app/request/resolve-visitor'
import type { ApiContext } from '../../../../functions/middleware/api-context.ts'
import { ApiError } from '../../../../functions/errors.ts'
import { csrf } from '../../../../functions/middleware/csrf.ts'

const api = new Hono<ApiContext>()
api.post('/', csrf, (c) => c.text('accepted'))
api.onError((error, c) =>
  c.text(error instanceof ApiError ? error.code : 'unnamed', error instanceof ApiError ? error.status : 500),
)

const post = async (headers: Record<string, string>) => {
  const request = new Request('https://www.example/', { method: 'POST', headers })
  const { api: visitor } = resolveVisitor(request, '', '')
  return (await api.fetch(request, { visitor } as ApiContext['Bindings'])).status
}
const proof = { cookie: 'theme=dark; XSRF-TOKEN=token-1; i18next=ko', 'x-xsrf-token': 'token-1' }

describe('the CSRF proof', () => {
  test('is the cookie repeated as the header', async () => {
    expect(await post(proof)).toBe(200)
    expect(await post({ ...proof, origin: 'https://www.example', 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test.each([
    ['no proof at all', {}],
    ['the cookie alone', { cookie: proof.cookie }],
    ['the header alone', { 'x-xsrf-token': 'token-1' }],
    ['another token', { ...proof, 'x-xsrf-token': 'token-2' }],
    ['a prefix of the token', { ...proof, 'x-xsrf-token': 'token' }],
    ['an empty token on both sides', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }],
    ['a cookie whose name only ends the same', { cookie: 'MY-XSRF-TOKEN=token-1', 'x-xsrf-token': 'token-1' }],
    ['a foreign origin', { ...proof, origin: 'https://evil.example' }],
    ['the same host without https', { ...proof, origin: 'http://www.example' }],
    ['an opaque origin', { ...proof, origin: 'null' }],
    ['another site, by Sec-Fetch-Site', { ...proof, 'sec-fetch-site': 'cross-site' }],
    [
      'another host of the site, by Sec-Fetch-Site',
      { ...proof, origin: 'https://www.example', 'sec-fetch-site': 'same-site' },
    ],
  ])('is not %s', async (_, headers) => {
    expect(await post(headers)).toBe(403)
  })
})
