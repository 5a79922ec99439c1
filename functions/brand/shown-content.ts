import { PARTNERSHIP_CATEGORY, type Shown } from '../contract/board.ts'
import { brands } from './hosts.ts'

/** What the brand with a white-label value shows of the boards; one without the partnership form has no questions about it either. */
export function shownBy(whiteLabel: string): Shown {
  const brand = brands.find((each) => each.whiteLabel === whiteLabel)
  return { whiteLabel, without: brand?.features.partnershipForm === false ? PARTNERSHIP_CATEGORY : null }
}
