import autocannon from 'autocannon'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { atLeast, median, round, type Section } from './section.ts'
import { withSite, type ServedSite } from './served-site.ts'

export const CONNECTIONS = 16
const JSON_TYPE = { 'content-type': 'application/json' }

export interface Target {
  name: string
  /** The request; `count` is different for each one. */
  request(count: number): { method?: string; path: string; body?: string; headers?: Record<string, string> }
  /** Expected `Cache-Status`: proves that the target measures what its name says. */
  cacheStatus?: RegExp
}

/** A client of its own, so that the rate limits stay out of the way. */
const client = (count: number) => ({
  'cf-connecting-ip': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
})

const list = (search_text: string, count: number) => ({
  method: 'POST',
  path: '/api/board/selectList',
  headers: { ...JSON_TYPE, ...client(count) },
  body: JSON.stringify({ group_uuid: BOARD_GROUPS.notice, sub_category_id: [], search_text, search_date: [] }),
})

/** A page that the list does not have is not in the page cache. */
const fresh = (path: string) => (count: number) => ({ path: `${path}?page=${count}`, headers: client(count) })
const PAGES = { home: '/', 'notice list': '/support/notice', 'inquiry form': '/support/request' }

/** Budgets, as ratios to the bare route. */
const CACHED_MIN = { 'notice list': 0.8, 'inquiry form': 0.7 }
const RENDERED_MIN = { home: 0.27, 'notice list': 0.35, 'inquiry form': 0.27 }

const BARE = 'bare Hono route'
const bare: Target = { name: BARE, request: () => ({ path: '/healthz' }) }

/** With the page cache, as in production: a miss also looks the page up. */
const CACHED: Target[] = [
  bare,
  ...Object.entries(PAGES).map(([name, path]): Target => ({
    name: `${name}, cached`,
    request: () => ({ path }),
    cacheStatus: /^page; hit/,
  })),
  { name: 'notice list, missed', request: fresh(PAGES['notice list']), cacheStatus: /^page; fwd=miss/ },
  { name: 'list over /api, whole', request: (count) => list('', count) },
  { name: 'list over /api, filtered', request: (count) => list(`search ${count}`, count) },
]
/** Without the page cache: the cost of rendering alone. */
const UNCACHED: Target[] = [
  bare,
  ...Object.entries(PAGES).map(([name, path]): Target => ({
    name: `${name}, rendered`,
    request: fresh(path),
    cacheStatus: /^page; fwd=bypass/,
  })),
]

export interface Round {
  perSecond: number
  p50: number
  p99: number
}

export const throughput: Section = {
  name: 'throughput',
  title: `Requests per second, ${CONNECTIONS} connections`,
  async measure({ quick }) {
    const [rounds, seconds] = quick ? [1, 1] : [5, 4]
    const measured = [
      ...(await withSite((site) => measureAll(site, CACHED, rounds, seconds))),
      ...(await withSite((site) => measureAll(site, UNCACHED, rounds, seconds), { pageCache: 'off' })),
    ]
    const ratio = (name: string): number => measured.find((one) => one.name === name)?.ratio ?? NaN
    return {
      tables: [
        {
          title: `Medians of ${rounds} rounds of ${seconds} s, interleaved; the second bare route and what follows it with the page cache off`,
          columns: ['what', 'requests/s', 'ratio', 'p50 ms', 'p99 ms'],
          rows: measured.map(({ name, perSecond, ratio, p50, p99 }) => [
            name,
            Math.round(perSecond),
            round(ratio, 2),
            p50,
            p99,
          ]),
        },
      ],
      budgets: [
        ...Object.entries(CACHED_MIN).map(([name, min]) =>
          atLeast(`${name}, cached, ratio to ${BARE}`, min, ratio(`${name}, cached`)),
        ),
        ...Object.entries(RENDERED_MIN).map(([name, min]) =>
          atLeast(`${name}, rendered, ratio to ${BARE}`, min, ratio(`${name}, rendered`)),
        ),
      ],
      notes: [
        'Ratios are medians of the ratios within a round, to the bare route of the same Worker. Load generator, fake upstream and Worker share the machine.',
        'For comparison, list and form: Hono with hono/jsx 0.82 and 0.73, Astro 0.64 and 0.60, React Router 8 0.32 and 0.23, Next 16 on OpenNext 0.08 and 0.10.',
      ],
    }
  },
}

/** Each round measures every target in turn, so that a disturbance of the machine affects them all. */
async function measureAll(
  site: ServedSite,
  targets: Target[],
  rounds: number,
  seconds: number,
): Promise<(Round & { name: string; ratio: number })[]> {
  const results = new Map<string, Round[]>(targets.map(({ name }) => [name, []]))
  let count = 100_000
  const next = (): number => ++count
  for (const target of targets) {
    await shoot(site, target, next, 1)
    await confirm(site, target, next())
  }
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) results.get(target.name)?.push(await shoot(site, target, next, seconds))
  }
  const bareRounds = results.get(BARE) ?? []
  return [...results].map(([name, all]) => ({
    name,
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
    ratio: median(all.map(({ perSecond }, round) => perSecond / (bareRounds[round]?.perSecond ?? NaN))),
  }))
}

/** Sends a target's requests for `duration` seconds. @throws Error where one of them fails or is refused */
export async function shoot(
  site: Pick<ServedSite, 'origin'>,
  { name, request }: Target,
  next: () => number,
  duration: number,
): Promise<Round> {
  const outcome = await autocannon({
    url: site.origin,
    connections: CONNECTIONS,
    duration,
    requests: [{ ...request(next()), setupRequest: (now) => ({ ...now, ...request(next()) }) }],
  })
  const { errors, timeouts, non2xx, requests, latency } = outcome
  if (errors + timeouts + non2xx > 0)
    throw new Error(
      `${name}: ${errors} errors, ${timeouts} timeouts and ${non2xx} answers other than 2xx of ${requests.total}`,
    )
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

async function confirm(site: ServedSite, { name, request, cacheStatus }: Target, count: number): Promise<void> {
  const { method, path, headers = {} } = request(count)
  if (!cacheStatus || method) return
  const status = String((await site.get(path, headers)).headers['cache-status'])
  if (!cacheStatus.test(status))
    throw new Error(`${name}: Cache-Status is "${status}"; this target no longer measures what its name says.`)
}
