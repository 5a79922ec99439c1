import { Agent, request } from 'node:http'
import { brands, defaultBrand } from '../../../functions/brand/hosts.ts'
import type { Brand } from '../../../functions/brand/schema.ts'
import { BOARD_GROUPS } from '../../../functions/contract/board.ts'
import type { Site } from '../site.ts'
import { newClient } from '../visitor-calls.ts'
import { foreignTo } from './marks.ts'
import { permutationsOf } from './permutations.ts'

const LANGUAGES = ['ko', 'en'] as const
const AT_ONCE = 12
/** Addresses outside the sitemap: pages with noindex, errors, and files for machines. */
const UNLISTED = [
  '/support/request/complete',
  '/support/affiliate/complete?receipt=r-1',
  '/privacy-policy/current',
  '/terms-of-service/current',
  '/intro',
  '/solutions',
  '/pricing',
  '/partners',
  '/maintenance',
  '/nowhere',
  '/support/notice/none',
  '/support/notice?page=2',
  '/support/notice/feed.xml',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/icon.svg',
  '/icon.png',
  '/healthz',
  '/readyz',
  '/api/none',
]

/** The host under which a brand is asked. */
export const hostOf = ({ origin }: Brand) => new URL(origin).host

/** What is asked of one site, and how much of it. */
interface Asked {
  site: Pick<Site, 'fetch' | 'url'>
  /** Of each board; null: all. */
  entries: number | null
  /** Whether every way to ask comes in every language, or each in one only. */
  isWhole: boolean
}

export interface Isolation {
  /** Requests whose answers were looked at. */
  asked: number
  different: number
  routes: number[]
  /** Words of another brand in an answer. */
  leaks: string[]
  /** Answers that are not this brand's. */
  wrong: string[]
}

/** All that a visitor could read of an answer, the bytes of a picture left as they are. */
interface Read {
  status: number
  etag: string
  all: string
}

/** Policy and terms of a partner name the company of the default brand as its processor and operator, and nothing else of it. */
export const withoutOperator = (text: string): string =>
  Object.values(defaultBrand.company.name).reduce((rest, name) => rest.replaceAll(name, ''), text)

/** Asks with just these headers: no client in between that would mend the host. */
export function asker(url: URL) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const ask = (path: string, headers: Record<string, string>, body?: string) =>
    new Promise<Read>((done, fail) => {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request({ agent, host: url.hostname, port: url.port, path, headers, method }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            etag: answer.headers.etag ?? '',
            all: `${answer.rawHeaders.join('\n')}\n${Buffer.concat(chunks).toString('utf8')}`,
          }),
        )
      })
      sent.on('error', fail).end(body)
    })
  return { ask, end: () => agent.destroy() }
}

/** Pages, entries of each board, and what is not listed. */
async function routesOf({ site, entries }: Asked, brand: Brand): Promise<string[]> {
  const xml = await (await site.fetch(`http://${hostOf(brand)}/sitemap.xml`)).text()
  const listed = [
    ...new Set([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)),
  ]
  const isEntry = (path: string) => /^\/support\/(?:notice|faq)\//.test(path)
  const of = (board: string) =>
    listed.filter((path) => path.startsWith(`/support/${board}/`)).slice(0, entries ?? listed.length)
  return [...listed.filter((path) => !isEntry(path)), ...of('notice'), ...of('faq'), ...UNLISTED]
}

/** Calls of the browser, by path and body. */
const CALLS = Object.values(BOARD_GROUPS).map((group_uuid) => [
  '/api/board/selectList',
  JSON.stringify({ group_uuid, sub_category_id: [], search_text: '', search_date: [] }),
])

/** Runs all jobs, some at once, in an order that mixes brands, so that each could find another's answer in a cache. */
async function runMixed(jobs: (() => Promise<void>)[]): Promise<void> {
  const mixed = jobs
    .map((job, index) => ({ job, order: (index * 7919) % 10_007 }))
    .toSorted((one, other) => one.order - other.order)
  const next = mixed.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { job } of next) await job()
    }),
  )
}

