import { afterEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import type { LiveWorker } from '../../../../functions/cli/deploy/versions.ts'
import { inquiryFindings, versionFinding } from '../../../../functions/cli/doctor/account-findings.ts'
import { findingLines, type Finding } from '../../../../functions/cli/doctor/finding.ts'
import { hostFindings } from '../../../../functions/cli/doctor/host-findings.ts'
import type { Network } from '../../../../functions/cli/doctor/network.ts'
import { eachField } from '../../../../functions/contract/inquiry-fields.ts'
import { writeRecord } from '../../../../functions/database/inquiry-record.ts'
import { RECORD } from '../../../support/record-facts.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

/* `npm run doctor`: what it says of a site that is right, and of each thing that is not. test/long/deploy.test.ts types it. */
const HOST = 'www.vcp-x.example'
const NOW = new Date('2026-11-23T00:00:00Z')
const HEADERS = {
  'content-security-policy': "default-src 'none'",
  'strict-transport-security': 'max-age=1',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=()',
  'cross-origin-opener-policy': 'same-origin',
}
const without = (name: string) => Object.fromEntries(Object.entries(HEADERS).filter(([one]) => one !== name))
const READY = [
  { name: 'DB', ok: true },
  { name: 'pause', ok: true },
  { name: 'canary', ok: true, detail: 'The last one arrived 40 s ago.' },
]
const html = (brand = 'vcp-x', canonical = `${defaultBrand.origin}/`) =>
  `<html lang="en" data-brand="${brand}"><head><link rel="canonical" href="${canonical}"/></head></html>`

/** What the site answers, by address. */
type Answers = Partial<Record<'page' | 'plain' | 'admin' | 'ready', () => Response>>
const right: Required<Answers> = {
  page: () => new Response(html(), { headers: HEADERS }),
  plain: () => new Response(null, { status: 301, headers: { location: `https://${HOST}/` } }),
  admin: () => new Response(null, { status: 404 }),
  ready: () => Response.json({ checks: READY }),
}
const network: Network = {
  addresses: () => Promise.resolve(['203.0.113.7']),
  texts: () => Promise.resolve([]),
  mailServers: () => Promise.resolve([]),
  certificateEnd: () => Promise.resolve(new Date('2027-01-22T00:00:00Z')),
}

async function examine(answers: Answers = {}, own: Partial<Network> = {}, hasAdmin = true): Promise<Finding[]> {
  const site = { ...right, ...answers }
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { protocol, pathname } = new URL(input instanceof Request ? input.url : input)
    if (protocol === 'http:') return Promise.resolve(site.plain())
    if (pathname === '/readyz') return Promise.resolve(site.ready())
    return Promise.resolve(/^\/(?:api\/)?admin/.test(pathname) ? site.admin() : site.page())
  })
  return hostFindings(
    { host: HOST, brand: defaultBrand, canonical: defaultBrand.origin, hasAdmin },
    { ...network, ...own },
    NOW,
  )
}
afterEach(() => vi.restoreAllMocks())

test('finds nothing to mend on a host that is right', async () => {
  const findings = await examine()
  expect(findings.map(({ name, ok }) => [name, ok])).toEqual(
    [
      'DNS',
      'certificate',
      'HTTPS redirect',
      'brand',
      'canonical',
      'headers',
      'admin',
      'readyz',
      'sending',
      'canary',
    ].map((name) => [name, true]),
  )
  expect(findingLines(findings)[1]).toBe(`right  ${HOST}  certificate: ends in 60 days`)
})

const checks =
  (...failing: object[]) =>
  () =>
    Response.json(
      {
        checks: [
          ...READY.filter(({ name }) => !failing.some((one) => (one as { name: string }).name === name)),
          ...failing,
        ],
      },
      { status: 503 },
    )
