import { describe, expect, test } from 'vitest'
import { registry } from '../../../../../functions/brand/registry.ts'
import { brandHosts, zoneOf } from '../../../../../functions/cli/deploy/hosts-and-zones.ts'
import { missingInAccount, missingSecrets } from '../../../../../functions/cli/deploy/missing.ts'
import { planDeployment, planLines, type Release } from '../../../../../functions/cli/deploy/plan.ts'
import { Refusal, type Cloudflare } from '../../../../../functions/cli/deploy/cloudflare.ts'
import { surveyAccount, type Survey } from '../../../../../functions/cli/deploy/survey.ts'
import { isBuiltAs, tagOf } from '../../../../../functions/cli/deploy/tag.ts'
import {
  requireWayBack,
  uploadedVersion,
  versionBefore,
  type LiveWorker,
  type WorkerVersion,
} from '../../../../../functions/cli/deploy/versions.ts'

/* What a deployment decides before it changes anything. test/long/deploy.test.ts runs the whole of it. */
const TEXT = { file: 'terms-of-service/20250701.ko.md', sha256: 'a1', effective: '2025-07-01', isAnnounced: true }
const ZONE = { id: 'zone', name: 'site.test' }

const release: Release = {
  names: { script: 'site', kv: 'site-cache', d1: 'site', r2: 'site-files', queue: 'site-mails' },
  senders: ['site.test'],
  tag: 'new',
  crons: ['17 * * * *', '*/15 * * * *'],
  migrations: ['0001_a.sql', '0002_b.sql'],
  texts: [TEXT, { ...TEXT, file: 'terms-of-service/20990101.ko.md', isAnnounced: false }],
  objectsTag: 'v1',
}
const host = (name: string, change: Partial<Survey['hosts'][number]> = {}): Survey['hosts'][number] => ({
  brandId: 'site',
  host: name,
  isDefault: true,
  zone: ZONE,
  worker: null,
  records: [],
  customHostname: null,
  ...change,
})
const nothing: Survey = {
  kvId: null,
  d1Id: null,
  hasBucket: false,
  queueId: null,
  subscribed: [],
  worker: null,
  secrets: [],
  crons: [],
  migrations: [],
  sealed: [],
  zones: [ZONE],
  hosts: [host('www.site.test'), host('partner.test', { brandId: 'partner', isDefault: false, zone: null })],
  zonesWithoutHttps: [ZONE],
  fallbackOrigin: null,
  hasCustomHostnames: true,
  isPaid: true,
  forbidden: [],
}
const version = (id: string, number: number, migration: string | null = '0002_b.sql'): WorkerVersion => ({
  id,
  number,
  tag: id,
  migration,
})
const worker = (change: Partial<LiveWorker> = {}): LiveWorker => ({
  versions: [version('b', 2), version('a', 1)],
  live: version('b', 2),
  waiting: null,
  history: [version('b', 2), version('a', 1)],
  objectsTag: 'v1',
  bound: { kv: 'kv', d1: 'd1' },
  ...change,
})
const everything: Survey = {
  ...nothing,
  kvId: 'kv',
  d1Id: 'd1',
  hasBucket: true,
  queueId: 'queue',
  subscribed: ['site.test'],
  worker: worker(),
  crons: release.crons.toReversed(),
  migrations: release.migrations,
  sealed: [TEXT],
  hosts: [host('www.site.test', { worker: 'site' })],
  zonesWithoutHttps: [],
}
const linesOf = (survey: Survey, wanted = release) => planLines(planDeployment(wanted, survey)).slice(1)

