import type { ComponentProps } from 'react'
import type { BreadcrumbList, Organization, Thing } from 'schema-dts'
import type { PageBrand } from '../context/page-context'

/** The router turns this entry into a JSON-LD script; its type knows only attributes of `<meta>`. */
export const structuredData = (thing: Thing) =>
  ({ 'script:ld+json': { '@context': 'https://schema.org', ...(thing as object) } }) as ComponentProps<'meta'>

/** The company behind the site: the publisher in all structured data. */
export function organizationOf({ origin, company }: Pick<PageBrand, 'origin' | 'company'>) {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: company.name,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icon.png`, width: '512', height: '512' },
  } as const satisfies Organization
}

export function breadcrumbs(origin: string, steps: [name: string, path: string][]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
