import { hexOf, lchOf, mix, readColour, type Hex } from './colour.ts'
import { BLENDS, measure, PAIRS, type ColourName, type MeasuredPair } from './contrast-pairs.ts'
import { ROLES, type Palette, type Role } from './roles.ts'

/** A seed or fixed colour that leaves a pair below its minimum contrast. The message names a colour that passes. */
export class PaletteError extends Error {}

const WHITE = '#ffffff'
const BLACK = '#000000'
const STEP = 0.005
/** A primary colour that is darker than its seed by more than this no longer looks like the brand's. */
const MAX_DARKENING = 0.25
/** Below this lightness a darker shade is hard to distinguish, so the states of a control become lighter instead. */
const DARK = 0.3
/** A clearly visible difference in lightness. */
const VISIBLE = 0.1
/** The hue of the secondary colour turns towards indigo, by at most 20 degrees: blue gives indigo, green teal, red burgundy. */
const INDIGO = 285
const MAX_TURN = 20

/** The colour, then its shades in steps of lightness up to a limit. */
function* towards(hex: Hex, limit: number): Generator<Hex> {
  yield hex
  const { l, c, h } = lchOf(hex)
  const steps = Math.floor(Math.abs(limit - l) / STEP)
  for (let step = 1; step <= steps; step++) yield hexOf({ l: l + Math.sign(limit - l) * step * STEP, c, h })
}

/** Mixtures of two colours, by the share of the second. */
function* mixtures(first: Hex, second: Hex, from: number, to: number): Generator<Hex> {
  const steps = Math.round(Math.abs(to - from) / STEP)
  for (let step = 0; step <= steps; step++) yield mix(first, second, from + Math.sign(to - from) * step * STEP)
}

/** The preferred secondary colour for a primary colour. */
function deepShade(primary: Hex): Hex {
  const { l, c, h } = lchOf(primary)
  const distance = ((INDIGO - h + 540) % 360) - 180
  const turn = Math.sign(distance) * Math.min(MAX_TURN, Math.abs(distance))
  return hexOf({ l: Math.max(0.16, Math.min(0.32, 0.62 * l)), c: Math.min(0.11, 0.45 * c), h: h + turn })
}

/** The palette's own colours behind a name; a neutral has none. */
const rolesOf = (name: ColourName): Role[] =>
  name in BLENDS ? ['primary', 'secondary'] : ROLES.filter((role) => role === name)

/** A palette in progress. Each added colour must pass with those already set. */
class Draft {
  readonly #palette: Partial<Palette> = {}

  get(role: Role): Hex {
    const hex = this.#palette[role]
    if (hex === undefined) throw new Error(`The colour ${role} is read before it is set.`)
    return hex
  }

  set(role: Role, hex: Hex): void {
    this.#palette[role] = hex
  }

