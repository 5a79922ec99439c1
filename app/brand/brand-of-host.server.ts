import { REGISTRY } from 'virtual:brands'
import type { Locale } from '../i18n/locale.ts'
import type { Brand, PageBrand } from './schema.ts'

const byHost = new Map(REGISTRY.partners.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)))

/** The brand of every host that belongs to no partner. */
export const defaultBrand: Brand = REGISTRY.default

/** All brands, the default one first. */
export const brands: readonly Brand[] = [defaultBrand, ...REGISTRY.partners]

/**
 * The brand of a host (docs/contract.md#3).
 * @param hostname without port, in any case, with or without the dot of a fully qualified name
 */
export function brandOfHost(hostname: string): Brand {
  return byHost.get(hostname.toLowerCase().replace(/\.$/, '')) ?? defaultBrand
}

/** The part of a brand that pages may contain, in one language. */
export function pageBrand(
  { hosts: _hosts, whiteLabel: _whiteLabel, mail: _mail, indexing, company, name, partners, legal, ...rest }: Brand,
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
    legal: Object.fromEntries(Object.entries(legal).map(([wording, words]) => [wording, words[locale]])),
    partners: partners.map((partner) => ({ ...partner, name: partner.name[locale], field: partner.field[locale] })),
  }
}
