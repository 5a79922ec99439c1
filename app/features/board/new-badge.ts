import type { BoardItem } from '../../../functions/contract/board'
import { NEW_BADGE_DAYS } from '../../../functions/contract/limits'

/** Whether an entry was updated, or else created, in the last seven days (docs/specification.md#2). */
export function isNew({ create_date, update_date }: BoardItem, now: number): boolean {
  const age = now - Date.parse(update_date ?? create_date ?? '')
  return age >= 0 && age <= NEW_BADGE_DAYS * 86_400_000
}
