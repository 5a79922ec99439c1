import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkEntries } from '../../functions/brand/entry-checks.ts'
import { registry } from '../../functions/brand/registry.ts'
import type { BrandEntry } from '../../functions/brand/schema.ts'
import { sampleBoards } from '../support/boards.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { type Site, startSite } from '../support/site.ts'
import { PROPOSAL, SALES, sendInquiry } from '../support/visitor-calls.ts'

/** Everything that is written for a new partner. */
const ENTRY: BrandEntry = {
  id: 'partner-c',
  whiteLabel: 'white-c',
  hosts: ['carbon.haneul.test', 'partner-c.localhost'],
  origin: 'https://carbon.haneul.test',
  name: { ko: '하늘 탄소지도', en: 'Haneul Carbon Atlas' },
  wordmark: 'HANEUL',
  symbol: 'M16 3 29 26H3z',
  seed: '#6d28d9',
  company: {
    name: { ko: '하늘 주식회사', en: 'Haneul Inc.' },
    representative: { ko: '이하늘', en: 'Haneul Lee' },
    address: { ko: '세종특별자치시 하늘로 1', en: '1 Haneul-ro, Sejong, Republic of Korea' },
    phone: '044-123-4567',
    email: 'contact@haneul.test',
    registrationNumber: '123-45-67890',
  },
  portal: { url: 'https://portal.haneul.test/' },
  indexing: 'own',
  features: { portalInHeader: true },
  since: '2026-03-02',
  privacy: {
    officer: { ko: '정하늘 이사', en: 'Haneul Jeong, director' },
    department: { ko: '준법지원팀', en: 'Compliance' },
  },
  partners: [1, 2, 3].map((number) => ({
    name: { ko: `협력사 ${number}`, en: `Ally ${number}` },
    field: { ko: '자문', en: 'Advice' },
    url: `https://ally-${number}.test/`,
  })),
}
/** A partner that is canonical to the default brand. */
const UNLISTED: BrandEntry = {
  ...ENTRY,
  id: 'partner-d',
  whiteLabel: 'white-d',
  hosts: ['carbon.bada.test'],
  origin: 'https://carbon.bada.test',
  indexing: 'canonical-to-default',
  features: { partnershipForm: false },
  partners: [],
}
const PARTS = [
  'app',
  'functions',
  'public',
  'app.config.ts',
  '.oxfmtrc.json',
  'package.json',
  'tsconfig.json',
  'wrangler.toml',
]
const REGISTRY = 'functions/brand/registry.ts'
const PLACE = '\n  partners: [\n'

let folder: string
/** Adds entries to the registry of the copied project. */
async function addPartners(...entries: BrandEntry[]): Promise<void> {
  const written = await readFile(REGISTRY, 'utf8')
  expect(written.split(PLACE)).toHaveLength(2)
  await writeFile(
    join(folder, REGISTRY),
    written.replace(PLACE, () => `${PLACE}${entries.map((entry) => `    ${JSON.stringify(entry)},\n`).join('')}`),
  )
}

const node = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    // The test runner's settings would change the build.
    const { VITEST: _VITEST, NODE_ENV: _NODE_ENV, ...env } = process.env
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, output: out + err }),
    )
  })
const build = () => node('node_modules/vite/bin/vite.js', 'build', '--config', 'app.config.ts')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-partner-'))
  await Promise.all(PARTS.map((part) => cp(part, join(folder, part), { recursive: true })))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a partner whose seed has too little contrast ends the build with a sentence', async () => {
  await addPartners({ ...ENTRY, seed: '#ffe600' })
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(
    /partner-c: seed: "#ffe600" is too light for this site: on-primary #ffffff on primary #ffe600 \(.+\) has 1\.\d\d:1 and needs 4\.5:1\. Of its hue "#[0-9a-f]{6}" would pass/,
  )
})