describe('the plan', () => {
  test('of an empty account creates everything', () => {
    expect(linesOf(nothing)).toEqual([
      '  + KV namespace site-cache',
      '  + D1 database site',
      '  + R2 bucket site-files',
      '  + queue site-mails',
      '  ~ tables: 2 migration(s), to 0002_b.sql',
      '  + Worker site',
      '  + host www.site.test: custom domain in zone site.test',
      '  + host partner.test: custom hostname, because its zone is not in this account',
      '  + fallback origin for the hosts in zones of partners',
      '  ~ zone site.test: Always Use HTTPS on',
      '  + crons 17 * * * *, */15 * * * *',
      '  + events of mails from site.test',
      '  + legal texts: 1 sealed',
    ])
  })

  test('of the next release changes the Worker alone, and asks nobody', () => {
    const steps = planDeployment(release, everything)
    expect(steps.filter(({ change }) => change !== 'leave').map(({ what }) => what)).toEqual([
      'Worker site: a new version',
    ])
    expect(steps.some(({ asks }) => asks)).toBe(false)
  })

  test('of a release that is live changes nothing', () => {
    const steps = planDeployment({ ...release, tag: 'b' }, everything)
    expect(steps.every(({ change }) => change === 'leave')).toBe(true)
  })

  test.each([
    [
      'a record that is there',
      host('www.site.test', { records: ['A 203.0.113.7'] }),
      'custom domain in place of A 203.0.113.7',
    ],
    ['a Worker that has the host', host('www.site.test', { worker: 'shop' }), 'taken from the Worker shop'],
  ])('names %s and asks before it replaces it', (_, state, words) => {
    const step = planDeployment(release, { ...everything, hosts: [state] }).find(({ what }) => what.includes('host'))
    expect(step).toEqual({ change: 'change', what: `host www.site.test: ${words}`, asks: true })
  })

  test('says that a migration of the Durable Objects cannot be tried before', () => {
    const step = planDeployment({ ...release, objectsTag: 'v2' }, everything).find(({ what }) => /Durable/.test(what))
    expect([step?.asks, step?.what]).toEqual([true, expect.stringMatching(/migration v2.*all visitors at once/)])
  })
})

describe('what is missing', () => {
  test('names permissions, plan, zone and a secret that no deployed site may have', () => {
    const survey = {
      ...nothing,
      isPaid: false,
      forbidden: ['Account, D1: Edit', 'Account, Billing: Read'],
      hosts: [host('www.site.test', { zone: null })],
      secrets: ['ADMIN_TOKEN'],
    }
    expect(missingInAccount(survey, release).map(({ what }) => what)).toEqual([
      'permission of the API token: Account, D1: Edit',
      'the plan Workers Paid',
      'the zone of www.site.test',
      'a Worker without the secret ADMIN_TOKEN, which is for a local site only',
    ])
    expect(missingInAccount(everything, release)).toEqual([])
  })

  test('names the token itself where it may read nothing', async () => {
    const refused = () => Promise.reject(new Refusal('GET', 403, [{ code: 10_000, message: 'Authentication error' }]))
    const cloudflare = { accountId: 'account', get: refused, list: refused, send: refused } as Cloudflare
    const survey = await surveyAccount(cloudflare, release.names, nothing.hosts)
    expect(missingInAccount(survey, release)).toEqual([
      {
        what: 'an API token that Cloudflare takes for this account',
        how: expect.stringContaining('CLOUDFLARE_ACCOUNT_ID'),
      },
    ])
  })

  test('names Cloudflare for SaaS, not a permission, where the zone of the default brand lacks it', async () => {
    const cloudflare = {
      accountId: 'account',
      get: () => Promise.reject(new Refusal('GET', 404, [])),
      list: (path: string) =>
        path.startsWith('/zones?')
          ? Promise.resolve([ZONE])
          : path.includes('/custom_hostnames')
            ? Promise.reject(new Refusal('GET', 403, [{ code: 1404, message: 'No quota has been allocated' }]))
            : Promise.resolve([]),
      send: () => Promise.reject(new Error('A survey changes nothing')),
    } as Cloudflare
    const survey = await surveyAccount(cloudflare, release.names, nothing.hosts)
    expect(missingInAccount({ ...survey, isPaid: true }, release)).toEqual([
      { what: 'Cloudflare for SaaS in the zone site.test', how: expect.stringContaining('SSL/TLS, Custom Hostnames') },
    ])
  })

  test('names a sender whose domain is in no zone of the account', () => {
    const wanted = { ...release, senders: ['site.test', 'mail.site.test', 'elsewhere.test'] }
    expect(missingInAccount(everything, wanted).map(({ what }) => what)).toEqual([
      'the zone of the sender elsewhere.test',
    ])
  })

  test.each([
    ['has changed', [{ ...TEXT, sha256: 'b2' }]],
    ['is gone', []],
    ['now says 2026-01-01', [{ ...TEXT, effective: '2026-01-01' }]],
  ])('names a legal text that was announced and %s', (words, texts) => {
    const [only] = missingInAccount(everything, { ...release, texts })
    expect(only?.what).toContain(`${TEXT.file} was announced`)
    expect(only?.what).toContain(words)
  })

  test.each([
    ['nobody has given it', '', [], 1],
    ['it is a secret of the Worker', '', ['TURNSTILE_SECRETS'], 0],
    ['it is given to the command', '0x4AAA=0x4SSS', [], 0],
    ['another one is given', '0x4BBB=0x4SSS', ['TURNSTILE_SECRETS'], 1],
  ])('has the secret key of a widget where %s', (_, given, deployed, count) => {
    const vars = { TURNSTILE_SITE_KEYS: 'vcp-x=0x4AAA' }
    expect(missingSecrets(registry, vars, given, deployed)).toHaveLength(count)
  })
})

