import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { asksOf } from '../support/seed.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient } from '../support/visitor-calls.ts'

describe('the API', () => {
  const both = remoteSite()

  const post = (
    path: string,
    body: BodyInit,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => both.site.fetch(path, { method: 'POST', body, headers: { 'cf-connecting-ip': newClient(), ...headers } })

  test('sends the upstream the site type, the white-label value and the request id', async () => {
    const answer = await both.site.call(
      'board/selectDetail',
      { board_uuid: 'partner-a-notice-1' },
      'PARTNER-A.example:8080',
    )
    expect(both.upstream.calls[0]?.headers).toMatchObject({
      'site-type': 'home',
      'white-label': 'partner-a',
      'content-type': 'application/json',
      'x-request-id': answer.headers.get('x-request-id'),
    })
    expect(both.upstream.calls[0]?.body).toEqual({ board_uuid: 'partner-a-notice-1' })
  })

  test("never forwards a visitor's own headers or fields", async () => {
    await post('/api/board/selectDetail', JSON.stringify({ board_uuid: 'default-notice-1', extra: 1 }), {
      'content-type': 'application/json',
      'white-label': 'partner-a',
      'x-request-id': 'mine',
      cookie: 'theme=dark',
      'x-forwarded-host': 'partner-a.example',
    })
    expect(both.upstream.calls[0]?.headers).toMatchObject({ 'white-label': 'default' })
    expect(both.upstream.calls[0]?.headers['x-request-id']).not.toBe('mine')
    expect(both.upstream.calls[0]?.headers.cookie).toBeUndefined()
    expect(both.upstream.calls[0]?.body).toEqual({ board_uuid: 'default-notice-1' })
  })

  test.each([
    '/api/',
    '/api/board',
    '/api/board/selectlist',
    '/api/board/selectList/',
    '/api/board/selectList/../../x',
    '/api/board%2FselectList',
    '/api//board/selectList',
  ])('answers %s with 404 and never calls the upstream', async (path) => {
    for (const answer of [await both.site.fetch(path), await post(path, '{}')]) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    }
    expect(both.upstream.calls).toHaveLength(0)
  })

  test.each([
    ['GET', '/api/board/selectList', 'POST'],
    ['DELETE', '/api/board/selectDetail', 'POST'],
    ['PUT', '/api/board/selectSubCategory', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
  ])('answers %s %s with 405 and the allowed methods', async (method, path, allow) => {
    const answer = await both.site.fetch(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed', status: 405 })
  })

  test.each([
    ['nothing', '', [{ field: '', message: 'The body is not JSON.' }]],
    ['half a body', '{"group_uuid":', [{ field: '', message: 'The body is not JSON.' }]],
    ['a list', '[]', [{ field: '', message: 'This must be an object.' }]],
    ['no group', '{}', [{ field: 'group_uuid', message: 'This field is required.' }]],
    ['a wrong group', '{"group_uuid":"notice"}', [{ field: 'group_uuid', message: 'This must be a UUID.' }]],
    [
      'wrong filters',
      JSON.stringify({
        group_uuid: BOARD_GROUPS.faq,
        sub_category_id: 'all',
        search_text: 7,
        search_date: ['a', 'b', 'c'],
      }),
      [
        { field: 'sub_category_id', message: 'This must be an array.' },
        { field: 'search_text', message: 'This must be a string.' },
        { field: 'search_date', message: 'This must have at most 2 entries.' },
      ],
    ],
  ])('rejects %s with 400 and names each field', async (_, body, errors) => {
    const answer = await post('/api/board/selectList', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid-body', errors })
    expect(both.upstream.calls).toHaveLength(0)
  })

  test('accepts JSON only as application/json', async () => {
    const body = JSON.stringify({ group_uuid: BOARD_GROUPS.faq })
    expect((await post('/api/board/selectList', body, { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await post('/api/board/selectList', body, { 'content-type': 'application/jsonp' })).status).toBe(400)
    expect(
      (await post('/api/board/selectList', body, { 'content-type': 'Application/JSON; charset=utf-8' })).status,
    ).toBe(200)
  })

  test('rejects a body over 64 KB with 413, with or without a content length', async () => {
    const body = JSON.stringify({ group_uuid: BOARD_GROUPS.faq, search_text: 'x'.repeat(65_536) })
    expect((await post('/api/board/selectList', body)).status).toBe(413)
    const streamed = new Response(body).body as ReadableStream
    const answer = await both.site.fetch('/api/board/selectList', {
      method: 'POST',
      body: streamed,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'too-large' })
  })

  test.each([
    ['board/selectList', 413],
    ['board/selectSubCategory', 413],
    ['board/selectDetail', 413],
    ['file/select', 413],
    // Refused before its body is looked at.
    ['board/inquiry', 403],
  ])('reads an 8 MB body of %s to its end, so that every client gets its %i', async (call, status) => {
    const body = JSON.stringify({ group_uuid: BOARD_GROUPS.faq, search_text: 'x'.repeat(8 * 1_048_576) })
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await fetch(new URL(`/api/${call}`, both.site.url), {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ status })
    }
  })

  test.each(['/api/board/selectList', '/api/nothing', '/healthz', '/readyz'])(
    'answers %s with exactly its security headers',
    async (path) => {
      const answer = await both.site.fetch(path)
      // `mf-…` and the transfer encoding come from the local runtime.
      const names = [...answer.headers.keys()].filter(
        (name) => !/^(mf-|transfer-|content-(type|length)|allow$|date$)/.test(name),
      )
      expect(Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]))).toEqual({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    },
  )

  test('answers no input with a 5xx of its own', async () => {
    const path = fc.constantFrom('board/selectList', 'board/selectSubCategory', 'board/selectDetail')
    const field = fc.constantFrom(
      'group_uuid',
      'sub_category_id',
      'search_text',
      'search_date',
      'board_uuid',
      '__proto__',
      'constructor',
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant(BOARD_GROUPS.notice),
      fc.string({ unit: 'binary' }),
      fc.array(fc.string({ unit: 'binary' })),
    )
    const body = fc.oneof(
      fc.dictionary(field, value).map((fields) => JSON.stringify(fields)),
      fc
        .tuple(fc.dictionary(field, value))
        .map(([fields]) => JSON.stringify({ group_uuid: BOARD_GROUPS.notice, board_uuid: 'x', ...fields })),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(path, body, async (call, text) => {
        const { status } = await post(`/api/${call}`, text)
        expect([200, 400, 404, 413]).toContain(status)
      }),
      { numRuns: asksOf(300) },
    )
  })
})