describe('a partner added by its entry alone', () => {
  let upstream: FakeUpstream
  let site: Site

  beforeAll(async () => {
    await addPartners(ENTRY, UNLISTED)
    const { code, output } = await build()
    expect(code, output).toBe(0)
    upstream = await startFakeUpstream()
    upstream.boards.set('white-c', sampleBoards('white-c'))
    site = await startSite({
      upstream: upstream.origin,
      vars: { UPSTREAM_TIMEOUT_MS: '10000' },
      configPath: join(folder, 'dist/server/wrangler.json'),
    })
  }, 300_000)
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })
  const read = async (path: string, language = 'ko', host = 'carbon.haneul.test') =>
    (await site.fetch(`http://${host}${path}`, { headers: { 'accept-language': language } })).text()

  test.each(['ko', 'en'] as const)('has its host, title, colours, logo, company and pictures in %s', async (locale) => {
    const html = await read('/', locale)
    const { name, company, symbol, seed, portal } = ENTRY
    for (const part of [
      `<html lang="${locale}" data-brand="partner-c"`,
      ` | ${name[locale]}</title>`,
      `--color-primary:${seed}`,
      `<meta name="theme-color" content="${seed}"`,
      `<path d="${symbol}"`,
      '<span>HANEUL</span>',
      company.name[locale],
      company.representative[locale],
      company.address[locale],
      company.phone,
      company.email,
      company.registrationNumber,
      portal.url,
      '<link rel="canonical" href="https://carbon.haneul.test/"',
      `content="https://carbon.haneul.test/sharing/partner-c-card-${locale}-`,
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/vcp-x\.example|VCP-X|partner-[ab]/)
    expect(html, 'the production build').not.toContain('modulepreload')
    const card = /content="https:\/\/carbon\.haneul\.test(\/sharing\/[^"]+)"/.exec(html)?.[1] ?? ''
    const picture = await site.fetch(`http://carbon.haneul.test${card}`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    // A body that is left unread keeps its connection, and the site waits for it as it ends.
    expect((await picture.bytes()).length).toBeGreaterThan(1000)
    expect(await read('/icon.svg')).toContain(`fill="${seed}"`)
  })

  test('has its own origin in robots.txt and sitemap', async () => {
    expect(await read('/robots.txt')).toContain('Sitemap: https://carbon.haneul.test/sitemap.xml')
    const origins = new Set(
      [...(await read('/sitemap.xml')).matchAll(/<loc>(https:\/\/[^/]+)/g)].map(([, origin]) => origin),
    )
    expect([...origins]).toEqual(['https://carbon.haneul.test'])
  })

  test('has the legal texts since its first day, and no trace of those before', async () => {
    for (const kind of ['privacy-policy', 'terms-of-service']) {
      const html = await read(`/${kind}`)
      expect(html).toContain('2026년 3월 2일')
      expect(html).not.toMatch(/2023년|2024년|2025년 [67]월|20230619|20240617/)
      const answers = await Promise.all(
        ['20250701', '20240617', '20230619'].map(async (version) => {
          const answer = await site.fetch(`http://carbon.haneul.test/${kind}/${version}`)
          await answer.text()
          return answer.status
        }),
      )
      expect(answers).toEqual([200, 404, 404])
    }
    const policy = await read('/privacy-policy')
    for (const words of ['정하늘 이사', '준법지원팀', '제26조']) expect(policy).toContain(words)
    expect(policy).not.toContain('고객지원팀')
    const sitemap = await read('/sitemap.xml')
    expect(sitemap).toContain('/privacy-policy/20250701')
    expect(sitemap).not.toMatch(/20230619|20240617/)
  })

  test('shows its own partners, and no section without any', async () => {
    const html = await read('/')
    expect(html.match(/href="https:\/\/ally-\d\.test\/"/g)).toHaveLength(3)
    expect(html).not.toContain('partner.example')
    expect(html).toContain('id="partners-title"')
    expect(await read('/', 'ko', 'carbon.bada.test')).not.toContain('id="partners-title"')
  })

  test('without the partnership form has neither its pages nor a link to them, and takes no proposal', async () => {
    for (const path of ['/', '/support/faq', '/support/request']) {
      expect(await read(path)).toContain('href="/support/affiliate')
      expect(await read(path, 'ko', 'carbon.bada.test')).not.toContain('/support/affiliate')
    }
    for (const path of ['/support/affiliate', '/support/affiliate/complete']) {
      const answer = await site.fetch(`http://carbon.bada.test${path}`)
      await answer.text()
      expect([path, answer.status]).toEqual([path, 404])
    }
    const proposed = await sendInquiry(site, PROPOSAL, { host: 'carbon.bada.test' })
    expect([proposed.status, await proposed.json()]).toMatchObject([400, { errors: [{ field: 'is_home_unite' }] }])
    for (const [body, host] of [
      [SALES, 'carbon.bada.test'],
      [PROPOSAL, 'carbon.haneul.test'],
    ] as const) {
      const sent = await sendInquiry(site, body, { host })
      expect([host, sent.ok, await sent.json()]).toMatchObject([host, true, { data: {} }])
    }
  })

  test('has every page in every language, and no link that leads nowhere', async () => {
    const listed = [...(await read('/sitemap.xml')).matchAll(/<loc>https:\/\/[^/]+([^<]*)/g)].map(
      ([, path = '']) => path,
    )
    const paths = [...new Set(listed.map((path) => path.split('?')[0] ?? ''))]
    expect(paths).toEqual(expect.arrayContaining(['/', '/support/request', '/support/affiliate', '/privacy-policy']))
    const links = new Set<string>()
    for (const path of [...paths, '/cookies', '/support/data', '/maintenance'])
      for (const locale of ['ko', 'en']) {
        const answer = await site.fetch(`http://carbon.haneul.test${path}?lng=${locale}`)
        const html = await answer.text()
        expect([path, answer.status]).toEqual([path, 200])
        expect(html, path).toContain(`<html lang="${locale}" data-brand="partner-c"`)
        for (const [, target = ''] of html.matchAll(/<a [^>]*?href="(\/(?!\/)[^"?#]*)/g)) links.add(target)
      }
    for (const path of links) {
      const answer = await site.fetch(`http://carbon.haneul.test${path}`, { redirect: 'manual' })
      await answer.text()
      expect([path, answer.status < 400]).toEqual([path, true])
    }
  })

  test('has canonical links to the default brand and no sitemap, by its indexing policy', async () => {
    const there = (path: string) => read(path, 'ko', 'carbon.bada.test')
    for (const path of ['/', '/support/notice', '/privacy-policy']) {
      const html = await there(path)
      expect(html).toContain('data-brand="partner-d"')
      expect(html).toContain(`<link rel="canonical" href="https://www.vcp-x.example${path}"`)
      expect(html).toContain(`hrefLang="en" href="https://www.vcp-x.example${path}?lng=en"`)
      expect(html).toContain(`property="og:url" content="https://carbon.bada.test${path}"`)
      expect(html).not.toContain('noindex')
    }
    expect(await there('/robots.txt')).toMatch(/^User-agent: \*\nDisallow: \/api\/\n$/)
    expect((await site.fetch('http://carbon.bada.test/sitemap.xml')).status).toBe(404)
  })

  test('sends its white-label value upstream and shows its board', async () => {
    upstream.calls.length = 0
    expect(await read('/support/notice?page=2')).toContain('white-c notice')
    for (const { headers } of upstream.calls) expect(headers['white-label']).toBe('white-c')
  })

  test('does not change other brands', async () => {
    for (const [host, brand] of [
      ['partner-a.example', 'partner-a'],
      ['www.example', 'vcp-x'],
    ] as const) {
      const html = await read('/', 'ko', host)
      expect(html).toContain(`data-brand="${brand}"`)
      expect(html).not.toMatch(/haneul|하늘|partner-c|#6d28d9/i)
    }
  })

  test('is right by npm run check', () => {
    expect(checkEntries({ ...registry, partners: [...registry.partners, ENTRY] }).at(-1)).toEqual({
      id: 'partner-c',
      problems: [],
      notes: [expect.stringMatching(/^mail\.from: it is missing/)],
    })
  })
})
