import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { registry as example } from '../../functions/brand/registry.ts'
import type { RegistryEntries } from '../../functions/brand/schema.ts'
import { DEPLOY_CONFIG, writeDeployConfig } from '../../functions/cli/deploy-config.ts'
import { deploy, missingHere } from '../../functions/cli/deploy-steps.ts'
import { legalTexts } from '../../functions/cli/legal-texts.ts'
import { brandHosts, checkHost } from '../../functions/cli/live-site.ts'
import { recordingWrangler, type RecordingWrangler } from '../support/recording-wrangler.ts'
import { startSite } from '../support/site.ts'

/* `npm run deploy`: what it has wrangler do, in which order, and what becomes of each step that fails. */

/** The registry as a company fills it in. */
const registry = JSON.parse(
  JSON.stringify(example)
    .replaceAll('.example', '.test')
    .replace(/example/gi, 'sample')
    .replace(/fictitious/gi, 'true')
    .replaceAll('홍길동', '홍판서')
    .replace(/예시|가상|보기/g, '표본')
    .replace(/\b0{3}-?0{2,4}(?:-\d+)?\b/g, '123-4567'),
) as RegistryEntries
const HOSTS = ['www.vcp-x.test', 'partner-a.test', 'partner-b.test']

/** What visitors of the live site get. */
interface LiveSite {
  version: string
  /** By path; the right answer where there is none. */
  answers: Record<string, (host: string) => Response>
  /** Hosts that lead nowhere. */
  unreachable: Set<string>
}
let wrangler: RecordingWrangler
let live: LiveSite
let printed: string[]

function answer(address: string): Response {
  const { host, pathname, searchParams } = new URL(address)
  if (live.unreachable.has(host))
    throw new TypeError('fetch failed', { cause: new Error(`getaddrinfo ENOTFOUND ${host}`) })
  const own = live.answers[pathname]
  if (own) return own(host)
  if (pathname === '/healthz') return Response.json({ version: live.version })
  if (pathname === '/readyz') return Response.json({ checks: [{ name: 'DB', ok: true }] })
  if (/^\/(?:api\/)?admin/.test(pathname)) return new Response(null, { status: 404 })
  const brand = brandHosts(registry).find((one) => one.host === host)?.brand ?? registry.default
  const locale = searchParams.get('lng') === 'en' ? 'en' : 'ko'
  const html = `<html lang="${locale}" data-brand="${brand.id}"><p>${brand.company.name[locale]}</p></html>`
  return new Response(html, { headers: { 'content-security-policy': "default-src 'none'" } })
}

const refusalOf = (entries = registry) =>
  deploy(entries, { patienceMs: 0 }).then(
    () => null,
    (error: Error) => error.message,
  )
const RELEASE = [
  'd1 list',
  'kv namespace list',
  'queues info vcp-x-home-mail-events',
  'd1 migrations apply DB',
  'd1 execute DB',
  'deploy',
  'd1 execute DB',
]

