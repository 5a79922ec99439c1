import { describe, expect, it } from 'vitest'
import { brands } from '../../../../../functions/brand/hosts'
import { pageBrand } from '../../../../../app/request/page-brand'
import { homeStructuredData } from '../../../../../app/features/home/structured-data'

describe.each(brands.map((brand) => [brand.id, brand] as const))('the home page of %s', (_, brand) => {
  it.each(['ko', 'en'] as const)('says in %s who runs the site, on the brand’s own origin', (locale) => {
    const [organization, site] = homeStructuredData(pageBrand(brand, locale), locale)
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: brand.company.name[locale],
      url: `${brand.origin}/`,
      contactPoint: { telephone: brand.company.phone, email: brand.company.email },
    })
    expect(site).toMatchObject({
      '@type': 'WebSite',
      name: brand.name[locale],
      inLanguage: locale,
      publisher: { '@id': organization?.['@id'] },
    })
  })
})
