import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownAddress } from '../../../../app/urls/known-parameters'

const searchOf = (query: string) => knownAddress(new URL(`http://x.test/support/notice${query}`)).search

describe('the address that a page is rendered from', () => {
  it('keeps what pages know, in one order', () => {
    expect(searchOf('?page=2&lng=ko&category=7')).toBe('?lng=ko&category=7&page=2')
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
    expect(searchOf(query)).toBe('')
  })

  it('keeps a search, as one text, only for the FAQ of a brand that has it switched on', () => {
    const of = (path: string, features?: { faqSearch: boolean }) =>
      knownAddress(new URL(`http://x.test${path}?q=+a++b&q=c&page=2`), features).search
    expect(of('/support/faq', { faqSearch: true })).toBe('?page=2&q=a+b')
    expect(of('/support/faq', { faqSearch: false })).toBe('?page=2')
    expect(of('/support/faq')).toBe('?page=2')
    expect(of('/support/notice', { faqSearch: true })).toBe('?page=2')
  })

  it('is the same for any stranger parameters', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc
            .string({ minLength: 1 })
            .filter((name) => !['lng', 'category', 'page', 'count', 'receipt', 'unsent'].includes(name)),
          fc.string(),
        ),
        (strangers) => {
          const url = new URL('http://x.test/support/notice?page=3')
          for (const [name, value] of Object.entries(strangers)) url.searchParams.append(name, value)
          expect(knownAddress(url).search).toBe('?page=3')
        },
      ),
    )
  })
})