  /** The first failing pair with this colour in this role, among the pairs whose colours are set. */
  failing(role: Role, hex: Hex): MeasuredPair | undefined {
    const tried = { ...this.#palette, [role]: hex }
    return PAIRS.filter(({ front, ground }) => {
      const parts = [...rolesOf(front), ...rolesOf(ground)]
      return parts.includes(role) && parts.every((part) => part in tried)
    })
      .map((pair) => measure(pair, tried as Palette))
      .find(({ ok }) => !ok)
  }

  /** The first candidate with which every pair passes. */
  first(role: Role, candidates: Iterable<Hex>): Hex | undefined {
    for (const hex of candidates) if (!this.failing(role, hex)) return hex
    return undefined
  }

  finished(): Palette {
    return Object.fromEntries(ROLES.map((role) => [role, this.get(role)])) as Palette
  }
}

const inSentence = ({ front, ground, colours, where, ratio, needed }: MeasuredPair) =>
  // Cut, not rounded: 4.499 must not read as 4.5.
  `${front} ${colours[0]} on ${ground} ${colours[1]} (${where}) has ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 and needs ${needed}:1`

/** Sets the seed itself if it passes, else the nearest darker colour of its hue. */
function settlePrimary(draft: Draft, seed: Hex, written: string): void {
  const failing = draft.failing('primary', seed)
  const passing = draft.first('primary', towards(seed, 0)) ?? BLACK
  const distance = lchOf(seed).l - lchOf(passing).l
  if (failing && distance > MAX_DARKENING) {
    throw new PaletteError(
      `seed: "${written}" is too light for this site: ${inSentence(failing)}. Of its hue "${passing}" would pass, but that is too far from the seed to be chosen unasked; write it, or another colour of the brand that is as dark`,
    )
  }
  draft.set('primary', passing)
}

/** Sets a fixed colour unchanged. @throws PaletteError if it fails. */
function settleFixed(draft: Draft, role: Role, written: string): void {
  const read = readColour(written)
  if ('fault' in read) throw new PaletteError(`colours.${role}: ${read.fault}`)
  const failing = draft.failing(role, read.hex)
  if (failing) {
    const near = [0, 1].flatMap((limit) => draft.first(role, towards(read.hex, limit)) ?? [])
    const away = (hex: Hex) => Math.abs(lchOf(hex).l - lchOf(read.hex).l)
    const [best] = near.toSorted((one, other) => away(one) - away(other))
    const advice = best ? `Of its hue "${best}" would pass` : `No colour of its hue would pass beside the others`
    throw new PaletteError(
      `colours.${role}: ${inSentence(failing)}. ${advice}; leave the setting out, and one that passes is made from the seed`,
    )
  }
  draft.set(role, read.hex)
}

/**
 * Makes all colours of a brand from its seed and its fixed colours. Each is the one nearest to the design with which every pair of
 * `PAIRS` passes.
 * @throws PaletteError whose message names the setting, the pair that fails and what would pass
 */
export function solvePalette({
  seed: written,
  colours = {},
}: {
  seed: string
  colours?: Partial<Record<Role, string>>
}): Palette {
  const read = readColour(written)
  if ('fault' in read) throw new PaletteError(`seed: ${read.fault}`)
  const seed = read.hex
  const draft = new Draft()
  const settle = (role: Role, candidates: Iterable<Hex>) => {
    const fixed = colours[role]
    if (fixed !== undefined) return settleFixed(draft, role, fixed)
    const hex = draft.first(role, candidates)
    if (hex === undefined)
      throw new PaletteError(
        `seed: "${written}" leaves no colour for ${role} that passes beside the others; write another seed, or leave out the fixed colours`,
      )
    draft.set(role, hex)
  }

  if (colours.primary === undefined) settlePrimary(draft, seed, written)
  else settleFixed(draft, 'primary', colours.primary)
  const primary = draft.get('primary')

  settle('primary-soft', mixtures(WHITE, primary, 0.07, 0))
  settle('primary-soft-active', mixtures(WHITE, primary, 0.14, 0.02))
  settle('primary-line', [mix(WHITE, primary, 0.26)])
  const isDark = lchOf(primary).l < DARK
  settle('primary-strong', isDark ? mixtures(primary, WHITE, 0.22, 0) : mixtures(primary, BLACK, 0.16, 1))
  settle('primary-active', isDark ? mixtures(primary, WHITE, 0.34, 0) : mixtures(primary, BLACK, 0.3, 1))
  settle('secondary', towards(deepShade(primary), 0))
  const secondary = draft.get('secondary')
  settle('secondary-strong', mixtures(secondary, BLACK, 0.22, 1))
  settle('on-secondary-muted', mixtures(WHITE, secondary, 0.22, 0))
  // Drawings show a seed that is too light for text.
  const showsSeed = lchOf(seed).l - lchOf(primary).l >= VISIBLE
  settle('primary-bright', [...(showsSeed ? [seed] : []), ...mixtures(primary, WHITE, 0.55, 1)])
  settle('on-primary-line', mixtures(primary, WHITE, 0.6, 1))
  return draft.finished()
}
