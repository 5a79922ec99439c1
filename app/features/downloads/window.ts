import type { SupportItem } from './items'

/** Items at first, and added by each 'more' (spec 9). */
export const STEP = 8

/** State of the grid in the address: `?count=16`. */
export interface DownloadsSearch {
  count?: number
}

/** Reads `count`; anything but a larger multiple of the step is as if it were not there. */
export function downloadsSearch(query: Record<string, unknown>): DownloadsSearch {
  const count = Number(query.count)
  return Number.isInteger(count) && count > STEP && count % STEP === 0 ? { count } : {}
}

/** What is shown of the items, newest first, and the `count` of the next 'more', or null where all are shown. */
export function windowOf(
  items: readonly SupportItem[],
  { count = STEP }: DownloadsSearch,
): { shown: SupportItem[]; more: number | null } {
  const newestFirst = items.toSorted((a, b) => b.registered.localeCompare(a.registered))
  return { shown: newestFirst.slice(0, count), more: count < items.length ? count + STEP : null }
}
