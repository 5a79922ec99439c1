import { RECEIPT_KEPT_MS } from '../contract/retention.ts'
import { livingAmong, livingUnpaused } from '../database/inquiry-row.ts'
import type { Env } from '../env.ts'
import { destroy, DESTROYED_PREFIX } from './destroy.ts'

/* What a restore does with the list of destroyed inquiries, to which every destruction adds its receipt, and the hour that shortens it. */

type Stores = Pick<Env, 'DB' | 'FILES'>

/** How long a destruction may last that was cut off: what it has asked of D1 may be done later. */
const CUT_OFF_MS = 3_600_000

/** The list of destroyed inquiries, as R2 gives it at once. */
async function* pagesOfList({
  FILES,
}: Stores): AsyncGenerator<(Pick<R2Object, 'key' | 'uploaded'> & { receipt: string })[]> {
  for (let cursor: string | undefined; ;) {
    const page = await FILES.list({ prefix: DESTROYED_PREFIX, ...(cursor && { cursor }) })
    yield page.objects.map(({ key, uploaded }) => ({ key, uploaded, receipt: key.split('/')[1] ?? '' }))
    if (!page.truncated) return
    cursor = page.cursor
  }
}
const receiptsOf = (page: readonly { receipt: string }[]) => page.map(({ receipt }) => receipt)

/** After a restore: destroys what the list says was destroyed. Before that nothing is sent. @returns how many */
export async function applyDestructionList(stores: Stores, now: Date): Promise<number> {
  let count = 0
  for await (const page of pagesOfList(stores))
    for (const name of await livingAmong(stores.DB, receiptsOf(page)))
      count += Number(await destroy(stores, name, { now, shownAt: null }))
  return count
}

/**
 * Takes off the list what has no receipt any more, and what a restore would destroy though it was not destroyed: the destruction was cut off,
 * or D1 failed.
 */
export async function tidyDestructionList(stores: Stores, now: Date): Promise<void> {
  const isBefore = (age: number, { uploaded }: Pick<R2Object, 'uploaded'>) => uploaded.getTime() < now.getTime() - age
  for await (const page of pagesOfList(stores)) {
    const older = page.filter((entry) => isBefore(CUT_OFF_MS, entry))
    const living = new Set(receiptsOf(await livingUnpaused(stores.DB, receiptsOf(older))))
    const ended = older.filter((entry) => living.has(entry.receipt) || isBefore(RECEIPT_KEPT_MS, entry))
    if (ended.length > 0) await stores.FILES.delete(ended.map(({ key }) => key))
  }
}