/** Asks a site for everything of every brand, first plainly, then pointing at another brand in every way that there is. */
export async function runIsolation(asked: Asked): Promise<Isolation> {
  const { ask, end } = asker(asked.site.url)
  const found: Isolation = { asked: 0, different: 0, routes: [], leaks: [], wrong: [] }
  const seen = new Set<string>()
  const finders = new Map(brands.map((brand) => [brand, foreignTo(brand, brands)]))
  const look = (brand: Brand, path: string, how: string, { status, all }: Read) => {
    found.asked++
    if (status === 304) found.wrong.push(`${brand.id} ${path}, ${how}: 304 for the ETag of another brand`)
    if (all.includes('<html') && !all.includes(`data-brand="${brand.id}"`))
      found.wrong.push(`${brand.id} ${path}, ${how}: not this brand's page`)
    const known = `${brand.id}\n${all.replace(/^(?:x-request-id|date|set-cookie|age|cache-status)\n.*$/gim, '')}`
    if (seen.has(known)) return
    seen.add(known)
    const isLegal = /^\/(?:privacy-policy|terms-of-service)/.test(path)
    const words = finders.get(brand)?.(isLegal ? withoutOperator(all) : all) ?? []
    if (words.length > 0) found.leaks.push(`${brand.id} ${path}, ${how}: ${words.join(', ')}`)
  }

  const routes = new Map(await Promise.all(brands.map(async (brand) => [brand, await routesOf(asked, brand)] as const)))
  const etags = new Map<string, string>()
  const plain = brands.flatMap((brand) =>
    LANGUAGES.flatMap((language) =>
      (routes.get(brand) ?? []).map((route) => async () => {
        const read = await ask(route, { host: hostOf(brand), 'accept-language': language })
        etags.set(`${brand.id} ${language} ${route}`, read.etag)
        look(brand, route, `cold, ${language}`, read)
      }),
    ),
  )
  await runMixed(plain)

  const jobs = brands.flatMap((brand) => {
    const others = brands.filter((other) => other !== brand)
    const pages = LANGUAGES.flatMap((language, turn) =>
      (routes.get(brand) ?? []).flatMap((route, index) => {
        const other = others[index % others.length] ?? defaultBrand
        return (
          permutationsOf(other, etags.get(`${other.id} ${language} ${route}`))
            // Each way to ask comes in both languages, on one route in this one and on the next in the other.
            .filter((_, at) => asked.isWhole || (index + at) % 2 === turn)
            .map(({ name, headers, query = {}, host = (own: string) => own }) => async () => {
              const address = new URL(`http://brand${route}`)
              for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
              const read = await ask(address.pathname + address.search, {
                host: host(hostOf(brand)),
                'accept-language': language,
                ...headers,
              })
              look(brand, route, `${name}, ${language}`, read)
            })
        )
      }),
    )
    const calls = others.flatMap((other) =>
      CALLS.flatMap(([path = '', body]) =>
        permutationsOf(other, undefined).map(({ name, headers, host = (own: string) => own }) => async () => {
          const own = { 'content-type': 'application/json', 'cf-connecting-ip': newClient(), host: host(hostOf(brand)) }
          look(brand, path, name, await ask(path, { ...own, ...headers }, body))
        }),
      ),
    )
    return [...pages, ...calls]
  })
  await runMixed(jobs)
  end()
  return { ...found, different: seen.size, routes: [...routes.values()].map(({ length }) => length) }
}

/** The run in one line. */
export const isolationLine = ({ asked, different, routes, leaks }: Isolation): string =>
  `isolation: ${asked} requests (${brands.length} brands, ${LANGUAGES.length} languages, up to ${Math.max(...routes)} routes, up to 14 permutations), ${different} different answers, ${leaks.length} leaks`
