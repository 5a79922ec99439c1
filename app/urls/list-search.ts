import type { Search } from './known-parameters'

/** State of a list in its address (docs/contract.md#2). Left out: the first page, no category. */
export type ListSearch = Pick<Search, 'category' | 'page'>

/** State of the FAQ list, which can be searched where the brand has that switched on. */
export type FaqSearch = Pick<Search, 'category' | 'page' | 'q'>

/** Id of an entry's row in its list, for links back to it. */
export const rowId = (board_uuid: string): string => `entry-${board_uuid}`
