import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lchOf } from '../../../../functions/brand/palette/colour'
import { BLENDS, colourNamed, measure, PAIRS } from '../../../../functions/brand/palette/contrast-pairs'
import { NEUTRALS, ROLES, type Palette } from '../../../../functions/brand/palette/roles'
import { PaletteError, solvePalette } from '../../../../functions/brand/palette/palette-from-seed'
import { registry } from '../../../../functions/brand/registry'

/** The formula of WCAG 2.2, independent of the library that the solver uses. */
function ratioOf(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function faultsOf(palette: Palette): string[] {
  return PAIRS.flatMap(({ front, ground, need }) => {
    const ratio = ratioOf(colourNamed(front, palette), colourNamed(ground, palette))
    return ratio >= (need === 'text' ? 4.5 : 3) - 1e-9 ? [] : [`${front} on ${ground}: ${ratio}`]
  })
}

const errorOf = (seed: string, colours = {}): string => {
  try {
    solvePalette({ seed, colours })
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(PaletteError)
    return (error as Error).message
  }
}

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('a palette', () => {
  test('has enough contrast in every state for any seed, or the seed is rejected with a colour that passes', () => {
    let made = 0
    fc.assert(
      fc.property(anyColour, (seed) => {
        try {
          const palette = solvePalette({ seed })
          made++
          expect(faultsOf(palette)).toEqual([])
          expect(PAIRS.map((pair) => measure(pair, palette)).filter(({ ok }) => !ok)).toEqual([])
          for (const hex of Object.values(palette)) expect(hex).toMatch(/^#[0-9a-f]{6}$/)
        } catch (error) {
          if (!(error instanceof PaletteError)) throw error
          expect(error.message).toMatch(
            /^seed: ".+" is too light for this site: on-primary #ffffff on primary #[0-9a-f]{6} \(.+\) has \d\.\d\d:1 and needs 4\.5:1\./,
          )
          const instead = /"(#[0-9a-f]{6})" would pass/.exec(error.message)?.[1] ?? ''
          expect(solvePalette({ seed: instead }).primary).toBe(instead)
        }
      }),
      { numRuns: 1000 },
    )
    expect(made).toBeGreaterThan(500)
  }, 60_000)

  test('has the seed unchanged as its primary colour if that has enough contrast', () => {
    fc.assert(
      fc.property(
        anyColour.filter((seed) => ratioOf(seed, '#ffffff') >= 4.5),
        (seed) => {
          expect(solvePalette({ seed }).primary).toBe(seed)
        },
      ),
    )
  })

  test('has the hue of a seed that was darkened', () => {
    fc.assert(
      fc.property(anyColour, (seed) => {
        fc.pre(lchOf(seed).c > 0.04 && errorOf(seed) === '')
        const turn = Math.abs(lchOf(seed).h - lchOf(solvePalette({ seed }).primary).h)
        expect(Math.min(turn, 360 - turn)).toBeLessThan(4)
      }),
    )
  })

  test('has distinguishable colours at rest, hovered and pressed', () => {
    fc.assert(
      fc.property(anyColour, (seed) => {
        fc.pre(errorOf(seed) === '')
        const palette = solvePalette({ seed })
        const lightness = [palette.primary, palette['primary-strong'], palette['primary-active']].map(
          (hex) => lchOf(hex).l,
        )
        const [rest = 0, hover = 0, press = 0] = lightness
        expect(Math.abs(rest - hover)).toBeGreaterThan(0.03)
        expect(Math.abs(hover - press)).toBeGreaterThan(0.03)
        expect(lchOf(palette['primary-soft']).l - lchOf(palette['primary-soft-active']).l).toBeGreaterThan(0.01)
      }),
    )
  })

  test('of the default brand has the customer’s two colours unchanged', () => {
    const { seed, colours = {} } = registry.default
    const palette = solvePalette({ seed, colours })
    expect([palette.primary, palette.secondary]).toEqual(['#1f5eff', '#2b2a6b'])
  })

  test.each([
    ['nope', /^seed: "nope" is not a colour; write it like "#1f5eff"$/],
    ['', /is not a colour/],
    ['#12345680', /^seed: "#12345680" is transparent; write the opaque colour, such as "#123456"$/],
    ['color(display-p3 0 1 0)', /^seed: ".+" lies outside sRGB, .+; "#[0-9a-f]{6}" is the nearest that they can$/],
    ['#ffd400', /^seed: "#ffd400" is too light .+ has 1\.43:1 and needs 4\.5:1\. Of its hue "#8d7400" would pass/],
    ['white', /Of its hue "#767676" would pass/],
  ])('is rejected for the seed "%s" with a sentence', (seed, sentence) => {
    expect(errorOf(seed)).toMatch(sentence)
  })

  test('is rejected if a fixed colour has too little contrast, with the pair and a colour that passes', () => {
    const sentence = errorOf('#1f5eff', { secondary: '#ccccff' })
    expect(sentence).toMatch(
      /^colours\.secondary: on-primary #ffffff on hero middle #[0-9a-f]{6} \(text of the hero\) has 2\.\d\d:1 and needs 4\.5:1\. Of its hue "#[0-9a-f]{6}" would pass/,
    )
    const instead = /"(#[0-9a-f]{6})" would pass/.exec(sentence)?.[1] ?? ''
    expect(solvePalette({ seed: '#1f5eff', colours: { secondary: instead } }).secondary).toBe(instead)
    expect(errorOf('#1f5eff', { 'primary-soft': 'pink-ish' })).toMatch(
      /^colours\.primary-soft: "pink-ish" is not a colour/,
    )
  })
})

describe('the style sheets', () => {
  const css = (path: string) => readFileSync(`app/${path}`, 'utf8')
  const tokens = css('ui/tokens.css')

  test('have the neutral colours of NEUTRALS', () => {
    for (const [name, hex] of Object.entries(NEUTRALS)) {
      const written = new RegExp(`--color-${name}: (#[0-9a-f]+);`).exec(tokens)?.[1] ?? ''
      expect([name, written.length === 4 ? written.replaceAll(/[0-9a-f]/g, '$&$&') : written]).toEqual([name, hex])
    }
  })

  test('do not define a brand’s colours', () => {
    for (const role of ROLES) expect(tokens).not.toContain(`--color-${role}:`)
  })

  test('mix the hero’s grounds as the palette measures them', () => {
    expect(css('features/home/sections/hero.module.css')).toContain(
      'color-mix(in oklab, var(--color-primary) 58%, var(--color-secondary))',
    )
    expect(css('features/home/drawings/flow-figure.module.css')).toContain(
      'color-mix(in oklab, var(--color-secondary) 80%, transparent)',
    )
    expect(Object.keys(BLENDS)).toEqual(['hero middle', 'hero card'])
  })
})
