import type { SupportItem } from './items'

/** Number of items at first, and added by each 'more' (docs/specification.md#9). */
const STEP = 8

/** State of the grid in its address: `?count=16`. */
export interface DownloadsSearch {
  count?: number
}

/** Reads `count` from a query; it must be a multiple of the step, and larger than one step. */
export function downloadsSearch(query: Record<string, unknown>): DownloadsSearch {
  const count = Number(query.count)
  return Number.isInteger(count) && count > STEP && count % STEP === 0 ? { count } : {}
}

/** The items shown, and the `count` of the 'more' link, or null where all are shown. */
export function windowOf(
  items: readonly SupportItem[],
  { count = STEP }: DownloadsSearch,
): { shown: SupportItem[]; more: number | null } {
  return { shown: items.slice(0, count), more: count < items.length ? count + STEP : null }
}
