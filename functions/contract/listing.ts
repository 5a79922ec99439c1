import { z } from 'zod'
import { boardUuid } from './board.ts'

const count = (max: number) => z.coerce.number().int().min(1).max(max)

const pageOfList = z.strictObject({
  page: count(1_000_000).default(1),
  size: count(5_000),
  category: z.string().optional(),
  category_en: z.string().optional(),
  priority: z.literal('1').optional(),
})
/** Which rows a page is cut from, as the header `x-listing` says it (listing-request.ts). */
export type Selection = z.output<typeof pageOfList>

/** What the header may say: a page, or the rows above and below one. */
export const listingPart = z.union([pageOfList, z.strictObject({ around: boardUuid })])
