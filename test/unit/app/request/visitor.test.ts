import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveVisitor } from '../../../../app/request/visitor'

const ask = (url: string, headers: Record<string, string> = {}) => resolveVisitor(new Request(url, { headers }))

describe('the brand', () => {
  it.each([
    ['http://partner-a.example/', 'partner-a'],
    ['http://PARTNER-A.example:8787/support', 'partner-a'],
    ['http://partner-b.localhost:8787/', 'partner-b'],
    ['http://127.0.0.1:8787/', 'vcp-x'],
    ['http://evil.partner-a.example/', 'vcp-x'],
    ['http://partner-a.example.evil.test/', 'vcp-x'],
  ])('of %s is %s', (url, id) => {
    expect(ask(url).brand.id).toBe(id)
  })

  it('is never taken from a forwarded host', () => {
    expect(
      ask('http://127.0.0.1/', { 'x-forwarded-host': 'partner-a.example', forwarded: 'host=partner-a.example' }).brand
        .id,
    ).toBe('vcp-x')
  })
})

describe('the language', () => {
  it('comes from the query before the cookie before the browser', () => {
    const headers = { cookie: 'i18next=ko', 'accept-language': 'en-US,en;q=0.9' }
    expect(ask('http://x.test/?lng=en', headers).locale).toBe('en')
    expect(ask('http://x.test/', headers).locale).toBe('ko')
    expect(ask('http://x.test/', { 'accept-language': 'fr, ko;q=0.5, en;q=0.4' }).locale).toBe('ko')
  })

  it('passes over languages that the site does not have, at every step', () => {
    expect(ask('http://x.test/?lng=fr', { cookie: 'i18next=de', 'accept-language': 'ko-KR' }).locale).toBe('ko')
    expect(ask('http://x.test/', { 'accept-language': 'ko;q=0, fr' }).locale).toBe('en')
    expect(ask('http://x.test/').locale).toBe('en')
  })
})

describe('any request at all', () => {
  it('resolves to a known brand and language', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.string(), (url, cookie, languages) => {
        const headers = new Headers()
        for (const [name, value] of [
          ['cookie', cookie],
          ['accept-language', languages],
        ] as const) {
          try {
            headers.set(name, value)
          } catch {
            return
          }
        }
        const visitor = resolveVisitor(new Request(url, { headers }))
        expect(['ko', 'en']).toContain(visitor.locale)
        expect(visitor.brand.id).toBe('vcp-x')
      }),
    )
  })
})
