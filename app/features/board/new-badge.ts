import type { BoardItem } from '../../../functions/contract/board'

const NEW_DAYS = 7

/** Whether an entry was updated, or else created, in so many days (docs/specification.md#2). */
export function isNew({ create_date, update_date }: BoardItem, now: number): boolean {
  const age = now - Date.parse(update_date ?? create_date ?? '')
  return age >= 0 && age <= NEW_DAYS * 86_400_000
}