test('a deployment serves the hosts that visitors use, each in its most exact zone', () => {
  const hosts = brandHosts(registry).map(({ brandId, host: name }) => [brandId, name])
  expect(hosts).toEqual([
    ['vcp-x', 'www.vcp-x.example'],
    ['partner-a', 'partner-a.example'],
    ['partner-b', 'partner-b.example'],
  ])
  const zones = [ZONE, { id: 'inner', name: 'eu.site.test' }, { id: 'other', name: 'mysite.test' }]
  expect(zoneOf('www.eu.site.test', zones)?.id).toBe('inner')
  expect(zoneOf('mysite.test', zones)?.id).toBe('other')
  expect(zoneOf('notsite.test', zones)).toBeNull()
})

test('a version that was uploaded is found again, unless the live one has something that it lacks', () => {
  const versions = [version('d', 4), version('c', 3), version('b', 2)]
  const of = (live: string, number: number) => worker({ versions, live: version(live, number) })
  expect(uploadedVersion(of('b', 2), 'c')?.id).toBe('c')
  expect(uploadedVersion(of('c', 3), 'c')?.id).toBe('c')
  // The fourth was made by a change of a secret.
  expect(uploadedVersion(of('d', 4), 'c')).toBeNull()
  expect(uploadedVersion(of('b', 2), 'x')).toBeNull()
})

test('a version is the one of a checkout whatever its secrets are, unless the command is given some', () => {
  const [none, one, other] = ['', '0x4AAA=0x4SSS', '0x4AAA=0x4TTT'].map((secret) => tagOf('sources', secret))
  expect(
    [one, one, none, one].map((wanted, index) => isBuiltAs([one, other, one, null][index] ?? null, String(wanted))),
  ).toEqual([true, false, true, false])
  expect(isBuiltAs(tagOf('others', ''), String(none))).toBe(false)
  expect(Math.max(...[none, one].map((tag) => String(tag).length))).toBeLessThanOrEqual(25)
})

describe('the way back', () => {
  const numbers = { a: 1, b: 2, c: 3, d: 4 }
  test.each<[string, string, string | undefined]>([
    ['d failed its checks before visitors got it', 'c b b a', 'b'],
    ['of releases alone', 'd c b a', 'c'],
    ['after a rollback', 'b c b a', 'a'],
    ['after two', 'a b c b a', undefined],
    ['c was rolled back', 'd b b c b a', 'b'],
    ['c failed its checks when it had the visitors', 'd b b b c b b a', 'b'],
    ['c was rolled back and deployed again', 'd c c b c b a', 'c'],
    ['of the first release', 'a', undefined],
  ])('leads to the version that had all visitors before and was not left: %s', (_, deployments, target) => {
    const history = deployments.split(' ').map((id) => version(id, numbers[id as keyof typeof numbers]))
    expect(versionBefore(worker({ live: history[0] ?? version('a', 1), history }))?.id).toBe(target)
  })

  const migrations = [
    { name: '0001_a.sql', endsWayBack: true },
    { name: '0002_b.sql', endsWayBack: false },
  ]
  test.each([
    ['nothing since forbids it', '0001_a.sql', ['0001_a.sql', '0002_b.sql'], null],
    ['a migration since forbids it', '0000_x.sql', ['0001_a.sql', '0002_b.sql'], /0001_a\.sql forbids/],
    [
      'the database is newer than the checkout',
      '0002_b.sql',
      ['0002_b.sql', '0003_c.sql'],
      /0003_c\.sql, which this checkout does not know/,
    ],
    ['nobody knows what the version expects', null, ['0001_a.sql'], /not known which tables/],
  ])('is decided by the tables: %s', (_, target, applied, refusal) => {
    const back = () => requireWayBack(version('a', 1, target), applied, migrations)
    if (refusal) expect(back).toThrow(refusal)
    else expect(back).not.toThrow()
  })
})
