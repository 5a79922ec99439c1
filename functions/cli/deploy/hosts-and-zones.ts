import type { BrandEntry, RegistryEntries } from '../../brand/schema.ts'

/** A host of a brand that visitors use. */
export interface BrandHost {
  brandId: string
  host: string
  isDefault: boolean
}

/** A zone of the account. */
export interface Zone {
  id: string
  name: string
}

/** Name of the record in the home zone to which hosts in zones of partners point. */
export const fallbackName = (zone: Pick<Zone, 'name'>): string => `sites.${zone.name}`

/** The hosts that a deployment serves, each once: those of the registry but the ones for trying a brand on one's own machine. */
export function brandHosts({ default: first, partners }: RegistryEntries): BrandHost[] {
  const all = [first, ...partners].flatMap(({ id, origin, hosts }) =>
    [new URL(origin).hostname, ...hosts].map((host) => ({ brandId: id, host, isDefault: id === first.id })),
  )
  const seen = new Set<string>()
  return all.filter(({ host }) => !/(?:^|\.)localhost$/.test(host) && !seen.has(host) && seen.add(host))
}

/** The zone that a host is in, the most exact one where one is inside another. */
export const zoneOf = (host: string, zones: readonly Zone[]): Zone | null =>
  zones
    .filter(({ name }) => host === name || host.endsWith(`.${name}`))
    .toSorted((a, b) => b.name.length - a.name.length)[0] ?? null

/** The domain of an e-mail address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Every address that brands send from, each once: MAIL_FROM, where it is set, and those of brands with a sender of their own. */
export const senderAddresses = (entries: readonly BrandEntry[], mailFrom: string): string[] => [
  ...new Set([mailFrom, ...entries.map(({ mail }) => mail?.from ?? '')].filter((address) => address !== '')),
]
