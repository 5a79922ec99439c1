import { PARTNERSHIP_CATEGORY, type Shown } from '../contract/board.ts'
import type { BrandScope } from '../contract/scope.ts'
import { registry } from './registry.ts'
import { registrySchema, type Brand } from './schema.ts'

/** Seed and fixed colours are sources of the palette, which the build makes. */
const entries = registrySchema.parse(registry)
const [first, ...partners] = [entries.default, ...entries.partners].map(
  ({ seed: _seed, colours: _colours, ...brand }): Brand => brand,
) as [Brand, ...Brand[]]

const byHost = new Map(partners.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)))

/** The brand of every host that belongs to no partner. */
export const defaultBrand: Brand = first

/** All brands, the default one first. */
export const brands: readonly Brand[] = [first, ...partners]

/** The brand with an id. The default brand, whose company runs all sites, answers for one that has left the registry. */
export const brandWithId = (id: string): Brand => brands.find((brand) => brand.id === id) ?? defaultBrand

/**
 * The brand of a host (docs/contract.md#3).
 * @param hostname without port, in any case, with or without the dot of a fully qualified name
 */
export function brandOfHost(hostname: string): Brand {
  return byHost.get(hostname.toLowerCase().replace(/\.$/, '')) ?? defaultBrand
}

/** Which entries the brand with a white-label value shows: without the partnership form it has no questions about it either. */
export function shownBy(whiteLabel: string): Shown {
  const brand = brands.find((each) => each.whiteLabel === whiteLabel)
  return { whiteLabel, without: brand?.features.partnershipForm === false ? PARTNERSHIP_CATEGORY : null }
}

/** What operators of one brand may see and change; undefined where the registry has no such brand, so that nobody may. */
export function scopeOf(brandId: string): BrandScope | undefined {
  const brand = brands.find(({ id }) => id === brandId)
  return brand && { id: brand.id, ...shownBy(brand.whiteLabel) }
}

/** Id of the brand with a white-label value; null where the registry has none. */
export const brandIdOfLabel = (whiteLabel: string | null): string | null =>
  brands.find((brand) => brand.whiteLabel === whiteLabel)?.id ?? null
