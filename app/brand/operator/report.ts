import { measureAll, type Measured } from '../palette/pairs.ts'
import type { Palette } from '../palette/roles.ts'
import { ImpossibleColour, solvePalette } from '../palette/solve.ts'
import { readRegistry } from '../resolve.ts'
import { brandSchema, type BrandEntry, type RegistryEntries } from '../schema.ts'
import { measureLogo } from './logo.ts'
import { checkTexts } from './texts.ts'

/** What is to be said of one brand. */
export interface BrandReport {
  entry: BrandEntry
  isDefault: boolean
  /** Whether every setting is there; else only the problems can be told. */
  isWhole: boolean
  /** Null where no colours can be made of the seed; then a problem says why. */
  palette: Palette | null
  contrast: Measured[]
  logo: string[]
  /** What keeps the site from being built or read. */
  problems: string[]
  /** What a person should look at. */
  notes: string[]
}

function paletteOf({ seed, colours }: BrandEntry): Palette | null {
  try {
    return solvePalette({ seed, ...(colours && { colours }) })
  } catch (error) {
    if (error instanceof ImpossibleColour) return null
    throw error
  }
}

/**
 * Looks at one brand of a registry as it is written, whether or not it could be built.
 * @returns undefined where no entry has this id
 */
export function reportOf(registry: RegistryEntries, id: string): BrandReport | undefined {
  const entries = [registry.default, ...registry.partners]
  const place = entries.findIndex((entry) => entry.id === id)
  const entry = entries[place]
  if (!entry) return undefined
  const faults = readRegistry({ default: registry.default, partners: registry.partners }).faults.filter(
    ({ brand }) => brand === place || brand === null,
  )
  const isWhole = !brandSchema
    .safeParse(entry)
    .error?.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_union')
  const rest = { entry, isDefault: place === 0, isWhole }
  if (!isWhole)
    return {
      ...rest,
      palette: null,
      contrast: [],
      logo: [],
      problems: faults.map(({ sentence }) => sentence),
      notes: [],
    }
  const palette = paletteOf(entry)
  const contrast = palette ? measureAll(palette) : []
  const logo = measureLogo(entry)
  const texts = checkTexts(entry)
  const darkened = palette && palette.primary !== entry.seed && entry.colours?.primary === undefined
  return {
    ...rest,
    palette,
    contrast,
    logo: logo.lines,
    problems: [
      ...new Set([
        ...faults.map(({ sentence }) => sentence),
        ...contrast
          .filter(({ ok }) => !ok)
          .map(({ front, ground, where }) => `${front} on ${ground} cannot be read: ${where}`),
        ...logo.problems,
        ...texts.problems,
      ]),
    ],
    notes: [
      ...(darkened
        ? [
            `seed: ${entry.seed} is shown as ${palette.primary} where it carries text; drawings show ${palette['primary-bright']}`,
          ]
        : []),
      ...logo.notes,
      ...texts.notes,
    ],
  }
}
