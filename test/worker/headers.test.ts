import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { type Site, startSite } from '../support/site.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const preference: RequestInit = { method: 'POST', body: 'language=ko', headers: FORM, redirect: 'manual' }
const asset = `/assets/${readdirSync('dist/client/assets').find((file) => file.endsWith('.js'))}`

describe('every answer', () => {
  let upstream: FakeUpstream
  let site: Site

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    upstream.faults.set('board/selectSubCategory', { kind: 'status', status: 500 })
    upstream.faults.set('board/selectDetail', { kind: 'hang' })
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '500' } })
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  const answers: [what: string, path: string, status: number, init?: RequestInit][] = [
    ['the home page', '/', 200],
    ['a page in Korean', '/pricing?lng=ko', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['robots.txt', '/robots.txt', 200],
    ['a redirect', '/support', 302, { redirect: 'manual' }],
    ['a preference', '/', 303, preference],
    [
      'a preference from another origin',
      '/',
      403,
      { ...preference, headers: { ...FORM, origin: 'https://evil.example' } },
    ],
    ['an unknown page', '/nowhere', 404],
    ['an address that cannot be decoded', '/%', 404],
    ['a method that pages do not allow', '/', 405, { method: 'PUT' }],
    ['an OPTIONS request', '/', 405, { method: 'OPTIONS' }],
    ['a picture', '/icon.svg', 200],
    ['an unknown picture', '/nothing.png', 404],
    ['a script', asset, 200],
    ['a script of another build', '/assets/nothing.js', 404],
    ['healthz', '/healthz', 200],
    ['readyz', '/readyz', 503],
    ['an unknown call', '/api/nothing', 404],
    ['a method that calls do not allow', '/api/board/selectList', 405, { method: 'DELETE' }],
    [
      'a call with an invalid body',
      '/api/board/selectList',
      400,
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a call without CSRF proof',
      '/api/board/inquiry',
      403,
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a call that the upstream fails',
      '/api/board/selectSubCategory',
      502,
      {
        method: 'POST',
        body: '{"group_uuid":"00000000-0000-4000-8000-000000000000"}',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      'a call that times out upstream',
      '/api/board/selectDetail',
      504,
      { method: 'POST', body: '{"board_uuid":"x"}', headers: { 'content-type': 'application/json' } },
    ],
  ]

  test.each(answers)('has its security headers: %s', async (_, path, status, init) => {
    const answer = await site.fetch(`http://www.example${path}`, init)
    expect(answer.status).toBe(status)
    const { headers } = answer
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/unsafe|\*|data:|http:/)
    for (const directive of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy).toContain(`${directive} '`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|strict-origin-when-cross-origin)$/)
    expect(headers.get('permissions-policy')).toContain('camera=(), geolocation=(), microphone=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
    if (path !== asset) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(answers.filter(([, path]) => path !== asset))('has HSTS over https: %s', async (_, path, status, init) => {
    const hstsAt = async (host: string) => {
      const answer = await site.direct(`https://${host}${path}`, init)
      return [answer.status, answer.headers.get('strict-transport-security')]
    }
    expect(await hstsAt('www.vcp-x.example')).toEqual([status, 'max-age=63072000; includeSubDomains'])
    // Other subdomains of a partner, or of an unknown host, are not this site's to bind.
    for (const host of ['partner-a.example', 'www.example'])
      expect(await hstsAt(host)).toEqual([status, 'max-age=63072000'])
  })

  test('is immutable only for a file that exists', async () => {
    expect((await site.fetch(asset)).headers.get('cache-control')).toContain('immutable')
    for (const path of ['/assets/nothing.js', '/assets/', '/assets/nothing.woff2']) {
      const answer = await site.fetch(path)
      expect(answer.status, path).toBe(404)
      expect(answer.headers.get('cache-control'), path).not.toMatch(/immutable|max-age=[1-9]/)
    }
  })

  test.each([
    '//evil.example',
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
    '//evil.example/%2e%2e',
    '/support//evil.example',
    '/https://evil.example',
    '/?next=https://evil.example',
    '/support/?url=//evil.example',
  ])('redirects to no other origin: %s', async (path) => {
    for (const init of [
      { redirect: 'manual' },
      preference,
      { ...preference, body: 'consent=accept' },
    ] satisfies RequestInit[]) {
      const answer = await site.fetch(`http://www.example${path}`, init)
      await answer.body?.cancel()
      const location = answer.headers.get('location')
      if (location !== null)
        expect(new URL(location, 'http://www.example/').origin, location).toBe('http://www.example')
      if (location !== null) expect(location).not.toMatch(/^(?:\/|\\){2}/)
      expect(answer.headers.get('refresh')).toBeNull()
    }
  })

  const names = [
    'x-forwarded-host',
    'x-host',
    'x-original-host',
    'x-forwarded-server',
    'forwarded',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'true-client-ip',
    'x-forwarded-prefix',
  ]
  test.each(names)('never repeats the request header %s', async (name) => {
    for (const [, path, , init] of answers) {
      const headers = {
        ...(init?.headers as Record<string, string>),
        [name]: name === 'forwarded' ? 'host=canary.example;proto=https' : 'canary.example',
      }
      const answer = await site.fetch(`http://www.example${path}`, { ...init, headers, redirect: 'manual' })
      expect(`${JSON.stringify([...answer.headers])} ${await answer.text()}`, path).not.toContain('canary')
    }
  })

  test('never repeats an unknown host, and shows the default brand', async () => {
    for (const [, path, , init] of answers) {
      const answer = await site.direct(`https://canary.example:4443${path}`, { ...init, redirect: 'manual' })
      const text = await answer.text()
      const location = answer.headers.get('location')
      expect(text, path).not.toContain('canary')
      if (location === null) expect(JSON.stringify([...answer.headers]), path).not.toContain('canary')
      else expect(location, path).toMatch(/^\//)
      if (text.includes('<html')) expect(text, path).toContain('data-brand="vcp-x"')
    }
  })

  test('is no 5xx, whatever the request headers are', async () => {
    const odd = ['', ',', ';;;=', 'x'.repeat(4000), '%00%ff', '"', '\u00ff', 'i18next=%', '*;q=nan, ko;q=9'] as const
    for (const name of [
      'cookie',
      'accept-language',
      'origin',
      'sec-fetch-site',
      'if-none-match',
      'content-type',
      'x-xsrf-token',
      'idempotency-key',
      'cf-connecting-ip',
      'range',
      'accept',
    ]) {
      for (const value of odd) {
        for (const [path, method] of [
          ['/', 'GET'],
          ['/', 'POST'],
          ['/api/board/inquiry', 'POST'],
          ['/support/request', 'POST'],
        ] as const) {
          const answer = await site.fetch(`http://www.example${path}`, {
            method,
            headers: { [name]: value },
            redirect: 'manual',
            ...(method === 'POST' && { body: 'x' }),
          })
          await answer.body?.cancel()
          expect(answer.status, `${method} ${path} ${name}: ${value.slice(0, 20)}`).toBeLessThan(500)
        }
      }
    }
  })
})
