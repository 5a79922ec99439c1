import type { Organization, WebSite } from 'schema-dts'
import { organizationOf } from '../../seo/structured-data'
import type { PageBrand } from '../../context/page-context'
import { LOCALES, type Locale } from '../../i18n/locale'

/** The company and its site for search engines (schema.org). */
export function homeStructuredData(brand: PageBrand, locale: Locale) {
  const organization = organizationOf(brand)
  const { url } = organization
  return [
    {
      ...organization,
      address: brand.company.address,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'sales',
        telephone: brand.company.phone,
        email: brand.company.email,
        availableLanguage: [...LOCALES],
      },
    },
    {
      '@type': 'WebSite',
      '@id': `${url}#website`,
      name: brand.name,
      url,
      inLanguage: locale,
      publisher: { '@id': organization['@id'] },
    },
  ] as const satisfies [Organization, WebSite]
}
