import { afterAll, beforeAll, expect, test } from 'vitest'
import { brands, scopeOf } from '../../../functions/brand/hosts.ts'
import { type AccessTeam, AUDIENCE, startAccessTeam } from '../../support/access-team.ts'
import { sampleBoards } from '../../support/boards.ts'
import { ADMIN_TOKEN, type Operator, operatorWith, signIn } from '../../support/operator.ts'
import { idsOf, type PlantedBrand, plantBrand, writingOf } from '../../support/planted-brand.ts'
import { seedEmbedded, type Site, startSite } from '../../support/site.ts'
import { type AdminRoute, adminRoutes } from './admin-routes.ts'
import { COMMANDS, type Named } from './commands.ts'

/* Operators of one brand: whatever they ask for, no byte of another brand, and nothing of it changes. */

/** A made-up word for each brand, which stands in its records and nowhere else; `site`: what only operators of all brands have. */
const WORDS = { 'partner-a': 'alvoqua', 'partner-b': 'brenixo', 'vcp-x': 'dorvathi', site: 'zequonty' } as const
type BrandId = Exclude<keyof typeof WORDS, 'site'>
const FOREIGN_WORDS = Object.values(WORDS).filter((word) => word !== WORDS['partner-a'])
/** What another partner is called on its pages. */
const OTHER_NAMES = brands
  .filter(({ id }) => id === 'partner-b')
  .flatMap(({ id, name, company }) => [id, ...Object.values(name), ...Object.values(company.name)])
const AUDIENCES: Record<BrandId, string> = { 'partner-a': 'aud-a', 'partner-b': 'aud-b', 'vcp-x': 'aud-x' }

let team: AccessTeam
let site: Site
let all: Operator
let planted: Record<BrandId, PlantedBrand>
/** An entry of all brands that visitors read and that somebody is changing, one that nobody reads yet, a saved answer, two documents. */
let shared: { published: string; draft: string; savedAnswer: string; download: string; draftDownload: string }
let routes: AdminRoute[]

const withToken = async (audience: string, word: string) =>
  operatorWith(site, {
    'cf-access-jwt-assertion': await team.token({ audience, claims: { email: `${word}-operator@company.example` } }),
  })

beforeAll(async () => {
  team = await startAccessTeam()
  const brandAudiences = Object.entries(AUDIENCES).map(([id, tag]) => `${id}=${tag}`)
  const ACCESS_AUD = [AUDIENCE, ...brandAudiences].join(', ')
  const vars = { ADMIN_TOKEN, ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD, MAIL_FROM: 'site@company.example' }
  site = await startSite({ vars })
  await seedEmbedded(site.env.DB, sampleBoards('x', { notices: 1, questions: 1 }), null)
  all = await withToken(AUDIENCE, 'whole-site')
  const plant = async (brandId: BrandId) => {
    const own = await withToken(AUDIENCES[brandId], WORDS[brandId])
    const whiteLabel = scopeOf(brandId)?.whiteLabel ?? ''
    return plantBrand(site, { brandId, whiteLabel, word: WORDS[brandId], own })
  }
  planted = {
    'partner-a': await plant('partner-a'),
    'partner-b': await plant('partner-b'),
    'vcp-x': await plant('vcp-x'),
  }
  shared = await plantShared()
  routes = await adminRoutes()
})
afterAll(async () => {
  await site.close()
  await team.close()
})

async function plantShared(): Promise<typeof shared> {
  const { publish, write } = writingOf(all, WORDS.site)
  const published = await publish('notices', 'x', undefined, {
    subject: 'Shown by all',
    subject_en: 'Shown by all',
    contents: 'Everybody reads it.',
    contents_en: 'Everybody reads it.',
  })
  const { basis } = await all.ask<{ basis: string }>('GET', `/api/admin/notices/${published}`)
  const change = { basis, subject: `${WORDS.site}-change`, contents: `${WORDS.site}-change` }
  await all.ask('PATCH', `/api/admin/notices/${published}`, change)
  const add = async (title: string, draft: boolean) => {
    const file = new File(['%PDF-1.7'], draft ? `${title}.pdf` : 'shared.pdf')
    const { data } = (await (await all.post('/api/admin/files', { file })).json()) as { data: { file_key: string } }
    const body = { file_key: data.file_key, title, draft }
    return (await all.ask<{ download_id: string }>('POST', '/api/admin/downloads', body)).download_id
  }
  return {
    published,
    draft: (await write('notices', 'draft')).board_uuid,
    savedAnswer: (await all.ask<{ id: string }>('POST', '/api/admin/answers', { title: 'Hello', text: 'Hello.' })).id,
    download: await add('Shared document', false),
    draftDownload: await add(`${WORDS.site}-document`, true),
  }
}

