import type { BoardItem } from '../../../functions/contract/board'
import { NEW_BADGE_DAYS } from '../../../functions/contract/limits'

const DAY_MS = 86_400_000

/** Whether the 'New' badge shows: update date, else create date, within the last 7 days (spec 2). `now` in ms since epoch. */
export function isNew(item: Pick<BoardItem, 'create_date' | 'update_date'>, now: number): boolean {
  const age = now - Date.parse(item.update_date ?? item.create_date)
  return age >= 0 && age <= NEW_BADGE_DAYS * DAY_MS
}
