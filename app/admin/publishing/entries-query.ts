import { z } from 'zod'
import { ENTRY_STATES } from '../../../functions/database/board-entry'

const SEARCH_MAX = 100
/** The last page that can be asked for. */
const PAGE_MAX = 100_000

/** What selects entries of a board (docs/contract.md#9). What is not one of the values counts as not given; a longer search is cut. */
export const entriesQuery = z.object({
  state: z.enum(ENTRY_STATES).optional().catch(undefined),
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, SEARCH_MAX)),
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1).catch(1),
})
