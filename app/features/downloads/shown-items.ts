import { DOWNLOADS_STEP } from '../../../functions/contract/limits'
import type { SupportItem } from './items'

/** State of the grid in its address: `?count=16`. */
export interface DownloadsSearch {
  count?: number
}

/** Reads `count` from a query, which has been validated with the address (urls/known-parameters.ts). */
export const downloadsSearch = ({ count }: Record<string, unknown>): DownloadsSearch =>
  count === undefined ? {} : { count: Number(count) }

/** The items shown, and the `count` of the 'more' link, or null where all are shown. */
export function windowOf(
  items: readonly SupportItem[],
  { count = DOWNLOADS_STEP }: DownloadsSearch,
): { shown: SupportItem[]; more: number | null } {
  return { shown: items.slice(0, count), more: count < items.length ? count + DOWNLOADS_STEP : null }
}
