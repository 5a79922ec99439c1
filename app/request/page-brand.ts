import { COLOURS } from 'virtual:brand-colours'
import { defaultBrand } from '../../functions/brand/hosts'
import type { Brand } from '../../functions/brand/schema'
import type { PageBrand } from '../context/page-context'
import type { Locale } from '../i18n/locale'

/**
 * The part of a brand that pages may contain, in one language, with its colours.
 * @throws Error where the build has made no colours for the brand
 */
export function pageBrand(
  { hosts: _hosts, whiteLabel: _whiteLabel, mail: _mail, indexing, company, name, partners, legal, ...rest }: Brand,
  locale: Locale,
): PageBrand {
  const colours = COLOURS[rest.id]
  if (!colours) throw new Error(`The build has made no colours for the brand ${rest.id}.`)
  return {
    ...rest,
    ...colours,
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
