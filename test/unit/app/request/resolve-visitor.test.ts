import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandOfHost, brands } from '../../../../functions/brand/hosts'
import { pageKey } from '../../../../app/page-cache/page-key'
import { resolveVisitor } from '../../../../app/request/resolve-visitor'
import { envSchema } from '../../../../functions/env'

const resolve = (url: string, headers: Record<string, string> = {}, siteKeys = '') =>
  resolveVisitor(new Request(url, { headers }), siteKeys, 'request-1')
const pageOf = (url: string, headers?: Record<string, string>) => resolve(url, headers).page

describe('the brand', () => {
  it.each([
    ['http://partner-a.example/', 'partner-a'],
    ['http://PARTNER-A.example:8787/support', 'partner-a'],
    ['http://partner-b.localhost:8787/', 'partner-b'],
    ['http://127.0.0.1:8787/', 'vcp-x'],
    ['http://evil.partner-a.example/', 'vcp-x'],
    ['http://partner-a.example.evil.test/', 'vcp-x'],
  ])('of %s is %s, for pages and for the API', (url, id) => {
    const { page, api } = resolve(url)
    expect([page.brand.id, api.brandId]).toEqual([id, id])
  })

  it('is never taken from a forwarded host', () => {
    const forwarded = { 'x-forwarded-host': 'partner-a.example', forwarded: 'host=partner-a.example' }
    expect(pageOf('http://127.0.0.1/', forwarded).brand.id).toBe('vcp-x')
  })
})

describe('the language', () => {
  it('comes from the query, then the cookie, then the browser', () => {
    const headers = { cookie: 'i18next=ko', 'accept-language': 'en-US,en;q=0.9' }
    expect(pageOf('http://x.test/?lng=en', headers).locale).toBe('en')
    expect(pageOf('http://x.test/', headers).locale).toBe('ko')
    expect(pageOf('http://x.test/', { 'accept-language': 'fr, ko;q=0.5, en;q=0.4' }).locale).toBe('ko')
  })

  it('ignores unsupported languages at every step', () => {
    expect(pageOf('http://x.test/?lng=fr', { cookie: 'i18next=de', 'accept-language': 'ko-KR' }).locale).toBe('ko')
    expect(pageOf('http://x.test/', { 'accept-language': 'ko;q=0, fr' }).locale).toBe('en')
    expect(pageOf('http://x.test/?lng=KO-KR').locale).toBe('ko')
    expect(pageOf('http://x.test/', { cookie: 'i18next=KO-KR' }).locale).toBe('ko')
    expect(pageOf('http://x.test/').locale).toBe('en')
  })

  // Each is resolved for its country; a header may have thousands.
  it('of the browser is one of the first twenty that it accepts', () => {
    const after = (others: number) =>
      pageOf('http://x.test/', { 'accept-language': `${Array.from({ length: others }, () => 'fr').join()},ko` }).locale
    expect([after(19), after(20)]).toEqual(['ko', 'en'])
    expect(pageOf('http://x.test/', { 'accept-language': `${'fr-CA;q=0.9, '.repeat(2000)}ko;q=1` }).locale).toBe('en')
  })
})

describe('the choice about cookies', () => {
  it.each([
    ['', false, false],
    ['theme=light', true, false],
    ['theme=light; timestamp=1764288000000', true, true],
    ['not-theme=1; xtimestamp=2', false, false],
  ])('of %j is made: %s, with functional ones: %s', (cookie, decided, functional) => {
    const { page, functionalCookies } = resolve('http://x.test/cookies', { cookie })
    expect([page.cookieDecision, functionalCookies]).toEqual([decided, functional])
  })
})

describe('Turnstile', () => {
  const URL_A = 'https://partner-a.example/support/request'
  const turnstileOf = (siteKeys: string, url = URL_A) => {
    const { page, api } = resolve(url, {}, siteKeys)
    expect(api.turnstile).toBe(page.brand.turnstile?.siteKey ?? null)
    return page.brand.turnstile
  }

  it('is off for every brand of the registry', () => {
    expect(brands.map(({ turnstile }) => turnstile)).toEqual(brands.map(() => null))
    expect(turnstileOf('')).toBeNull()
  })

  it('is switched on by a deployment for the brand that it names', () => {
    const keys = 'partner-a=0x4AAA-a_1, partner-b='
    expect(turnstileOf(keys)).toEqual({ siteKey: '0x4AAA-a_1' })
    expect(turnstileOf(keys, 'https://partner-b.example/')).toBeNull()
    expect(turnstileOf(keys, 'https://www.example/')).toBeNull()
  })

  it('is switched off by a deployment that names the brand without a key', () => {
    const registered = brandOfHost('partner-a.example')
    registered.turnstile = { siteKey: '0x4BBB' }
    expect(turnstileOf('')).toEqual({ siteKey: '0x4BBB' })
    expect(turnstileOf('partner-a=')).toBeNull()
    registered.turnstile = null
  })

  it.each(['partner-a', 'partner-a=<script>', '{"partner-a":"0x"}', 'partner-a=0x4AAA; vcp-x=0x'])(
    'stays as the registry says if the setting is invalid: %s',
    (keys) => {
      expect(turnstileOf(keys)).toBeNull()
      expect(envSchema.shape.TURNSTILE_SITE_KEYS.safeParse(keys).success).toBe(false)
    },
  )

  it('gives pages their own cache key', () => {
    const keyOf = (siteKeys: string) => {
      const { page: visitor, countryDefault } = resolve(URL_A, {}, siteKeys)
      return pageKey('b', '', { visitor, countryDefault }, new URL(URL_A))
    }
    expect(keyOf('partner-a=0x4AAA')).not.toBe(keyOf(''))
  })
})

describe('any request', () => {
  it('resolves to a registered brand and a supported language', () => {
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
        const { page } = resolveVisitor(new Request(url, { headers }), '', '')
        expect(['ko', 'en']).toContain(page.locale)
        expect(page.brand.id).toBe('vcp-x')
      }),
    )
  })
})
