import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressLocale, knownAddress, searchOf } from '../../../../app/urls/known-parameters'
import { plainAddress } from '../../../../app/urls/plain-address'

const keptOf = (query: string) => knownAddress(new URL(`http://x.test/support/notice${query}`)).search

describe('what a route reads of an address', () => {
  it('is what it names, with pages and counts as numbers', () => {
    expect(searchOf({ page: '2', category: '7', q: 'a' }, 'category', 'page')).toEqual({ category: '7', page: 2 })
    expect(searchOf({ count: '16', receipt: '12' }, 'count', 'receipt')).toEqual({ count: 16, receipt: '12' })
    expect(searchOf({ lng: 'ko' }, 'lng', 'q')).toEqual({ lng: 'ko' })
  })

  it('leaves out what a link of the app leaves out', () => {
    const left: object = searchOf({ category: undefined, page: 3 }, 'category', 'page')
    expect(Object.keys(left)).toEqual(['page'])
  })
})

describe('the address that a page is rendered from', () => {
  it('keeps known parameters in a fixed order', () => {
    expect(keptOf('?page=2&lng=ko&category=7')).toBe('?lng=ko&category=7&page=2')
  })

  it.each([
    ['/support/faq', '/support/faq'],
    ['/%73upport/%66%61q', '/support/faq'],
    ['/support/faq/%7E%2e%5F%2d1', '/support/faq/~._-1'],
    ['/support%2ffaq', '/support%2Ffaq'],
    ['/%2573upport', '/%2573upport'],
    ['/%ed%95%9c', '/%ED%95%9C'],
    ['/%zz%', '/%zz%'],
    ['/support/faq%20', '/support/faq'],
    [`/support/faq${'%20'.repeat(4000)}`, '/support/faq'],
    ['/support/faq%20x', '/support/faq%20x'],
    ['/%20', '/'],
    ['/support/.%20', '/support/'],
  ])('has one spelling of its path: %s', (path, plain) => {
    expect(plainAddress(new URL(`http://x.test${path}?a=%73`)).href).toBe(`http://x.test${plain}?a=%73`)
  })

  it.each([
    '?utm_source=mail',
    '?page=0',
    '?page=-1',
    '?page=1e9',
    '?lng=fr',
    '?category=',
    '?category=a%20b',
    '?__proto__=1',
  ])('drops %s', (query) => {
    expect(keptOf(query)).toBe('')
  })

  it('keeps one search text, for the FAQ of brands with the search only', () => {
    const of = (path: string, features?: { faqSearch: boolean }) =>
      knownAddress(new URL(`http://x.test${path}?q=+a++b&q=c&page=2`), features).search
    expect(of('/support/faq', { faqSearch: true })).toBe('?page=2&q=a+b')
    expect(of('/support/faq', { faqSearch: false })).toBe('?page=2')
    expect(of('/support/faq')).toBe('?page=2')
    expect(of('/support/faq/a', { faqSearch: true })).toBe('?page=2&q=a+b')
    expect(of('/support/faq/a')).toBe('?page=2')
    expect(of('/support/notice/a', { faqSearch: true })).toBe('?page=2')
    expect(of('/support/notice', { faqSearch: true })).toBe('?page=2')
  })

  it.each([
    ['/', '?lng=ko&held=x&page=2&category=c', '?lng=ko'],
    ['/nowhere', '?page=2', ''],
    ['/support/notice', '?page=2&count=16&receipt=a&held=x', '?page=2'],
    ['/support/notice/', '?page=2', '?page=2'],
    ['/support/notice/a', '?q=a&held=x', ''],
    ['/support/notice/a', '?page=2&count=8', '?page=2'],
    ['/support/faq/a', '?category=3&page=2&receipt=x', '?category=3&page=2'],
    ['/support/request/status', '?receipt=r-1&held=a.pdf', '?receipt=r-1'],
    ['/support/data', '?page=2&count=16', '?count=16'],
    ...['', '8', '9', '15', '-16', '1e9.5', 'x', '016', '80000'].map((count) => [
      '/support/data',
      `?count=${count}`,
      '',
    ]),
    ['/support/data', '?count=9&count=24', '?count=24'],
    ['/privacy-policy/20250701', '?compare=20240617&page=2', '?compare=20240617'],
    ['/privacy-policy', '?compare=20240617', ''],
    ['/support/request/complete', '?receipt=a&held=x&held=y&unsent=z&page=2', '?receipt=a&held=x'],
    ['/support/affiliate/complete', '?receipt=R-1&held=b.pdf', '?receipt=R-1&held=b.pdf'],
    ...['', '%20', '%00'].map((receipt) => ['/support/request/complete', `?receipt=${receipt}`, '?receipt=']),
    ['/support/request/complete', '?receipt=%20&receipt=a', '?receipt=a'],
    ['/support/request/status', '?receipt=%20a%20%20b', '?receipt=a+b'],
    ['/support/request/status', `?receipt=${'x'.repeat(65)}`, `?receipt=${'x'.repeat(64)}`],
    ...['', 'a%20b', 'x'.repeat(8001)].map((held) => ['/support/request/complete', `?held=${held}`, '']),
    ...['', '2024', '202406170', 'current'].map((version) => ['/privacy-policy/20250701', `?compare=${version}`, '']),
  ])('of %s keeps of %s only %s', (path, query, kept) => {
    expect(knownAddress(new URL(`http://x.test${path}${query}`)).search).toBe(kept)
  })

  it.each([
    ['?page=1&page=1', ''],
    ['?page=1&page=2', ''],
    ['?page=3&page=2', '?page=3'],
    ['?page=x&page=0&page=2', '?page=2'],
    ['?lng=fr&lng=en&lng=ko', '?lng=en'],
    ['?category=a&category=b', '?category=a'],
  ])('takes of %s the first valid value: %s', (query, kept) => {
    expect(keptOf(query)).toBe(kept)
  })

  it.each([
    ['?lng=ko-KR', 'ko'],
    ['?lng=EN', 'en'],
    ['?lng=fr', null],
    ['?lng=fr&lng=en-US', 'en'],
  ])('reads the language of %s as the visitor does: %s', (query, locale) => {
    expect(addressLocale(new URLSearchParams(query))).toBe(locale)
    expect(keptOf(query)).toBe(locale ? `?lng=${locale}` : '')
  })

  it('does not depend on unknown parameters', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc
            .string({ minLength: 1 })
            .filter((name) => !['lng', 'category', 'page', 'count', 'receipt', 'unsent'].includes(name)),
          fc.string(),
        ),
        (unknown) => {
          const url = new URL('http://x.test/support/notice?page=3')
          for (const [name, value] of Object.entries(unknown)) url.searchParams.append(name, value)
          expect(knownAddress(url).search).toBe('?page=3')
        },
      ),
    )
  })
})
