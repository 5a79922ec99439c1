import { glob, readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { pageBrand } from '../../../app/request/page-brand.ts'
import { brands, defaultBrand } from '../../../functions/brand/hosts.ts'
import type { Brand } from '../../../functions/brand/schema.ts'
import { BOARD_GROUPS } from '../../../functions/contract/board.ts'
import { remoteSite } from '../../support/shared-sites.ts'
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
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/healthz',
  '/readyz',
  '/api/none',
]

const hostOf = ({ origin }: Brand) => new URL(origin).host

const served = remoteSite()

/** Pages, two entries of each board, and what is not listed. */
async function routesOf(brand: Brand): Promise<string[]> {
  const xml = await (await served.site.fetch(`http://${hostOf(brand)}/sitemap.xml`)).text()
  const listed = [
    ...new Set([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)),
  ]
  const isEntry = (path: string) => /^\/support\/(?:notice|faq)\//.test(path)
  const entries = (board: string) => listed.filter((path) => path.startsWith(`/support/${board}/`)).slice(0, 2)
  return [...listed.filter((path) => !isEntry(path)), ...entries('notice'), ...entries('faq'), ...UNLISTED]
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())

/** All that a visitor could read of an answer, the bytes of a picture left as they are. */
interface Read {
  status: number
  etag: string
  all: string
}

/** A request with just these headers: no client in between that would mend the host. */
const ask = (path: string, headers: Record<string, string>) =>
  new Promise<Read>((done, fail) => {
    const sent = request(
      { agent, host: served.site.url.hostname, port: served.site.url.port, path, headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const head = answer.rawHeaders.join('\n')
          done({
            status: answer.statusCode ?? 0,
            etag: answer.headers.etag ?? '',
            all: `${head}\n${Buffer.concat(chunks).toString('utf8')}`,
          })
        })
      },
    )
    sent.on('error', fail).end()
  })

/** Policy and terms of a partner name the company of the default brand as its processor and operator, and nothing else of it. */
const withoutOperator = (text: string) =>
  Object.values(defaultBrand.company.name).reduce((rest, name) => rest.replaceAll(name, ''), text)

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

test('no byte of a brand is on another’s pages, whatever a request says of hosts', async () => {
  const routes = new Map(await Promise.all(brands.map(async (brand) => [brand, await routesOf(brand)] as const)))
  const etags = new Map<string, string>()
  const plain = brands.flatMap((brand) =>
    LANGUAGES.flatMap((language) =>
      (routes.get(brand) ?? []).map((route) => async () => {
        etags.set(
          `${brand.id} ${language} ${route}`,
          (await ask(route, { host: hostOf(brand), 'accept-language': language })).etag,
        )
      }),
    ),
  )
  await runMixed(plain)

  const leaks: string[] = []
  const wrong: string[] = []
  const seen = new Set<string>()
  let asked = 0
  const jobs = brands.flatMap((brand) => {
    const foreign = foreignTo(brand, brands)
    const others = brands.filter((other) => other !== brand)
    return LANGUAGES.flatMap((language, turn) =>
      (routes.get(brand) ?? []).flatMap((route, index) => {
        const other = others[index % others.length] ?? defaultBrand
        return (
          permutationsOf(other, etags.get(`${other.id} ${language} ${route}`))
            // Each way to ask comes in both languages, on one route in this one and on the next in the other.
            .filter((_, at) => (index + at) % 2 === turn)
            .map(({ name, headers, query = {}, host = (own: string) => own }) => async () => {
              const address = new URL(`http://brand${route}`)
              for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
              const { status, all } = await ask(address.pathname + address.search, {
                host: host(hostOf(brand)),
                'accept-language': language,
                ...headers,
              })
              asked++
              if (status === 304)
                wrong.push(`${brand.id} ${language} ${route}, ${name}: 304 for the ETag of ${other.id}`)
              if (all.includes('<html') && !all.includes(`data-brand="${brand.id}"`))
                wrong.push(`${brand.id} ${language} ${route}, ${name}: not this brand's page`)
              const known = `${brand.id}\n${all.replace(/^(?:x-request-id|date|set-cookie|age|cache-status)\n.*$/gim, '')}`
              if (seen.has(known)) return
              seen.add(known)
              const found = foreign(/^\/(?:privacy-policy|terms-of-service)/.test(route) ? withoutOperator(all) : all)
              if (found.length > 0) leaks.push(`${brand.id} ${language} ${route}, ${name}: ${found.join(', ')}`)
            })
        )
      }),
    )
  })
  await runMixed(jobs)
  console.log(
    `isolation: ${asked} requests (${brands.length} brands × ${LANGUAGES.length} languages × ${Math.max(...[...routes.values()].map(({ length }) => length))} routes × up to 14 permutations), ${seen.size} different answers, ${leaks.length} leaks`,
  )
  expect([...routes.values()].map(({ length }) => length)).toEqual(brands.map(() => routes.get(defaultBrand)?.length))
  expect(wrong).toEqual([])
  expect(leaks).toEqual([])
  expect(asked).toBeGreaterThan(1500)
}, 180_000)

