import { beforeAll, describe, expect, it } from 'vitest'
import { brands, defaultBrand } from '../../../../functions/brand/hosts'
import { pageBrand } from '../../../../app/request/page-brand'
import { i18nOf } from '../../../../app/i18n/i18n'
import { pageHead } from '../../../../app/seo/page-head'
import { robotsTxt } from '../../../../app/seo/robots-txt'
import { sitemapXml } from '../../../../app/seo/sitemap-format'
import { faultsOfXml } from '../../../support/schemas/validate-xml'

const [, partner = defaultBrand] = brands

describe('a partner that is indexed as the default brand', () => {
  const brand = pageBrand({ ...partner, indexing: 'canonical-to-default' }, 'en')
  let head: ReturnType<typeof pageHead>
  beforeAll(async () => {
    const visitor = {
      brand,
      locale: 'en' as const,
      localeInAddress: true,
      card: '/sharing/card.png',
      cookieDecision: false,
    }
    head = pageHead(
      { visitor, i18n: await i18nOf('en', ['board', 'downloads', 'inquiry']) },
      { path: '/support/faq', title: 'FAQ', description: 'Answers' },
    )
  })

  it('names the default brand’s address as canonical and in every language', () => {
    const base = `${defaultBrand.origin}/support/faq`
    expect(head.links.map(({ href }) => href)).toEqual([`${base}?lng=en`, `${base}?lng=ko`, `${base}?lng=en`, base])
  })

  it('names itself in sharing tags and descriptions', () => {
    expect(JSON.stringify(head.meta)).not.toContain(defaultBrand.origin)
    expect(head.meta).toContainEqual({ property: 'og:url', content: `${partner.origin}/support/faq?lng=en` })
  })

  it('allows robots but has no sitemap', () => {
    expect(robotsTxt(brand)).toBe('User-agent: *\nDisallow: /api/\n')
    expect(robotsTxt(pageBrand(partner, 'en'))).toContain(`Sitemap: ${partner.origin}/sitemap.xml`)
  })
})

describe('the sitemap', () => {
  const entries = (length: number) =>
    Array.from({ length }, (_, index) => ({ path: `/support/notice/${index}`, changed: '2026-11-20T00:00:00.000Z' }))

  it('is valid with any address', async () => {
    const xml = sitemapXml('https://www.example', [{ path: '/' }, { path: '/a?b=1&c=\'<d>"' }, ...entries(100)])
    expect(await faultsOfXml(xml, 'sitemap')).toEqual([])
  })

  it('has at most the first 50,000 addresses', () => {
    const xml = sitemapXml('https://www.example', entries(20_000))
    expect(xml.match(/<loc>/g)).toHaveLength(16_666 * 3)
    expect(xml).toContain('/support/notice/16665<')
    expect(xml).not.toContain('/support/notice/16666<')
  })

  it('is checked by its schema: a repeated address is an error', async () => {
    expect(await faultsOfXml(sitemapXml('https://www.example', [{ path: '/' }, { path: '/' }]), 'sitemap')).not.toEqual(
      [],
    )
  })
})
