import type { Shown } from './board.ts'

/** For whom somebody acts who sees every brand. A word of its own, so that a scope that is missing never means all. */
export const ALL_BRANDS = 'all-brands' as const

/** One brand as whoever acts for it alone sees the site: inquiries by its id, entries and documents by what it shows. */
export interface BrandScope extends Shown {
  id: string
}

/** For which brand somebody acts (docs/contract.md#9, decision 067). */
export type Scope = typeof ALL_BRANDS | BrandScope

/** Id of the only brand of a scope; null for all brands. */
export const brandIdOf = (scope: typeof ALL_BRANDS | Pick<BrandScope, 'id'>): string | null =>
  scope === ALL_BRANDS ? null : scope.id

/** White-label value of the only brand of a scope; null for all brands. */
export const labelOf = (scope: Scope): string | null => (scope === ALL_BRANDS ? null : scope.whiteLabel)