test.each<[string, string, Answers, string]>([
  ['http that stays http', 'HTTPS redirect', { plain: right.page }, 'Always Use HTTPS'],
  ['a page that fails', 'page', { page: () => new Response('', { status: 500 }) }, 'answers 500'],
  [
    'another brand',
    'brand',
    { page: () => new Response(html('partner-a'), { headers: HEADERS }) },
    'it shows partner-a',
  ],
  ['another site', 'brand', { page: () => new Response('<html>', { headers: HEADERS }) }, 'another site answers'],
  [
    'a wrong canonical',
    'canonical',
    { page: () => new Response(html('vcp-x', 'https://other.test/'), { headers: HEADERS }) },
    'https://other.test/',
  ],
  [
    'a header that is gone',
    'headers',
    { page: () => new Response(html(), { headers: without('referrer-policy') }) },
    'referrer-policy missing',
  ],
  ['an open admin', 'admin', { admin: right.page }, 'Put Access in front'],
  ['an admin without Access', 'admin', { admin: () => new Response(null, { status: 403 }) }, 'refused by the Worker'],
  ['a binding that fails', 'readyz', { ready: checks({ name: 'DB', ok: false }) }, 'DB: It did not answer.'],
  [
    'a pause',
    'sending',
    { ready: checks({ name: 'pause', ok: false, detail: 'Paused since.' }) },
    'Paused since. npm run inquiries -- --resume',
  ],
  [
    'a canary that is late',
    'canary',
    { ready: checks({ name: 'canary', ok: false, detail: 'Too long ago.' }) },
    'Too long ago.',
  ],
])('names %s, and what to do', async (_, name, answers, words) => {
  const wrong = (await examine(answers)).filter(({ ok }) => !ok)
  expect(wrong.map((one) => one.name)).toEqual([name])
  expect(wrong[0]?.detail).toContain(words)
})

test('takes the refusal of the Worker on a host without the admin, and a maintenance, as right', async () => {
  const refused = () => new Response(null, { status: 403 })
  expect((await examine({ admin: refused }, {}, false)).every(({ ok }) => ok)).toBe(true)
  const closed = () => new Response('', { status: 503, headers: { 'retry-after': '60' } })
  expect((await examine({ page: closed })).every(({ ok }) => ok)).toBe(true)
})

test.each<[string, string, Partial<Network>, string]>([
  ['a host that leads nowhere', 'DNS', { addresses: () => Promise.resolve([]) }, 'npm run deploy'],
  ['name servers that do not answer', 'DNS', { addresses: () => Promise.reject(new Error('ESERVFAIL')) }, 'ESERVFAIL'],
  [
    'a certificate that is not trusted',
    'certificate',
    { certificateEnd: () => Promise.reject(new Error('self-signed certificate')) },
    'self-signed',
  ],
  [
    'a certificate that ends soon',
    'certificate',
    { certificateEnd: () => Promise.resolve(new Date('2026-11-30T00:00:00Z')) },
    'ends in 7 days',
  ],
])('names %s', async (_, name, own, words) => {
  const wrong = (await examine({}, own)).filter(({ ok }) => !ok)
  expect(wrong.map((one) => [one.name, one.detail])).toEqual([[name, expect.stringContaining(words)]])
})

test('says which version is live and whether a deployment was ended early', () => {
  const version = { id: 'a', number: 1, tag: 'here', migration: null }
  const worker: LiveWorker = {
    versions: [version],
    live: version,
    waiting: null,
    history: [version],
    objectsTag: 'v1',
    bound: { kv: null, d1: null },
  }
  expect(versionFinding(worker, 'here')).toMatchObject({ ok: true, detail: 'a is live, this checkout' })
  expect(versionFinding(worker, 'other')).toMatchObject({ ok: true, detail: 'a is live, not this checkout' })
  expect(versionFinding({ ...worker, waiting: { ...version, id: 'b' } }, 'here')).toMatchObject({ ok: false })
  expect(versionFinding(null, 'here')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('nothing is deployed'),
  })
})

test('counts what waits and what needs a person', async () => {
  const db = new SqliteD1().binding as D1Database
  const found = async () =>
    (await inquiryFindings(db, NOW)).map(({ name, ok, detail }) => [name, ok, detail.split('. ')[0]])
  expect(await found()).toEqual([
    ['waiting', true, '0 inquiries'],
    ['undelivered', true, 'none'],
  ])
  const contents = {
    ...eachField(() => ''),
    title: null,
    contents: null,
    staged: [],
    file_ref_id: null,
    file_ref_id_homepage: null,
  }
  for (const [index, state] of (['queued', 'undelivered'] as const).entries()) {
    const acceptedAt = NOW.getTime() - 16 * 60_000
    await writeRecord(
      db,
      { ...RECORD, receipt: `00000000-0000-7000-8000-00000000000${index}`, state, acceptedAt },
      contents,
    ).run()
  }
  expect(await found()).toEqual([
    ['waiting', false, '1 inquiries, the oldest for 16 minutes'],
    ['undelivered', false, '1 inquiries need a person'],
  ])
})
