import autocannon from 'autocannon'
import { BOARD_GROUPS } from '../../functions/contract/board-groups.ts'
import { atLeast, median, round, type Section } from './section.ts'
import { withSite, type ServedSite } from './served-site.ts'

const CONNECTIONS = 16
const JSON_TYPE = { 'content-type': 'application/json' }

interface Target {
  name: string
  /** The request, `count` being different for each one. */
  request(count: number): { method?: string; path: string; body?: string; headers?: Record<string, string> }
  /** What `Cache-Status` has to say for the target to be what it is called. */
  cacheStatus?: RegExp
}

const list = (search_text: string) => ({
  method: 'POST',
  path: '/api/board/selectList',
  headers: JSON_TYPE,
  body: JSON.stringify({ group_uuid: BOARD_GROUPS.notice, sub_category_id: [], search_text, search_date: [] }),
})

/*
 * A page is kept by its address, so an address that nobody asked for before is rendered. Such a request also pays for
 * looking into the cache and for filling it, as it does in production.
 */
const page = (name: string, path: string): Target[] => [
  { name: `${name}, cached`, request: () => ({ path }), cacheStatus: /^page; hit/ },
  { name: `${name}, rendered`, request: (count) => ({ path: `${path}?page=${count}` }), cacheStatus: /^page; fwd=miss/ },
]

const BARE = 'bare Hono route'
const TARGETS: Target[] = [
  { name: BARE, request: () => ({ path: '/healthz' }) },
  ...page('home', '/'),
  ...page('notice list', '/support/notice'),
  ...page('inquiry form', '/support/request'),
  { name: 'list over /api, hit', request: () => list('') },
  { name: 'list over /api, miss', request: (count) => list(`search ${count}`) },
]

interface Round {
  perSecond: number
  p50: number
  p99: number
}

export const throughput: Section = {
  name: 'throughput',
  title: `Requests per second, ${CONNECTIONS} connections`,
  measure: ({ quick }) =>
    withSite(async (site) => {
      const [rounds, seconds] = quick ? [1, 1] : [5, 4]
      const results = new Map<string, Round[]>(TARGETS.map(({ name }) => [name, []]))
      let count = 100_000
      const next = (): number => ++count
      for (const target of TARGETS) {
        await shoot(site, target, next, 1)
        await confirm(site, target, next())
      }
      // Each round takes every target in turn: what disturbs the machine for a while disturbs them all.
      for (let round = 0; round < rounds; round++) {
        for (const target of TARGETS) results.get(target.name)?.push(await shoot(site, target, next, seconds))
      }
      const of = (name: string, key: keyof Round): number => median((results.get(name) ?? []).map((round) => round[key]))
      const ratio = (name: string): number => median((results.get(name) ?? []).map(({ perSecond }, round) => perSecond / (results.get(BARE)?.[round]?.perSecond ?? NaN)))
      return {
        tables: [
          {
            title: `Medians of ${rounds} rounds of ${seconds} s, interleaved`,
            columns: ['what', 'requests/s', 'ratio', 'p50 ms', 'p99 ms'],
            rows: TARGETS.map(({ name }) => [name, Math.round(of(name, 'perSecond')), round(ratio(name), 2), of(name, 'p50'), of(name, 'p99')]),
          },
        ],
        budgets: [
          ...['home', 'notice list', 'inquiry form'].map((name) => atLeast(`${name}, cached, ratio to ${BARE}`, 0.85, ratio(`${name}, cached`))),
          ...['home', 'notice list'].map((name) => atLeast(`${name}, rendered, ratio to ${BARE}`, 0.32, ratio(`${name}, rendered`))),
        ],
        notes: [
          'Ratios are medians of the ratios within a round. Load generator, fake upstream and Worker share the machine.',
          'For comparison, list and form: hono/jsx by hand 0.82 and 0.73, Astro 0.64 and 0.60, React Router 0.32 and 0.23, Next with OpenNext 0.08 and 0.10.',
        ],
      }
    }),
}

async function shoot(site: ServedSite, { name, request }: Target, next: () => number, duration: number): Promise<Round> {
  const outcome = await autocannon({ url: site.origin, connections: CONNECTIONS, duration, requests: [{ ...request(next()), setupRequest: (now) => ({ ...now, ...request(next()) }) }] })
  const { errors, timeouts, non2xx, requests, latency } = outcome
  if (errors + timeouts + non2xx > 0) throw new Error(`${name}: ${errors} errors, ${timeouts} timeouts and ${non2xx} answers other than 2xx of ${requests.total}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

async function confirm(site: ServedSite, { name, request, cacheStatus }: Target, count: number): Promise<void> {
  const { method, path, headers = {} } = request(count)
  if (!cacheStatus || method) return
  const status = String((await site.get(path, headers)).headers['cache-status'])
  if (!cacheStatus.test(status)) throw new Error(`${name}: Cache-Status is "${status}"; this target no longer measures what its name says.`)
}
