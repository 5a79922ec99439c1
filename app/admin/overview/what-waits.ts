import type { Context } from 'hono'
import { readOverview, type Overview } from '../../../functions/admin/overview'
import { nextPublication } from '../../../functions/database/board-item'
import type { AdminContext } from '../access/admission'

/** What waits, and what comes next. Times are ISO 8601. */
export interface WhatWaits extends Overview {
  /** When the next scheduled entry becomes public. */
  nextPublication: string | null
}

export async function readWhatWaits<E extends AdminContext>({
  env,
  var: { env: settings, call },
}: Context<E>): Promise<WhatWaits> {
  const [overview, publication] = await Promise.all([
    readOverview(settings, env.raw, call, env.ctx),
    nextPublication(settings.DB),
  ])
  return { ...overview, nextPublication: publication }
}
