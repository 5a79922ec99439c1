import { measureAll, type MeasuredPair } from '../../brand/palette/contrast-pairs.ts'
import type { Palette } from '../../brand/palette/roles-and-css.ts'
import { PaletteError, solvePalette } from '../../brand/palette/solve-contrast.ts'
import { readRegistry } from '../../brand/check-and-colour.ts'
import { brandSchema, type BrandEntry, type RegistryEntries } from '../../brand/schema.ts'
import { checkLogo, checkTexts, senderNotes, type Findings } from './entry-checks.ts'

export interface BrandReport extends Findings {
  entry: BrandEntry
  isDefault: boolean
  /** Whether every setting has the right type; otherwise only the problems are reported. */
  isComplete: boolean
  /** Null if the seed gives no palette; then a problem says why. */
  palette: Palette | null
  contrast: MeasuredPair[]
  logo: string[]
  /** What a partner's site has to have before it goes live; also among the notes. */
  lacking: string[]
}

function paletteOf({ seed, colours }: BrandEntry): Palette | null {
  try {
    return solvePalette({ seed, ...(colours && { colours }) })
  } catch (error) {
    if (error instanceof PaletteError) return null
    throw error
  }
}

/**
 * Checks one brand of a registry, whether or not the site can be built with it.
 * @param index of the entry, 0 for the default brand, where several may have the id
 * @returns undefined if no entry has this id
 */
export function reportOf(
  registry: RegistryEntries,
  id: string,
  index = [registry.default, ...registry.partners].findIndex((entry) => entry.id === id),
): BrandReport | undefined {
  const entries = [registry.default, ...registry.partners]
  const entry = entries[index]
  if (!entry) return undefined
  const faults = readRegistry(registry).faults.flatMap(({ brand, sentence }) =>
    brand === index || brand === null ? sentence : [],
  )
  const isComplete = !brandSchema
    .safeParse(entry)
    .error?.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_union')
  const rest = { entry, isDefault: index === 0, isComplete }
  if (!isComplete) return { ...rest, palette: null, contrast: [], logo: [], lacking: [], problems: faults, notes: [] }

  const palette = paletteOf(entry)
  const contrast = palette ? measureAll(palette) : []
  const unreadable = contrast.flatMap(({ ok, front, ground, where }) =>
    ok ? [] : `${front} on ${ground} cannot be read: ${where}`,
  )
  const logo = checkLogo(entry)
  const texts = checkTexts(entry)
  const sender = senderNotes(entry, index === 0)
  const isPartner = index > 0
  const lacking =
    isPartner && !entry.privacy
      ? [
          'privacy: it is missing, so the policy names the representative as privacy officer (PIPA 31); name the one whom the partner has appointed',
        ]
      : []
  const history =
    isPartner && !entry.since
      ? ['since: it is missing, so the site shows all legal versions since 2023 as its own; write its first day']
      : []
  const darkened =
    palette && palette.primary !== entry.seed && entry.colours?.primary === undefined
      ? [
          `seed: ${entry.seed} is shown as ${palette.primary} where it carries text; drawings show ${palette['primary-bright']}`,
        ]
      : []
  return {
    ...rest,
    palette,
    contrast,
    logo: logo.lines,
    problems: [...new Set([...faults, ...unreadable, ...logo.problems, ...texts.problems])],
    lacking,
    notes: [...lacking, ...history, ...sender, ...darkened, ...logo.notes, ...texts.notes],
  }
}

function contrastTable(contrast: MeasuredPair[]): string[] {
  const rows = contrast.map(({ front, ground, ratio, needed, ok, where }) => {
    // Cut, not rounded: 4.499 must not read as 4.5.
    const cut = (Math.floor(ratio * 100) / 100).toFixed(2)
    return [`${front} on ${ground}`, cut, String(needed), ok ? 'ok' : 'FAILS', where] as const
  })
  const width = Math.max(...rows.map(([pair]) => pair.length))
  return [['pair', 'ratio', 'need', 'ok', 'where'] as const, ...rows].map(
    ([pair, ratio, need, ok, where]) =>
      `${pair.padEnd(width)}  ${ratio.padStart(5)}  ${need.padStart(4)}  ${ok.padEnd(5)}  ${where}`,
  )
}

const section = (title: string, lines: string[]): string =>
  `\n${title}\n${(lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`).join('\n')}`

/** The report as text for a terminal. */
export function printed({
  entry,
  isDefault,
  isComplete,
  palette,
  contrast,
  logo,
  problems,
  notes,
}: BrandReport): string {
  const faults = section(problems.length > 0 ? `Problems: ${problems.length}` : 'Problems', problems)
  if (!isComplete) return `${entry.id}: the entry is not complete\n${faults}`
  const { id, name, hosts, origin, indexing, whiteLabel, features = {}, seed } = entry
  return [
    `${id}: ${Object.values(name).join(' / ')}`,
    section('Hosts', [
      isDefault ? ['every host of no partner', ...hosts].join(', ') : hosts.join(', '),
      `origin ${origin}, indexed ${indexing === 'own' ? 'under it' : "under the default brand's origin"} by search engines`,
    ]),
    section('White-label header', [whiteLabel]),
    section('Features', [
      `partnership form ${features.partnershipForm === false ? 'off' : 'on'}, FAQ search ${features.faqSearch ? 'on' : 'off'}, portal button in the header ${features.portalInHeader ? 'on' : 'off'}`,
    ]),
    ...(palette
      ? [
          section(
            `Colours from the seed ${seed}`,
            Object.entries(palette).map(([role, hex]) => `${role.padEnd(20)} ${hex}`),
          ),
          section(
            `Contrast, ${contrast.filter(({ ok }) => ok).length} of ${contrast.length} pairs pass`,
            contrastTable(contrast),
          ),
        ]
      : []),
    section('Logo', logo),
    section('Notes', notes),
    faults,
  ].join('\n')
}
