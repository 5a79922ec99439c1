import type { Locale } from '../i18n/locale.ts'
import { REGISTRY } from './brands.gen.ts'
import type { Brand, PageBrand } from './schema.ts'

const byHost = new Map(REGISTRY.partners.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)))

/** What every host gets that is no partner's. */
export const defaultBrand: Brand = REGISTRY.default

/** Every brand, the default one first. */
export const brands: readonly Brand[] = [defaultBrand, ...REGISTRY.partners]

/**
 * The brand served on a host (contract: Brand).
 * @param hostname without port, in any case; an unknown one gets the default brand.
 */
export function brandOfHost(hostname: string): Brand {
  return byHost.get(hostname.toLowerCase()) ?? defaultBrand
}

const pageBrands = new WeakMap<Brand, Partial<Record<Locale, PageBrand>>>()

/** The part of a brand that may reach a page, in the page's language. */
export function pageBrand(brand: Brand, locale: Locale): PageBrand {
  const known = pageBrands.get(brand)
  if (known?.[locale]) return known[locale]
  const inLanguage = brandIn(brand, locale)
  pageBrands.set(brand, { ...known, [locale]: inLanguage })
  return inLanguage
}

function brandIn(
  { hosts: _hosts, whiteLabel: _whiteLabel, indexing, company, name, partners, ...rest }: Brand,
  locale: Locale,
): PageBrand {
  return {
    ...rest,
    canonicalOrigin: indexing === 'own' ? rest.origin : defaultBrand.origin,
    name: name[locale],
    company: {
      ...company,
      name: company.name[locale],
      representative: company.representative[locale],
      address: company.address[locale],
    },
    partners: partners.map((partner) => ({ ...partner, name: partner.name[locale], field: partner.field[locale] })),
  }
}
