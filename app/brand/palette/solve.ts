import { hexOf, lchOf, mixed, readColour, type Hex } from './colour.ts'
import { Draft } from './draft.ts'
import type { Measured } from './pairs.ts'
import type { Palette, Role } from './roles.ts'

/** A seed, or a colour that the customer fixed, with which the site could not be read. The message says what would do. */
export class ImpossibleColour extends Error {
  override name = 'ImpossibleColour'
}

/** The colours that a brand gives: its seed, and those that the customer has fixed to the letter. */
export interface Given {
  seed: string
  colours?: Partial<Record<Role, string>>
}

const WHITE = '#ffffff'
const BLACK = '#000000'
const STEP = 0.005
/** Further than this from its seed in lightness, a colour would not be taken for the brand's any more. */
const FURTHEST = 0.25
/** Below this lightness a darker shade is hardly told from the colour itself: states go up instead of down. */
const DARK = 0.3
/** A difference in lightness that nobody misses. */
const TELLING = 0.1
/** The deep colour leans this way, to indigo, and not more than this: blue gets an indigo beside it, green a teal, red a burgundy. */
const DEEP_HUE = 285
const DEEP_LEAN = 20

/** The colour in steps of lightness, from its own to a limit. */
function* towards(hex: Hex, limit: number): Generator<Hex> {
  yield hex
  const { l, c, h } = lchOf(hex)
  const steps = Math.floor(Math.abs(limit - l) / STEP)
  for (let step = 1; step <= steps; step++) yield hexOf({ l: l + Math.sign(limit - l) * step * STEP, c, h })
}

/** Mixtures of two colours, from a share of the second on. */
function* mixtures(first: Hex, second: Hex, from: number, to: number): Generator<Hex> {
  const steps = Math.round(Math.abs(to - from) / STEP)
  for (let step = 0; step <= steps; step++) yield mixed(first, second, from + Math.sign(to - from) * step * STEP)
}

/** The brand's second, deep colour, from its first. */
function deepOf(primary: Hex): Hex {
  const { l, c, h } = lchOf(primary)
  const way = ((DEEP_HUE - h + 540) % 360) - 180
  const lean = Math.sign(way) * Math.min(DEEP_LEAN, Math.abs(way))
  return hexOf({ l: Math.max(0.16, Math.min(0.32, 0.62 * l)), c: Math.min(0.11, 0.45 * c), h: h + lean })
}

const inSentence = ({ front, ground, colours, where, ratio, needed }: Measured) =>
  // Cut, not rounded: 4.499 must not read as 4.5.
  `${front} ${colours[0]} on ${ground} ${colours[1]} (${where}) has ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 and needs ${needed}:1`

/** The seed itself where it passes, else the nearest darker colour of its hue. */
function settlePrimary(draft: Draft, seed: Hex, written: string): void {
  const failing = draft.failing('primary', seed)
  const passing = draft.first('primary', towards(seed, 0)) ?? BLACK
  const distance = lchOf(seed).l - lchOf(passing).l
  if (failing && distance > FURTHEST) {
    throw new ImpossibleColour(
      `seed: "${written}" is too light for this site: ${inSentence(failing)}. Of its hue "${passing}" would pass, but that is too far from the seed to be chosen unasked; write it, or another colour of the brand that is as dark`,
    )
  }
  draft.set('primary', passing)
}

/** A colour to the letter, or a sentence which of the nearby ones would pass. */
function settleFixed(draft: Draft, role: Role, written: string): void {
  const read = readColour(written)
  if ('fault' in read) throw new ImpossibleColour(`colours.${role}: ${read.fault}`)
  const failing = draft.failing(role, read.hex)
  if (failing) {
    const near = [0, 1].flatMap((limit) => draft.first(role, towards(read.hex, limit)) ?? [])
    const away = (hex: Hex) => Math.abs(lchOf(hex).l - lchOf(read.hex).l)
    const [best] = near.toSorted((one, other) => away(one) - away(other))
    const advice = best ? `Of its hue "${best}" would pass` : `No colour of its hue would pass beside the others`
    throw new ImpossibleColour(
      `colours.${role}: ${inSentence(failing)}. ${advice}; leave the setting out, and one that passes is made from the seed`,
    )
  }
  draft.set(role, read.hex)
}

/**
 * All colours of a brand from its seed: each the nearest to what the design wants with which every pair of `PAIRS` passes.
 * @throws ImpossibleColour whose message names the setting, the pair that fails and what would pass
 */
export function solvePalette({ seed: written, colours = {} }: Given): Palette {
  const read = readColour(written)
  if ('fault' in read) throw new ImpossibleColour(`seed: ${read.fault}`)
  const seed = read.hex
  const draft = new Draft()
  const settle = (role: Role, candidates: Iterable<Hex>) => {
    const fixed = colours[role]
    if (fixed !== undefined) return settleFixed(draft, role, fixed)
    const hex = draft.first(role, candidates)
    if (hex === undefined)
      throw new ImpossibleColour(
        `seed: "${written}" leaves no colour for ${role} that passes beside the others; write another seed, or leave out the fixed colours`,
      )
    draft.set(role, hex)
  }

  if (colours.primary === undefined) settlePrimary(draft, seed, written)
  else settleFixed(draft, 'primary', colours.primary)
  const primary = draft.get('primary')

  settle('primary-soft', mixtures(WHITE, primary, 0.07, 0))
  settle('primary-soft-active', mixtures(WHITE, primary, 0.14, 0.02))
  settle('primary-line', [mixed(WHITE, primary, 0.26)])
  const isDark = lchOf(primary).l < DARK
  settle('primary-strong', isDark ? mixtures(primary, WHITE, 0.22, 0) : mixtures(primary, BLACK, 0.16, 1))
  settle('primary-active', isDark ? mixtures(primary, WHITE, 0.34, 0) : mixtures(primary, BLACK, 0.3, 1))
  settle('secondary', towards(deepOf(primary), 0))
  const secondary = draft.get('secondary')
  settle('secondary-strong', mixtures(secondary, BLACK, 0.22, 1))
  settle('on-secondary-muted', mixtures(WHITE, secondary, 0.22, 0))
  // A seed too light for text still shows as itself in drawings.
  const showsSeed = lchOf(seed).l - lchOf(primary).l >= TELLING
  settle('primary-bright', [...(showsSeed ? [seed] : []), ...mixtures(primary, WHITE, 0.55, 1)])
  settle('on-primary-line', mixtures(primary, WHITE, 0.6, 1))
  return draft.finished()
}
