import { setTimeout as sleep } from 'node:timers/promises'
import { post } from './chaos-client.ts'
import { atMost, type Section } from './section.ts'
import { withSite } from './served-site.ts'

/** How late the upstream answers. The deadline of visitors is a second, that of a delivery 30. */
const ANSWERS_AFTER_MS = [500, 1200, 5000, 20_000]
/** After its answer: time for a repetition that must not come. */
const WATCHED_MS = 15_000

export const deliveryCalls: Section = {
  name: 'delivery-calls',
  title: `Upstream calls for one inquiry, answers after ${ANSWERS_AFTER_MS.map((ms) => ms / 1000).join(', ')} s`,
  async measure() {
    const rows: [number, number][] = []
    for (const ms of ANSWERS_AFTER_MS) {
      rows.push(
        await withSite(async (site) => {
          site.upstream.faults.set('board/inquiry', { kind: 'slow', ms })
          await post(site.origin, ms, crypto.randomUUID(), 'One inquiry')
          await sleep(ms + WATCHED_MS)
          return [ms / 1000, site.upstream.callsOf('board/inquiry').length]
        }),
      )
    }
    return {
      tables: [{ title: 'Calls of board/inquiry', columns: ['answer after, s', 'calls'], rows }],
      budgets: rows.map(([seconds, calls]) => atMost(`calls for one inquiry, answered after ${seconds} s`, 1, calls)),
    }
  },
}