const foreignIds = () => [
  ...idsOf(planted['partner-b']),
  ...idsOf(planted['vcp-x']),
  shared.draft,
  shared.draftDownload,
]

/** What is another brand's in an answer, beside what the request itself has named. */
function foreignIn(answer: { head: string; body: string }, request: string): string[] {
  const named = decodeURIComponent(request)
  const words = named.match(/[a-z]+-[a-z]+/g) ?? []
  const text = words.reduce((rest, word) => rest.replaceAll(word, ''), `${answer.head}\n${answer.body}`.toLowerCase())
  return [
    ...FOREIGN_WORDS.filter((word) => text.includes(word)),
    ...foreignIds().filter((id) => !named.includes(id) && text.includes(id)),
    ...OTHER_NAMES.filter((name) => !named.includes(name) && text.includes(name.toLowerCase())),
  ]
}

const read = async (answer: Response) => ({
  status: answer.status,
  head: JSON.stringify([...answer.headers]),
  body: Buffer.from(await answer.arrayBuffer()).toString('utf8'),
})

/** What an address is asked with: filters, searches and pages, also those that name what is another brand's. */
const queries = () => {
  const b = planted['partner-b']
  return [
    '',
    '?state=undelivered',
    '?state=destroyed',
    '?state=delivered&brand=partner-b',
    '?state=draft',
    '?state=scheduled',
    '?state=withdrawn',
    '?brand=partner-b&kind=sales&language=ko',
    '?brand=vcp-x&files=yes',
    '?spam=yes',
    `?q=${b.word}-company`,
    `?q=${b.word}-published`,
    `?q=${b.receipts.delivered}`,
    `?from=2020-01-01&to=2040-01-01`,
    '?page=2',
    '?reading=yes',
    `?reading=yes&actor=${b.word}-operator@company.example`,
    '?action=publish',
    '?action=list',
    '?since=0',
    `?email=${b.word}-mail@company.example`,
    `?request=${b.request}`,
    `?moved=${b.questions.published}`,
  ]
}

/** The addresses of a route: every id of every brand in each of its places. */
function addressesOf(path: string): string[] {
  const brands = Object.values(planted)
  // Others have no files.
  const withFiles = brands.map((one) => one.receipts.delivered)
  const receipts = path.includes(':key') ? withFiles : brands.flatMap((one) => Object.values(one.receipts))
  const ids = [...brands.flatMap(idsOf), ...Object.values(shared)]
  const keys = brands.flatMap(({ inquiryFiles, contentFiles }) => [...inquiryFiles, ...Object.values(contentFiles)])
  if (!path.includes(':')) return queries().map((query) => path + query)
  return (path.includes(':receipt') ? receipts : ['']).flatMap((receipt) => {
    const filled = path.replace(':receipt', receipt)
    if (filled.includes(':key')) return keys.map((key) => filled.replace(':key', key))
    return filled.includes(':id') ? ids.map((id) => filled.replace(':id', id)) : [filled]
  })
}

interface Walk {
  asked: number
  foreign: string[]
  forbidden: Set<string>
  /** Own words that were seen. */
  own: Set<string>
}

