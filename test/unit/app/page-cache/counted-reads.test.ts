import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { legalPaths } from '../../../../app/features/legal/versions-in-force'
import { countOf } from '../../../../app/page-cache/counted-reads'
import { resolveVisitor } from '../../../../app/request/resolve-visitor'
import { brands } from '../../../../functions/brand/hosts'

const HOST = 'www.example'

/** @param languages Accept-Language */
function count(address: string, { host = HOST, languages = 'en-US' }: { host?: string; languages?: string } = {}) {
  const url = new URL(address, `http://${host}`)
  const request = new Request(url, { headers: { 'accept-language': languages } })
  const { page, countryDefault } = resolveVisitor(request, '', '')
  return countOf(url, { visitor: page, countryDefault }, legalPaths(page.brand.since?.day))
}

/** The addresses of the route files of pages without a part that changes, such as `support.faq.index.tsx`. */
const routes = globSync('app/routes/*.tsx')
  .filter((file) => !/__root|\$/.test(file) && basename(file) !== 'support.tsx')
  .map((file) => ({
    address: `/${basename(file, '.tsx')
      .replace(/\.?index$/, '')
      .replaceAll('.', '/')}`,
    isKept: !readFileSync(file, 'utf8').includes("'cache-control': 'no-store'"),
  }))

describe('a page that has to be rendered', () => {
  it('is not counted where it is kept and there are few: the routes without a part that changes, and the legal texts', () => {
    expect(routes.length).toBeGreaterThan(15)
    const uncounted = routes.filter(({ address }) => count(address, { languages: 'en' }) === null)
    expect(uncounted).toEqual(routes.filter(({ isKept }) => isKept))
    for (const path of ['/privacy-policy/current', '/terms-of-service/20230619']) expect(count(path)).toBeNull()
  })

  it.each([
    '/nowhere',
    '/error',
    '/cookies',
    '/support/affiliate/status',
    '/support/notice/',
    '/support/notice/n-1',
    '/support/notice/feed.xml',
    '/support/notice?page=2',
    '/support/faq?category=c',
    '/support/faq?q=a',
    '/support/data?count=16',
    '/privacy-policy/20990101',
    '/privacy-policy/20240617?compare=20230619',
    '/sitemap.xml',
  ])('is counted where it is one of endlessly many, or kept nowhere: %s', (address) => {
    expect(count(address)).toBe('')
  })

  it('is counted where a form proposes another country than that of its language', () => {
    expect(count('/support/request', { languages: 'fr-FR' })).toBe('')
  })

  it('is counted apart where it is the page of a receipt', () => {
    for (const path of ['/support/request/status', '/support/request/complete', '/support/affiliate/complete'])
      expect(count(`${path}?receipt=x`)).toBe('receipt ')
  })

  it('is counted where the brand has no such page', () => {
    for (const { hosts, features, proof } of brands) {
      const host = hosts[0] ?? HOST
      expect(count('/support/affiliate', { host, languages: 'en' })).toBe(features.partnershipForm ? null : '')
      expect(count('/sample-report', { host })).toBe(proof?.sampleReport ? null : '')
    }
  })
})