describe('a deployment', () => {
  beforeAll(async () => {
    wrangler = await recordingWrangler()
  })
  afterAll(() => wrangler.remove())
  beforeEach(async () => {
    await wrangler.reset()
    live = { version: 'new', answers: {}, unreachable: new Set() }
    printed = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line))
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'account')
    vi.stubGlobal('fetch', async (address: string) => answer(address))
    wrangler.answer('d1 list', { prints: '[{"name":"vcp-x-home"}]' })
    wrangler.answer('kv namespace list', { prints: '[{"id":"4711","title":"vcp-x-home-cache"}]' })
    wrangler.answer('d1 execute', { prints: '[{"results":[],"success":true}]' })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  test('applies migrations, uploads, asks every host and seals the legal texts', async () => {
    await deploy(registry, { patienceMs: 0 })
    expect(await wrangler.calls()).toEqual(RELEASE)
    const lines = await wrangler.lines()
    for (const words of lines.slice(3)) expect(words.join(' ')).toContain(`--config ${DEPLOY_CONFIG}`)
    expect(lines.at(-1)?.join(' ')).toMatch(/INSERT OR IGNORE INTO legal_version .*20250701\.ko\.md/)
    expect(printed.at(-1)).toBe(`Live: version new on ${HOSTS.join(', ')}`)
    for (const host of HOSTS) expect(printed.join('\n')).toContain(`right  ${host}  pages: `)
  })

  test('creates what an empty account lacks, and gives wrangler the hosts of the registry', async () => {
    wrangler.answer('d1 list', { prints: '[]' })
    wrangler.answer('kv namespace list', { prints: '[]' })
    wrangler.answer('queues info', { exit: 1 })
    await deploy(registry, { patienceMs: 0 })
    expect((await wrangler.calls()).slice(0, 7)).toEqual([
      'd1 list',
      'd1 create vcp-x-home',
      'kv namespace list',
      'kv namespace create vcp-x-home-cache',
      'kv namespace list',
      'queues info vcp-x-home-mail-events',
      'queues create vcp-x-home-mail-events',
    ])
  })

  test('gives wrangler the secrets of its environment, in a file that is gone afterwards', async () => {
    vi.stubEnv('TURNSTILE_SECRETS', '0x4AAA=0x4SSS')
    vi.stubEnv('WEBHOOK_SECRETS', 'crm=whsec_abc')
    await deploy(registry, { patienceMs: 0 })
    const upload = (await wrangler.lines()).find(([first]) => first === 'deploy') ?? []
    expect(upload.at(-1)).toContain('{"TURNSTILE_SECRETS":"0x4AAA=0x4SSS","WEBHOOK_SECRETS":"crm=whsec_abc"}')
    await expect(readFile(upload[upload.indexOf('--secrets-file') + 1] ?? '')).rejects.toThrow('ENOENT')
  })

  test.each([
    ['d1 list', 'Looking for the database failed'],
    ['d1 migrations', 'Applying the migrations failed (exit 3). Mend what wrangler says above'],
    ['d1 execute', 'Reading the seals of the legal texts failed'],
    ['deploy', 'Uploading failed (exit 3). Mend what wrangler says above'],
  ])('ends where wrangler fails at %s, says what to do, and goes on with the next run', async (step, sentence) => {
    wrangler.answer(step, { exit: 3, prints: 'said by wrangler\n' })
    expect(await refusalOf()).toContain(sentence)
    const calls = await wrangler.calls()
    expect(calls.at(-1)).toMatch(new RegExp(`^${step}`))
    expect(calls).not.toContain('rollback')
    await wrangler.reset()
    wrangler.answer('d1 list', { prints: '[{"name":"vcp-x-home"}]' })
    wrangler.answer('kv namespace list', { prints: '[{"id":"4711","title":"vcp-x-home-cache"}]' })
    wrangler.answer('d1 execute', { prints: '[{"results":[],"success":true}]' })
    expect(await refusalOf()).toBeNull()
  })

  test.each<[string, () => void, string]>([
    [
      'shows another brand',
      () => (live.answers['/'] = () => new Response('<html lang="ko" data-brand="vcp-x">')),
      'WRONG  partner-a.test  pages: /?lng=ko: it shows the brand vcp-x',
    ],
    [
      'shows the legal texts of another company',
      () => {
        const html = '<html lang="ko" data-brand="partner-a"></html>'
        live.answers['/privacy-policy/current'] = () =>
          new Response(html, { headers: { 'content-security-policy': 'x' } })
      },
      '/privacy-policy/current?lng=ko: it does not name 가온 주식회사(표본)',
    ],
    ['fails', () => (live.answers['/support/notice'] = () => new Response(null, { status: 500 })), 'it answers 500'],
    [
      'has an open admin',
      () => (live.answers['/admin'] = () => new Response('inbox')),
      'admin: open: /admin (200), /admin?token=wrong (200). Put Access in front',
    ],
    ['is not reached', () => live.unreachable.add('partner-b.test'), 'WRONG  partner-b.test  host: it does not answer'],
    ['is of another version', () => (live.version = 'old'), 'version: the new one does not answer there'],
  ])('puts the version before back where a host %s', async (_, happens, sentence) => {
    happens()
    const refusal = await refusalOf()
    expect(refusal).toContain(sentence)
    expect(refusal).toContain('The version before has all visitors again.')
    expect((await wrangler.calls()).slice(-2)).toEqual(['deploy', 'rollback'])
    expect((await wrangler.lines()).at(-1)).toContain('--yes')
  })

  test('puts it back where a binding fails that did not before, and not for what failed before', async () => {
    let isUploaded = false
    const failing = (...names: string[]) =>
      Response.json(
        { checks: names.map((name) => ({ name, ok: false, detail: 'It did not answer.' })) },
        { status: 503 },
      )
    live.answers['/readyz'] = () => failing('upstream', 'pause', ...(isUploaded ? ['FILES'] : []))
    expect(await refusalOf()).toBeNull()
    live.answers['/healthz'] = () => {
      isUploaded = true
      return Response.json({ version: 'new' })
    }
    const refusal = await refusalOf()
    expect(refusal).toContain('readyz FILES: It did not answer.')
    expect(refusal).not.toMatch(/readyz (?:upstream|pause)/)
  })

  test('says that the new version has the visitors where wrangler cannot put the one before back', async () => {
    live.answers['/'] = () => new Response(null, { status: 500 })
    wrangler.answer('rollback', { exit: 1 })
    expect(await refusalOf()).toMatch(/Putting the version before back failed .+The new version has all visitors/)
  })

  test('leaves a host of a partner alone whose DNS does not lead here yet', async () => {
    const [first, ...others] = registry.partners
    const elsewhere = { ...registry, partners: [{ ...first, saasZone: 'vcp-x.test' }, ...others] } as RegistryEntries
    live.unreachable.add('partner-a.test')
    expect(await refusalOf(elsewhere)).toBeNull()
    expect(JSON.parse(await readFile(DEPLOY_CONFIG, 'utf8'))).toMatchObject({
      routes: [
        { pattern: 'www.vcp-x.test', custom_domain: true },
        { pattern: 'partner-a.test/*', zone_name: 'vcp-x.test' },
        { pattern: 'partner-b.test', custom_domain: true },
      ],
      kv_namespaces: [{ binding: 'CACHE', id: '4711' }],
    })
  })

  test('refuses before the upload what visitors were shown otherwise', async () => {
    const [text] = await legalTexts(new Date())
    const results = [{ ...text, sha256: 'as it was announced' }]
    wrangler.answer('d1 execute', { prints: JSON.stringify([{ results }]) })
    expect(await refusalOf()).toContain(`${text?.file} was announced to visitors and has changed`)
    expect(await wrangler.calls()).not.toContain('deploy')
  })

  test('asks nobody while the policy in force says another period than the registry', async () => {
    const [first, ...others] = registry.partners
    const other = { ...registry, partners: [{ ...first!, retention: { processedMonths: 3 } }, ...others] }
    expect(await refusalOf(other)).toContain('says 1 month, the registry 3 months; visitors are told first')
    expect(await wrangler.calls()).toEqual([])
  })

  test('asks nobody for a registry of placeholders, and names each', async () => {
    expect(await refusalOf(example)).toContain('vcp-x: placeholders in ')
    expect(missingHere(registry)).toEqual([])
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', '')
    expect(await refusalOf()).toContain('Set CLOUDFLARE_ACCOUNT_ID')
    expect(await wrangler.calls()).toEqual([])
  })
})

