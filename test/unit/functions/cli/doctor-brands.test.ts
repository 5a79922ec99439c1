import { expect, test } from 'vitest'
import { registry } from '../../../../functions/brand/registry.ts'
import type { BrandEntry } from '../../../../functions/brand/schema.ts'
import { Refusal, type Cloudflare } from '../../../../functions/cli/deploy/cloudflare.ts'
import { senderAddresses } from '../../../../functions/cli/deploy/hosts-and-zones.ts'
import { customHostnameFindings, entryFindings } from '../../../../functions/cli/doctor/brand-findings.ts'
import { replyFinding, replyRuleFinding } from '../../../../functions/cli/doctor/reply-findings.ts'
import type { Network } from '../../../../functions/cli/doctor/network.ts'
import { senderFindings } from '../../../../functions/cli/doctor/sender-findings.ts'

/* What `npm run doctor` says of a brand until it is live, beside its hosts: its entry, its senders, replies, and what its partner owes. */
const network: Network = {
  addresses: () => Promise.resolve([]),
  texts: () => Promise.resolve([]),
  mailServers: () => Promise.resolve([]),
  certificateEnd: () => Promise.reject(new Error('no certificate')),
}

/** The names of a domain that was onboarded to Cloudflare Email Sending. */
const SENDER: Record<string, string[]> = {
  'cf-bounce.site.test': ['v=spf1 include:_spf.mx.cloudflare.net ~all'],
  'cf-bounce._domainkey.site.test': ['v=DKIM1; h=sha256; k=rsa; p=MIIB'],
  '_dmarc.site.test': ['v=DMARC1; p=reject'],
}
const senderOf = (domain: string, records: Record<string, string[]>) =>
  senderFindings(`site@${domain}`, { ...network, texts: (name) => Promise.resolve(records[name] ?? []) })

test('asks the records of a sender where Cloudflare puts them', async () => {
  expect((await senderOf('site.test', SENDER)).map(({ name, ok }) => [name, ok])).toEqual(
    ['SPF', 'DKIM', 'DMARC', 'alignment'].map((name) => [name, true]),
  )
  const other = await senderOf('other.test', SENDER)
  expect(other.map(({ name, ok, detail }) => [name, ok, detail.split('. ')[0]])).toEqual([
    ['SPF', false, 'cf-bounce.other.test has no TXT record'],
    ['DKIM', false, 'cf-bounce._domainkey.other.test has no TXT record'],
    ['DMARC', false, '_dmarc.other.test has no TXT record'],
    ['alignment', false, 'without a policy receivers judge by themselves'],
  ])
  const silent = await senderFindings('site@site.test', {
    ...network,
    texts: () => Promise.reject(new Error('ECONNREFUSED')),
  })
  expect(silent.map(({ ok }) => ok)).toEqual([false, false, false, false])
  expect(silent[2]?.detail).toBe('no name server answers for _dmarc.site.test')
})

test('goes by the policy of the domain above where the sender’s own has none', async () => {
  const records = {
    'cf-bounce.mail.site.test': ['v=spf1 include:_spf.mx.cloudflare.net ~all'],
    'cf-bounce._domainkey.mail.site.test': ['v=DKIM1; p=MIIB'],
    '_dmarc.site.test': ['v=DMARC1; p=reject; sp=quarantine'],
  }
  const findings = await senderOf('mail.site.test', records)
  expect(findings.every(({ ok }) => ok)).toBe(true)
  expect(findings[2]?.detail).toBe('v=DMARC1; p=reject; sp=quarantine (of _dmarc.site.test)')
})

test.each<[string, string, string[], boolean, string]>([
  [
    'relaxed, without DKIM',
    'v=DMARC1; p=reject',
    ['cf-bounce._domainkey.site.test'],
    true,
    'SPF of cf-bounce.site.test counts',
  ],
  [
    'strict, without DKIM',
    'v=DMARC1; p=reject; aspf=s',
    ['cf-bounce._domainkey.site.test'],
    false,
    'does not count, because the policy says aspf=s',
  ],
  ['strict, with both', 'v=DMARC1; p=reject;aspf = s; adkim=s', [], true, 'DKIM of site.test counts for site.test'],
  [
    'relaxed, without both',
    'v=DMARC1; p=none',
    ['cf-bounce._domainkey.site.test', 'cf-bounce.site.test'],
    false,
    'receivers take mails for forged',
  ],
])('says whether a sender’s records count for it: %s', async (_, policy, gone, ok, words) => {
  const records = { ...SENDER, '_dmarc.site.test': [policy], ...Object.fromEntries(gone.map((name) => [name, []])) }
  const alignment = (await senderOf('site.test', records)).find(({ name }) => name === 'alignment')
  expect(alignment).toMatchObject({ ok, detail: expect.stringContaining(words) })
})

test('names every sender once, of a brand or of MAIL_FROM', () => {
  const [first, second] = registry.partners
  if (!first || !second) throw new Error('The registry has no partners.')
  const own = { ...first, mail: { ...first.mail, from: 'site@gaon.test' } }
  expect(senderAddresses([registry.default, own, second], 'site@vcp-x.test')).toEqual([
    'site@vcp-x.test',
    'site@gaon.test',
  ])
  expect(senderAddresses([own, { ...second, mail: { from: 'site@gaon.test' } }], '')).toEqual(['site@gaon.test'])
})

