import { DOWNLOADS_STEP } from '../../../functions/contract/list-limits'
import { markUncacheable } from '../../context/page-context'
import type { Search } from '../../urls/known-parameters'
import type { ItemsResult, SupportItem } from './items'

/** State of the grid in its address: `?count=16`. */
export type DownloadsSearch = Pick<Search, 'count'>

/** The items shown, and the `count` of the 'more' link, or null where all are shown. */
export function windowOf(
  items: readonly SupportItem[],
  { count = DOWNLOADS_STEP }: DownloadsSearch,
): { shown: SupportItem[]; more: number | null } {
  return { shown: items.slice(0, count), more: count < items.length ? count + DOWNLOADS_STEP : null }
}

/** Keeps a page out of the cache to whose `count` no link leads, because all items are shown before: anybody can invent numbers. */
export function keepingNoneInvented(result: ItemsResult, { count = 0 }: DownloadsSearch): ItemsResult {
  if ('items' in result && count - DOWNLOADS_STEP >= result.items.length) markUncacheable()
  return result
}
