import type { Organization } from 'schema-dts'
import type { PageBrand } from '../brand/schema'

/** Who runs the site, for search engines: what every piece of structured data says of its publisher. */
export function organizationOf({ origin, company }: Pick<PageBrand, 'origin' | 'company'>) {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: company.name,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: '512', height: '512' },
  } as const satisfies Organization
}