test.each<[string, () => Promise<string[]>, boolean, string]>([
  [
    'Email Routing',
    () => Promise.resolve(['route1.mx.cloudflare.net', 'route2.mx.cloudflare.net']),
    true,
    'come to route1',
  ],
  ['nobody', () => Promise.resolve([]), false, 'no MX record, so replies bounce'],
  [
    'another provider too',
    () => Promise.resolve(['route1.mx.cloudflare.net', 'mx.other.test']),
    false,
    'also come to mx.other.test',
  ],
  ['unknown', () => Promise.reject(new Error('ESERVFAIL')), false, 'no name server answers'],
])('says who takes the replies of visitors: %s', async (_, mailServers, ok, words) => {
  const finding = await replyFinding('reply.site.test', { ...network, mailServers })
  expect(finding).toMatchObject({ ok, name: 'replies', detail: expect.stringContaining(words) })
})

test('says whether Email Routing gives replies to the Worker', async () => {
  const zones = [{ id: 'z1', name: 'site.test' }]
  const ruleOf = (get: () => Promise<unknown>, domain = 'reply.site.test') =>
    replyRuleFinding(domain, 'vcp-x-home', zones, { get: get as Cloudflare['get'] })
  const given =
    (script: string, enabled = true) =>
    () =>
      Promise.resolve({ enabled, actions: [{ type: 'worker', value: [script] }] })
  expect(await ruleOf(given('vcp-x-home'))).toMatchObject({ ok: true, detail: 'gives mails to vcp-x-home' })
  for (const get of [
    given('other'),
    given('vcp-x-home', false),
    () => Promise.resolve({ enabled: true, actions: [{ type: 'drop', value: [] }] }),
  ])
    expect(await ruleOf(get)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('does not give mails to the Worker'),
    })
  expect(await ruleOf(given('vcp-x-home'), 'reply.other.test')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('in no zone'),
  })
  const refused = (status: number) => () => Promise.reject(new Refusal('GET', status, []))
  expect(await ruleOf(refused(403))).toMatchObject({
    ok: false,
    detail: expect.stringContaining('Add Zone, Email Routing Rules: Read'),
  })
  expect(await ruleOf(refused(404))).toMatchObject({
    ok: false,
    detail: expect.stringContaining('Email Routing is off for site.test'),
  })
})

test('follows the entry of a new brand, a line for each thing that it lacks', () => {
  const [first] = registry.partners
  if (!first) throw new Error('The registry has no partner.')
  const entry: BrandEntry = {
    ...first,
    id: 'haneul',
    whiteLabel: 'haneul',
    hosts: ['carbon.haneul.test'],
    origin: 'https://carbon.haneul.test',
    partners: [],
    legal: {},
    mail: {},
    company: {
      name: { ko: '하늘 주식회사', en: 'Haneul Inc.' },
      representative: { ko: '이하늘', en: 'Haneul Lee' },
      address: { ko: '세종특별자치시 하늘로 1', en: '1 Haneul-ro' },
      phone: '044-123-4567',
      email: 'contact@haneul.test',
      registrationNumber: '123-45-67890',
    },
    portal: { url: 'https://portal.haneul.test/' },
    privacy: { officer: { ko: '정하늘', en: 'Haneul Jeong' }, department: { ko: '준법', en: 'Compliance' } },
  }
  const linesOf = (change: Partial<BrandEntry>) =>
    entryFindings({ ...registry, partners: [...registry.partners, { ...entry, ...change }] }, 'haneul')
  expect(linesOf({})).toEqual([{ about: 'haneul', name: 'entry', ok: true, detail: 'complete' }])
  const { privacy: _privacy, ...unnamed } = entry
  const lines = entryFindings(
    { ...registry, partners: [{ ...unnamed, hosts: [], portal: { url: 'https://portal.haneul.example/' } }] },
    'haneul',
  )
  expect(lines.map(({ ok, detail }) => [ok, detail.split(':')[0]])).toEqual([
    [false, 'origin'],
    [false, 'privacy'],
    [false, 'still placeholders'],
  ])
})

test('names the records that a partner has to set until its host is active', () => {
  const home = { id: 'z1', name: 'vcp-x.test' }
  const host = {
    brandId: 'haneul',
    host: 'carbon.haneul.test',
    isDefault: false,
    zone: null,
    worker: null,
    records: [],
  }
  const records = ['TXT _cf-custom-hostname.carbon.haneul.test → abc']
  const findings = customHostnameFindings(
    [
      { ...host, host: 'www.vcp-x.test', zone: home, customHostname: null },
      { ...host, customHostname: null },
      { ...host, customHostname: { status: 'pending', records } },
      { ...host, customHostname: { status: 'active', records } },
    ],
    home,
  )
  expect(findings.map(({ ok, detail }) => [ok, detail])).toEqual([
    [false, 'not there yet. Run npm run deploy'],
    [
      false,
      `pending. The partner has to set: CNAME carbon.haneul.test → sites.vcp-x.test; ${records[0]}. Then run npm run deploy`,
    ],
    [true, 'active'],
  ])
})
