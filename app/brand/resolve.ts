import { ImpossibleColour, solvePalette } from './palette/solve.ts'
import type { Palette } from './palette/roles.ts'
import { registrySchema, type Brand, type BrandEntry, type Registry } from './schema.ts'
import { paletteCss } from './tokens.ts'

/*
 * From the registry that an operator writes to the one that the site knows. This happens when the site is built
 * (brands-plugin.ts): a registry with a fault is never deployed, and neither the checks nor the maths of colours are in the Worker.
 */

const FILE = 'app/brand/registry.server.ts'

/** All that is wrong with a registry, a sentence each. `brand` is the place of the faulty entry: 0 is the default brand, null is no single one. */
export interface RegistryFault {
  brand: number | null
  sentence: string
}

/** What a registry is made into: either is empty. */
export interface ReadRegistry {
  brands: { brand: Brand; palette: Palette }[]
  faults: RegistryFault[]
}

/** Where a fault is, in the words of the file. */
const settingAt = (path: PropertyKey[]): string => path.map(String).join('.')

/** A value may stand once in the whole registry. */
function twice(what: string, values: [brand: number, value: string][]): RegistryFault[] {
  return values.flatMap(([brand, value], index) =>
    values.findIndex(([, other]) => other === value) === index
      ? []
      : [{ brand, sentence: `${what} "${value}" stands in another brand as well; each may stand once` }],
  )
}

/**
 * Checks the registry and makes each brand's colours.
 * @param input the registry as written
 */
export function readRegistry(input: unknown): ReadRegistry {
  const result = registrySchema.safeParse(input)
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => ({
      brand: path[0] === 'default' ? 0 : typeof path[1] === 'number' ? path[1] + 1 : null,
      sentence: `${settingAt(path.slice(path[0] === 'default' ? 1 : 2)) || settingAt(path)}: ${message}`,
    }))
    return { brands: [], faults }
  }
  const entries = [result.data.default, ...result.data.partners]
  const faults: RegistryFault[] = [
    ...twice(
      'id',
      entries.map(({ id }, brand) => [brand, id]),
    ),
    ...twice(
      'whiteLabel',
      entries.map(({ whiteLabel }, brand) => [brand, whiteLabel]),
    ),
    ...twice(
      'origin',
      entries.map(({ origin }, brand) => [brand, origin]),
    ),
    ...twice(
      'hosts',
      entries.flatMap(({ hosts }, brand) => hosts.map((host) => [brand, host] as [number, string])),
    ),
  ]
  for (const [brand, { origin, hosts }] of entries.entries()) {
    const { hostname } = new URL(origin)
    // The default brand is served on every host that is no partner's.
    if (brand > 0 && !hosts.includes(hostname))
      faults.push({
        brand,
        sentence: `origin: its host ${hostname} is none of the brand's hosts, so links and search engines would lead to another brand; add it to hosts`,
      })
  }
  if (result.data.default.indexing !== 'own')
    faults.push({
      brand: 0,
      sentence: `indexing: write 'own'; the default brand is the one that the others can be canonical to`,
    })
  const brands = entries.flatMap(({ seed, colours, ...entry }, index) => {
    try {
      const palette = solvePalette({ seed, ...(colours && { colours }) })
      const brand: Brand = {
        ...entry,
        colours: { primary: palette.primary, secondary: palette.secondary },
        css: paletteCss(palette),
      }
      return [{ brand, palette }]
    } catch (error) {
      if (!(error instanceof ImpossibleColour)) throw error
      faults.push({ brand: index, sentence: error.message })
      return []
    }
  })
  return faults.length > 0 ? { brands: [], faults } : { brands, faults }
}

/**
 * The registry as the site knows it.
 * @throws Error that names each faulty setting and says what to write instead
 */
export function resolveRegistry(input: {
  default: Pick<BrandEntry, 'id'>
  partners: Pick<BrandEntry, 'id'>[]
}): Registry {
  const { brands, faults } = readRegistry(input)
  if (faults.length > 0) {
    const ids = [input.default, ...input.partners].map(({ id }) => id)
    const lines = faults.map(({ brand, sentence }) => `  ${brand === null ? '' : `${ids[brand]}: `}${sentence}.`)
    throw new Error(`The brand registry (${FILE}) has faults:\n${lines.join('\n')}`)
  }
  const [first, ...partners] = brands.map(({ brand }) => brand)
  if (!first) throw new Error(`The brand registry (${FILE}) has no default brand.`)
  return { default: first, partners }
}
