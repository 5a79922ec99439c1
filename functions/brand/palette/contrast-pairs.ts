import { blend, contrast, mix, type Hex } from './colour.ts'
import { NEUTRALS, type Neutral, type Palette, type Role } from './roles.ts'

/** Grounds that the style sheets mix from several colours of the palette. */
export const BLENDS = {
  /** The middle of the hero's gradient (hero.module.css). */
  'hero middle': ({ primary, secondary }: Palette) => mix(secondary, primary, 0.58),
  /** A half-transparent card on the lightest part of the hero (flow-figure.module.css). */
  'hero card': ({ primary, secondary }: Palette) => blend(primary, secondary, 0.8),
} as const satisfies Record<string, (palette: Palette) => Hex>
export type Blend = keyof typeof BLENDS

export type ColourName = Role | Neutral | Blend

export function colourNamed(name: ColourName, palette: Palette): Hex {
  if (name in NEUTRALS) return NEUTRALS[name as Neutral]
  if (name in BLENDS) return BLENDS[name as Blend](palette)
  return palette[name as Role]
}

/** Minimum ratios of WCAG 2.2: 1.4.3 for text, 1.4.11 for controls, their states and the focus ring. */
const NEED = { text: 4.5, control: 3 } as const
export type Need = keyof typeof NEED

/** Two colours that are adjacent on a page. */
export interface Pair {
  front: ColourName
  ground: ColourName
  need: Need
  /** The element in which they are adjacent. */
  where: string
}

const on = (need: Need, front: ColourName, grounds: [ground: ColourName, where: string][]): Pair[] =>
  grounds.map(([ground, where]) => ({ front, ground, need, where }))

/** Every pair of colours in the pages' texts, controls and focus rings, in every state. WCAG exempts disabled controls. */
export const PAIRS: readonly Pair[] = [
  ...on('text', 'on-primary', [
    ['primary', 'text of a button, of the home page’s header and hero'],
    ['primary-strong', 'text of a button when hovered'],
    ['primary-active', 'text of a pressed button'],
    ['hero middle', 'text of the hero'],
  ]),
  ...on('text', 'primary', [['surface', 'a link when hovered']]),
  ...on('text', 'primary-strong', [
    ['surface', 'a link'],
    ['surface-soft', 'a link on a soft ground'],
    ['surface-sunken', 'a link on a sunken ground'],
    ['primary-soft', 'a chosen or hovered row, a badge'],
    ['primary-soft-active', 'a pressed row'],
  ]),
  ...on('text', 'text', [
    ['primary-soft', 'a row when hovered'],
    ['primary-soft-active', 'a pressed row'],
  ]),
  ...on('text', 'text-muted', [
    ['primary-soft', 'small text in a row when hovered'],
    ['primary-soft-active', 'small text in a pressed row'],
  ]),
  ...on('text', 'secondary', [
    ['surface', 'text of a white button'],
    ['primary-soft', 'text of a white button when hovered'],
    ['primary-soft-active', 'text of a pressed white button'],
  ]),
  ...on('text', 'on-secondary', [
    ['secondary', 'text of the deep bands and of a chosen chip'],
    ['secondary-strong', 'text at the deep bands’ dark end'],
  ]),
  ...on('text', 'on-secondary-muted', [
    ['secondary', 'small text on the deep bands'],
    ['secondary-strong', 'small text at the deep bands’ dark end'],
    ['hero card', 'small text on the hero’s cards'],
  ]),
  ...on('control', 'primary', [
    ['surface', 'a button, a border, the focus ring'],
    ['surface-soft', 'a button, a border, the focus ring on a soft ground'],
    ['surface-sunken', 'the progress bar, the focus ring on a sunken ground'],
    ['primary-soft', 'a border, an icon, the focus ring on a tint'],
    ['primary-soft-active', 'a border, an icon, the focus ring on a pressed tint'],
  ]),
  ...on('control', 'secondary', [
    ['surface', 'a chosen chip'],
    ['surface-soft', 'a chosen chip on a soft ground'],
  ]),
  ...on('control', 'on-primary-line', [
    ['primary', 'the border of an outlined button on the hero'],
    ['hero middle', 'the border of an outlined button in the hero’s middle'],
    ['secondary', 'the border of an outlined button on a deep band'],
    ['secondary-strong', 'the border of an outlined button at a deep band’s dark end'],
  ]),
  ...on('control', 'primary-bright', [['secondary', 'a drawing on a deep ground']]),
]

export interface MeasuredPair extends Pair {
  colours: [front: Hex, ground: Hex]
  ratio: number
  needed: number
  ok: boolean
}

export function measure(pair: Pair, palette: Palette): MeasuredPair {
  const colours: [Hex, Hex] = [colourNamed(pair.front, palette), colourNamed(pair.ground, palette)]
  const ratio = contrast(...colours)
  const needed = NEED[pair.need]
  return { ...pair, colours, ratio, needed, ok: ratio >= needed }
}
