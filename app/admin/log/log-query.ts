import { z } from 'zod'
import { LOGGED_ACTIONS } from '../../../functions/database/admin-log'

/** What selects rows of the log (docs/contract.md#9). What is not one of the values counts as not given. */
export const logQuery = z.object({
  day: z.iso.date().optional().catch(undefined),
  actor: z.string().min(1).max(200).optional().catch(undefined),
  action: z.enum(LOGGED_ACTIONS).optional().catch(undefined),
  /** Whether with what was only looked at: the page leaves it out, and the JSON has it, unless the query says otherwise. */
  reading: z.enum(['yes', 'no']).optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})
export type LogQuery = z.output<typeof logQuery>