test('the check of the live site finds nothing to mend on each host of the built one', async () => {
  const site = await startSite()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => site.direct(String(input), init))
  const findings = (await Promise.all(brandHosts(example).map(checkHost))).flat()
  vi.restoreAllMocks()
  await site.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => ['pages', 'admin', 'readyz']).flat())
})

describe('npm run deploy -- --dry-run', () => {
  test('has wrangler read the configuration, and prints what would be done and what is missing, without a network', async () => {
    const env = { ...process.env, CLOUDFLARE_API_BASE_URL: 'http://127.0.0.1:9', CLOUDFLARE_API_TOKEN: 'none' }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['functions/cli/command.js', 'deploy', '--dry-run'],
      {
        env,
      },
    )
    expect(stdout).toContain('--dry-run: exiting now.')
    expect(stdout).toContain('set its hosts: www.vcp-x.example, partner-a.example, partner-b.example')
    expect(stdout).toMatch(/It would be refused\. Missing:\n {2}- vcp-x: placeholders in .+Fill them in in functions/)
  })

  test('takes the hosts of a registry, in a zone of the account and as custom hostnames', async () => {
    const [first, ...others] = registry.partners
    await writeDeployConfig(
      { ...registry, partners: [{ ...first, saasZone: 'vcp-x.test' }, ...others] } as RegistryEntries,
      null,
    )
    const args = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--config', DEPLOY_CONFIG]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
    expect(stdout + stderr).toContain('--dry-run: exiting now.')
    expect(stdout + stderr).not.toContain('ERROR')
  })
})