/** @param part of how many addresses one is asked for, the first of each route always */
async function walk(operator: Operator, isWalked = (_path: string) => true, part = 1): Promise<Walk> {
  const result: Walk = { asked: 0, foreign: [], forbidden: new Set(), own: new Set() }
  const jobs = routes
    .filter(({ method, path }) => method === 'GET' && isWalked(path))
    .flatMap(({ path }) => addressesOf(path).flatMap((address, at) => (at % part === 0 ? [{ path, address }] : [])))
    .values()
  const work = async () => {
    for (const { path, address } of jobs) {
      const answer = await read(await operator.get(address, result.asked++ % 2 === 0 ? 'en' : 'ko'))
      if (answer.status === 403) result.forbidden.add(path)
      if (answer.status >= 500) result.foreign.push(`${address}: ${answer.status}`)
      const found = foreignIn(answer, address)
      if (found.length > 0) result.foreign.push(`${address}: ${found.join(', ')}`)
      for (const [word] of answer.body.matchAll(/alvoqua-[a-z-]+/g)) result.own.add(word)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return result
}

/** What is planted of every brand. */
const KINDS =
  'subject company person mail visitor failure operator answer note unsent reply quarantined bounce saved ' +
  'published draft scheduled withdrawn question document document-draft category'
/** What only operators of all brands may look at. */
const OF_THE_SITE = ['/admin/categories', '/admin/maintenance', '/api/admin/maintenance']

test('an operator of one brand sees every kind of its records, and no byte of another one', async () => {
  const { asked, foreign, forbidden, own } = await walk(await withToken(AUDIENCES['partner-a'], WORDS['partner-a']))
  expect(foreign).toEqual([])
  expect([...forbidden].toSorted()).toEqual(OF_THE_SITE)
  const seen = [...own].join(' ')
  for (const kind of KINDS.split(' ')) expect(seen, kind).toContain(`alvoqua-${kind}`)
  expect(asked).toBeGreaterThan(800)
})

test('whoever comes by the brand’s link of a local start sees the same', async () => {
  const { foreign, forbidden } = await walk(await signIn(site, 'partner-a'), (path) => !path.includes(':'), 3)
  expect(foreign).toEqual([])
  expect([...forbidden].toSorted()).toEqual(OF_THE_SITE)
})

test('the same walk of an operator of all brands finds what it looks for in every brand', async () => {
  const { foreign, forbidden } = await walk(all, (path) => !path.includes(':key'), 3)
  expect([...forbidden]).toEqual([])
  for (const word of FOREIGN_WORDS)
    expect(foreign.filter((line) => line.includes(word)).length, word).toBeGreaterThan(20)
})

test('what is another brand’s is answered as what does not exist', async () => {
  const operator = await signIn(site, 'partner-a')
  const { receipts, inquiryFiles, notices, questions } = planted['partner-b']
  const plain = (text: string, ...ids: string[]) =>
    ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), text).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
  const expectSame = async (address: (id: string) => string, id: string) => {
    const unknown = crypto.randomUUID()
    const [one, other] = [await read(await operator.get(address(id))), await read(await operator.get(address(unknown)))]
    expect([one.status, plain(one.body, id)]).toEqual([other.status, plain(other.body, unknown)])
    expect(one.status).toBe(404)
  }
  for (const receipt of Object.values(receipts))
    for (const below of ['', '/destroy']) await expectSame((id) => `/admin/inquiries/${id}${below}`, receipt)
  await expectSame((id) => `/api/admin/inquiries/${id}`, receipts.delivered)
  for (const key of inquiryFiles)
    for (const base of ['/admin', '/api/admin'])
      await expectSame((id) => `${base}/inquiries/${id}/files/${key}`, receipts.delivered)
  for (const id of Object.values(notices)) await expectSame((one) => `/api/admin/notices/${one}`, id)
  for (const id of [...Object.values(questions), shared.draft]) await expectSame((one) => `/admin/faq/${one}`, id)
})

/** Everything that is stored, with the log: what is refused has no row. */
async function stored(): Promise<string> {
  const { results: tables } = await site.env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'inquiry_search%'",
  ).all<{ name: string }>()
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, (await site.env.DB.prepare(`SELECT * FROM ${name}`).all()).results]),
  )
  const { objects } = await site.env.FILES.list()
  return JSON.stringify([rows, objects.map(({ key }) => key), await site.env.CACHE.get('maintenance')], null, 1)
}

test('no command on what is another brand’s is done, and it is refused as what does not exist', async () => {
  const operator = await signIn(site, 'partner-a')
  const writing = routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(COMMANDS).toSorted(), 'A new route needs its command in commands.ts.').toEqual(writing.toSorted())
  const before = await stored()
  const wrong: string[] = []
  for (const route of writing) {
    const { expected, send } = COMMANDS[route] ?? {}
    if (!send) continue
    for (const target of [planted['partner-b'], planted['vcp-x']])
      for (const answer of await send(operator, namedOf(target))) {
        const { status, ...text } = await read(answer)
        const found = foreignIn(text, JSON.stringify(namedOf(target)))
        if (status !== expected || found.length > 0)
          wrong.push(`${route}: ${status} ${found.join(', ')} ${text.body.slice(0, 200)}`)
      }
  }
  expect(wrong).toEqual([])
  expect(await stored()).toBe(before)
})

const namedOf = (one: PlantedBrand): Named => ({ ...one, entry: one.notices.published, version: 1 })

test('what all brands show is read as visitors read it, and not changed', async () => {
  const operator = await signIn(site, 'partner-a')
  const entry = await operator.ask<{ own: boolean; fields: { subject: string } }>(
    'GET',
    `/api/admin/notices/${shared.published}`,
  )
  expect(entry).toMatchObject({ own: false, fields: { subject: 'Shown by all' } })
  expect(await operator.page(`/admin/notices/${shared.published}`)).toContain('Everybody reads it.')
  const before = await stored()
  const refused = [
    await operator.call('PATCH', `/api/admin/notices/${shared.published}`, { subject: 'x', basis: '1.0' }),
    await operator.call('POST', `/api/admin/notices/${shared.published}`, { action: 'withdraw' }),
    await operator.post(`/admin/notices/${shared.published}`, { action: 'withdraw' }),
    await operator.call('DELETE', `/api/admin/answers/${shared.savedAnswer}`),
    await operator.call('POST', `/api/admin/downloads/${shared.download}`, { action: 'withdraw' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect(await stored()).toBe(before)
})
