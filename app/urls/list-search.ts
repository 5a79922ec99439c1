import type { Search } from './known-parameters'

/** State of a list in its address (docs/contract.md#2), `q` where its brand has it searched. Left out: the first page, no category. */
export type ListSearch = Pick<Search, 'category' | 'page' | 'q'>

/** Id of an entry's row in its list, for links back to it. */
export const rowId = (board_uuid: string): string => `entry-${board_uuid}`
