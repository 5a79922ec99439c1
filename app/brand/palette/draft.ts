import type { Hex } from './colour.ts'
import { measure, PAIRS, type Measured, type Pair } from './pairs.ts'
import { BLENDS, ROLES, type ColourName, type Palette, type Role } from './roles.ts'

/** The palette's own colours behind a name; a neutral has none. */
const rolesOf = (name: ColourName): Role[] =>
  name in BLENDS ? ['primary', 'secondary'] : ROLES.filter((role) => role === name)

/** A palette on its way: colours are added one by one, each such that it goes with those which are there. */
export class Draft {
  readonly #palette: Partial<Palette> = {}

  get(role: Role): Hex {
    const hex = this.#palette[role]
    if (hex === undefined) throw new Error(`The colour ${role} is asked for before it is settled.`)
    return hex
  }

  set(role: Role, hex: Hex): void {
    this.#palette[role] = hex
  }

  /** The first pair that fails with this colour in this role, among those whose other colour is there. */
  failing(role: Role, hex: Hex): Measured | undefined {
    const tried = { ...this.#palette, [role]: hex }
    const touched = ({ front, ground }: Pair) => {
      const parts = [...rolesOf(front), ...rolesOf(ground)]
      return parts.includes(role) && parts.every((part) => part in tried)
    }
    return PAIRS.filter(touched)
      .map((pair) => measure(pair, tried as Palette))
      .find(({ ok }) => !ok)
  }

  /** The first of the colours with which every pair passes. */
  first(role: Role, candidates: Iterable<Hex>): Hex | undefined {
    for (const hex of candidates) if (!this.failing(role, hex)) return hex
    return undefined
  }

  /** The whole palette. */
  finished(): Palette {
    return Object.fromEntries(ROLES.map((role) => [role, this.get(role)])) as Palette
  }
}
