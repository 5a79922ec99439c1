import { paletteCss } from './palette/roles.ts'
import { PaletteError, solvePalette } from './palette/palette-from-seed.ts'
import { registrySchema, type Brand, type RegistryEntries } from './schema.ts'

/*
 * Checks the registry and makes the brands' colours. This runs in the build (app/build/brands.ts), so that the Worker contains neither
 * the checks nor the colour library.
 */

/** The colours of a brand, made from its seed. */
export interface BrandColours {
  /** For the theme colour, icons and pictures. */
  colours: { primary: string; secondary: string }
  /** All colours as a CSS rule for the page's head. */
  css: string
}
export type ColouredBrand = Brand & BrandColours

/** Something wrong with a registry, as a sentence. `brand` is the index of the entry: 0 for the default brand, null for no single one. */
export interface RegistryFault {
  brand: number | null
  sentence: string
}

/** A value may be used only once in the whole registry. */
function duplicates(setting: string, entries: Brand[], valuesOf: (entry: Brand) => string[]): RegistryFault[] {
  const values = entries.flatMap((entry, brand) => valuesOf(entry).map((value) => ({ brand, value })))
  return values.flatMap(({ brand, value }, index) => {
    const first = values.findIndex((other) => other.value === value)
    const owner = entries[values[first]?.brand ?? 0]?.id
    return first === index
      ? []
      : [{ brand, sentence: `${setting} "${value}" is already used by ${owner}; each brand needs its own` }]
  })
}

function faultsOf(entries: Brand[]): RegistryFault[] {
  const faults = [
    ...duplicates('id', entries, ({ id }) => [id]),
    ...duplicates('whiteLabel', entries, ({ whiteLabel }) => [whiteLabel]),
    ...duplicates('origin', entries, ({ origin }) => [origin]),
    ...duplicates('hosts', entries, ({ hosts }) => hosts),
  ]
  for (const [brand, { origin, hosts, indexing }] of entries.entries()) {
    const { hostname } = new URL(origin)
    // The default brand is served on every host that belongs to no partner.
    if (brand > 0 && !hosts.includes(hostname))
      faults.push({
        brand,
        sentence: `origin: its host ${hostname} is none of the brand's hosts, so links and search engines would lead to another brand; add it to hosts`,
      })
    const home = new URL(entries[0]?.origin ?? origin).hostname
    if (brand > 0 && hosts.includes(home))
      faults.push({ brand, sentence: `hosts "${home}" is the host of ${entries[0]?.id}; each brand needs its own` })
    if (brand === 0 && indexing !== 'own')
      faults.push({ brand, sentence: `indexing: write 'own'; other brands can be canonical to the default brand` })
  }
  return faults
}

/**
 * Checks a registry and makes each brand's colours.
 * @param input the registry as written
 * @returns all brands, or all faults
 */
export function readRegistry(input: unknown): { brands: ColouredBrand[]; faults: RegistryFault[] } {
  const result = registrySchema.safeParse(input)
  if (!result.success) {
    const faults = result.error.issues.map(({ path: [list, index, ...setting], message }) =>
      list === 'default'
        ? { brand: 0, sentence: `${[index, ...setting].map(String).join('.')}: ${message}` }
        : {
            brand: typeof index === 'number' ? index + 1 : null,
            sentence: `${setting.map(String).join('.') || String(list)}: ${message}`,
          },
    )
    return { brands: [], faults }
  }
  const entries = [result.data.default, ...result.data.partners]
  const faults = faultsOf(entries)
  const brands = entries.flatMap(({ seed, colours, ...entry }, index): ColouredBrand[] => {
    try {
      const palette = solvePalette({ seed, ...(colours && { colours }) })
      const { primary, secondary } = palette
      return [{ ...entry, colours: { primary, secondary }, css: paletteCss(palette) }]
    } catch (error) {
      if (!(error instanceof PaletteError)) throw error
      faults.push({ brand: index, sentence: error.message })
      return []
    }
  })
  return faults.length > 0 ? { brands: [], faults } : { brands, faults }
}

/**
 * The brands of a registry with their colours, the default one first.
 * @throws Error that names each faulty setting and says what to write instead.
 */
export function colouredBrands(input: RegistryEntries): ColouredBrand[] {
  const { brands, faults } = readRegistry(input)
  if (faults.length === 0) return brands
  const ids = [input.default, ...input.partners].map(({ id }) => id)
  const lines = faults.map(({ brand, sentence }) => `  ${brand === null ? '' : `${ids[brand]}: `}${sentence}.`)
  throw new Error(`The brand registry (functions/brand/registry.ts) has faults:\n${lines.join('\n')}`)
}