test('the check finds a leak', async () => {
  for (const brand of brands) {
    const { all } = await ask('/', { host: hostOf(brand), 'accept-language': 'ko' })
    for (const other of brands) {
      const found = foreignTo(other, brands)(all)
      if (other === brand) expect(found).toEqual([])
      else
        expect(found).toEqual(
          expect.arrayContaining([
            brand.id,
            hostOf(brand),
            brand.company.name.ko,
            brand.company.phone,
            brand.symbol,
            pageBrand(brand, 'ko').colours.primary,
          ]),
        )
    }
  }
})

test('a board’s entry is found under its own brand alone', async () => {
  for (const brand of brands) {
    for (const other of brands) {
      const uuid = `${other.whiteLabel}-notice-1`
      const page = await served.site.fetch(`http://${hostOf(brand)}/support/notice/${uuid}`)
      const html = (await page.text()).replaceAll(uuid, '')
      expect([brand.id, other.id, page.status]).toEqual([brand.id, other.id, brand === other ? 200 : 404])
      expect(foreignTo(brand, brands)(html)).toEqual([])
      const call = await served.site.call(
        'board/selectList',
        { group_uuid: BOARD_GROUPS.notice, sub_category_id: [], search_text: '', search_date: [] },
        hostOf(brand),
      )
      expect(foreignTo(brand, brands)(await call.text())).toEqual([])
    }
  }
})

test('scripts and styles that all brands share name no brand', async () => {
  // A brand without marks of its own: every mark that is found belongs to a real brand.
  const nobody = {
    ...defaultBrand,
    id: '-',
    whiteLabel: '-',
    hosts: [],
    origin: 'https://nobody.invalid',
    name: { ko: '-', en: '-' },
    wordmark: '-',
    symbol: '-',
    portal: { url: '-' },
    company: {
      name: { ko: '-', en: '-' },
      representative: { ko: '-', en: '-' },
      address: { ko: '-', en: '-' },
      phone: '-',
      email: '-',
      registrationNumber: '-',
    },
  }
  const foreign = foreignTo(nobody, [nobody, ...brands])
  const found: string[] = []
  let files = 0
  for await (const file of glob('dist/client/**/*.{js,css,json,txt,html}')) {
    files++
    // The recipient type of every sales inquiry (docs/specification.md#7) is also the default brand's id.
    const text = (await readFile(file, 'utf8')).replaceAll(/(["'`])vcp-x\1/g, '')
    const isPrivacyPolicy = /\/\d{8}\.(?:ko|en)-[^/]*$/.test(file)
    const marks = foreign(isPrivacyPolicy ? withoutOperator(text) : text)
    if (marks.length > 0) found.push(`${file}: ${marks.join(', ')}`)
  }
  expect(files).toBeGreaterThan(5)
  expect(found).toEqual([])
})
