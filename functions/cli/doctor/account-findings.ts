import { ALL_BRANDS } from '../../contract/scope.ts'
import { inquiryCounts, oldestOf } from '../../database/inquiry-search.ts'
import type { Finding } from './finding.ts'
import { isBuiltAs } from '../deploy/tag.ts'
import type { LiveWorker } from '../deploy/versions.ts'

/** An inquiry that has waited for longer needs a look (docs/operating.md, Error lines of the outbox). */
const WAITING_MS_MAX = 15 * 60_000

/** Which version visitors get, and which one this checkout is. @param tag of this checkout */
export function versionFinding(worker: LiveWorker | null, tag: string): Finding {
  const base = { about: null, name: 'version' }
  if (!worker) return { ...base, ok: false, detail: 'nothing is deployed. Run npm run deploy' }
  const { live, waiting } = worker
  if (waiting)
    return {
      ...base,
      ok: false,
      detail: `${live.id} is live and ${waiting.id} waits without visitors: a deployment was ended early. Run npm run deploy again`,
    }
  return {
    ...base,
    ok: true,
    detail: `${live.id} is live, ${isBuiltAs(live.tag, tag) ? 'this checkout' : 'not this checkout'}`,
  }
}

/** What waits and what needs a person. */
export async function inquiryFindings(db: D1Database, now: Date): Promise<Finding[]> {
  const [counts, oldest] = await Promise.all([inquiryCounts(db, ALL_BRANDS), oldestOf(db, ALL_BRANDS, 'queued')])
  const count = (state: string) => counts.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0)
  const age = oldest ? now.getTime() - Date.parse(oldest.accepted_at) : 0
  const [queued, undelivered] = [count('queued'), count('undelivered')]
  return [
    {
      about: null,
      name: 'waiting',
      ok: age <= WAITING_MS_MAX,
      detail:
        age <= WAITING_MS_MAX
          ? `${queued} inquiries`
          : `${queued} inquiries, the oldest for ${Math.round(age / 60_000)} minutes. npm run inquiries -- --remote --state queued says why`,
    },
    {
      about: null,
      name: 'undelivered',
      ok: undelivered === 0,
      detail:
        undelivered === 0
          ? 'none'
          : `${undelivered} inquiries need a person. npm run inquiries -- --remote --state undelivered says why`,
    },
  ]
}
