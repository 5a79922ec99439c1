import { serializeSigned } from 'hono/utils/cookie'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccessTeam, AUDIENCE, startAccessTeam } from '../../support/access-team.ts'
import { ADMIN_TOKEN } from '../../support/operator.ts'
import { embeddedSite } from '../../support/shared-sites.ts'
import { type Site, startSite } from '../../support/site.ts'

const LOCAL = 'http://127.0.0.1'
const get = (site: Site, address: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  site.fetch(address, { redirect: 'manual', headers, ...init })

/** The answer to whoever has no proof: no data, no reason, in no cache. */
async function expectRefusal(answer: Response): Promise<void> {
  expect([answer.status, await answer.text()]).toEqual([403, '403 Forbidden\n'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('set-cookie')).toBeNull()
}

describe('without an identity', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.close())

  /** Everything of an answer but what names the request. */
  const comparable = async (answer: Response, path: string) => ({
    status: answer.status,
    // The page's data holds the time of its rendering, and the policy its hash.
    headers: [...answer.headers]
      .filter(([name]) => !['x-request-id', 'etag', 'date'].includes(name))
      .map(([name, value]) => [name, value.replaceAll(/'sha256-[^']+'/g, 'HASH')]),
    body: (await answer.text())
      .replaceAll(path, '/PATH')
      .replaceAll(/[0-9a-f-]{36}/g, 'ID')
      .replaceAll(/"?\b1[0-9]{12}\b"?/g, 'TIME'),
  })

  test.each(['/admin', '/admin/log', '/admin/inquiries.csv', '/admin?token=', '/admin?token=x'])(
    '%s is the page of any unknown address, in both languages and for every method',
    async (path) => {
      for (const language of ['ko', 'en'])
        for (const method of ['GET', 'POST', 'DELETE']) {
          const unknown = path.replace('/admin', '/nowhere')
          const [answer, other] = await Promise.all(
            [path, unknown].map((address) => get(site, LOCAL + address, { 'accept-language': language }, { method })),
          )
          const bare = (address: string) => address.split('?')[0] ?? ''
          expect(await comparable(answer!, bare(path))).toEqual(await comparable(other!, bare(unknown)))
        }
    },
  )

  test.each(['/api/admin', '/api/admin/log', '/api/admin/inquiries'])(
    '%s is the 404 of any unknown call',
    async (path) => {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const [answer, other] = [
          await get(site, LOCAL + path, {}, { method }),
          await get(site, `${LOCAL}/api/nowhere`, {}, { method }),
        ]
        expect(answer.status).toBe(404)
        expect(await comparable(answer, path)).toEqual(await comparable(other, '/api/nowhere'))
      }
    },
  )
})

describe('with a token of this start', () => {
  const served = embeddedSite()

  const signIn = async (host = LOCAL) =>
    (await get(served.site, `${host}/admin?token=${ADMIN_TOKEN}`)).headers.get('set-cookie') ?? ''
  const cookie = async () => (await signIn()).split(';')[0] ?? ''
  const signed = (expiry: number, token: string) => serializeSigned('admin', String(expiry), token)
  const HOUR = 3_600_000

  test('the link gives a cookie for twelve hours and leads to the address without the token', async () => {
    const answer = await get(served.site, `${LOCAL}/admin?token=${ADMIN_TOKEN}&lng=ko`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin?lng=ko'])
    expect(answer.headers.get('set-cookie')).toMatch(/^admin=\S+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    const page = await get(served.site, `${LOCAL}/admin/log`, { cookie: await cookie(), 'accept-language': 'en' })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('signed in.')
    expect((await get(served.site, `${LOCAL}/api/admin/log`, { cookie: await cookie() })).status).toBe(200)
  })

  test('whoever signs out has no cookie any more, and the log says it', async () => {
    const headers = { cookie: await cookie(), 'sec-fetch-site': 'same-origin' }
    const answer = await get(served.site, `${LOCAL}/admin/sign-out`, headers, { method: 'POST' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(answer.headers.get('set-cookie')).toMatch(/^admin=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/)
    const page = await get(served.site, `${LOCAL}/admin/log`, { cookie: await cookie(), 'accept-language': 'en' })
    expect(await page.text()).toContain('signed out.')
    const foreign = { cookie: await cookie(), 'sec-fetch-site': 'cross-site' }
    await expectRefusal(await get(served.site, `${LOCAL}/admin/sign-out`, foreign, { method: 'POST' }))
  })

  test.each([`${LOCAL}`, 'http://localhost', 'http://[::1]', 'http://partner-a.localhost'])(
    '%s is a loopback host',
    async (host) => {
      expect(await signIn(host)).toContain('admin=')
      expect((await get(served.site, `${host}/admin/log`, { cookie: await cookie() })).status).toBe(200)
    },
  )

  test.each(['http://www.example', 'http://localhost.example', 'http://127.0.0.1.example', 'http://10.0.0.1'])(
    'neither token nor cookie is good on %s',
    async (host) => {
      await expectRefusal(await get(served.site, `${host}/admin?token=${ADMIN_TOKEN}`))
      await expectRefusal(await get(served.site, `${host}/admin/log`, { cookie: await cookie() }))
      await expectRefusal(await get(served.site, `${host}/api/admin/log`, { cookie: await cookie() }))
    },
  )

  test.each([
    ['nothing', {}],
    ['an empty cookie', { cookie: 'admin=' }],
    ['an unsigned cookie', { cookie: `admin=${Date.now() + HOUR}` }],
    ['the token itself as the cookie', { cookie: `admin=${ADMIN_TOKEN}` }],
    ['the token as a bearer', { authorization: `Bearer ${ADMIN_TOKEN}` }],
    ['the token as an Access token', { 'cf-access-jwt-assertion': ADMIN_TOKEN }],
  ])('%s is refused', async (_, headers) => {
    for (const path of ['/admin', '/admin/log', '/api/admin/log'])
      await expectRefusal(await get(served.site, LOCAL + path, headers))
  })

  test('a cookie of an earlier start is refused, and an expired one', async () => {
    const good = await signed(Date.now() + HOUR, ADMIN_TOKEN)
    expect((await get(served.site, `${LOCAL}/admin/log`, { cookie: good })).status).toBe(200)
    for (const bad of [
      await signed(Date.now() + HOUR, 'token-of-an-earlier-start'),
      await signed(Date.now() - 1000, ADMIN_TOKEN),
    ])
      await expectRefusal(await get(served.site, `${LOCAL}/admin/log`, { cookie: bad }))
  })

  test('a wrong token is refused, and the right one in a wrong place', async () => {
    for (const path of [
      '/admin?token=',
      '/admin?token=wrong',
      `/admin?token=${ADMIN_TOKEN}x`,
      `/admin/log?token=${ADMIN_TOKEN}`,
      `/admin/?token=${ADMIN_TOKEN}`,
      `/api/admin?token=${ADMIN_TOKEN}`,
      `/api/admin/log?token=${ADMIN_TOKEN}`,
      `/admin/${ADMIN_TOKEN}`,
    ])
      await expectRefusal(await get(served.site, LOCAL + path))
    await expectRefusal(await get(served.site, `${LOCAL}/admin?token=${ADMIN_TOKEN}`, {}, { method: 'POST' }))
  })

  test.each([
    ['a foreign origin', { origin: 'http://evil.example' }],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['no proof of the origin', {}],
  ])('what changes something is refused with %s', async (_, headers) => {
    for (const [path, method] of [
      ['/admin/log', 'POST'],
      ['/api/admin/log', 'POST'],
      ['/api/admin/log', 'DELETE'],
    ] as const)
      await expectRefusal(await get(served.site, LOCAL + path, { cookie: await cookie(), ...headers }, { method }))
  })

  test('an unknown address below it is a 404 only for whoever is admitted', async () => {
    await expectRefusal(await get(served.site, `${LOCAL}/admin/nowhere`))
    await expectRefusal(await get(served.site, `${LOCAL}/api/admin/nowhere`))
    for (const path of ['/admin/nowhere', '/api/admin/nowhere'])
      expect((await get(served.site, LOCAL + path, { cookie: await cookie() })).status).toBe(404)
  })

  test('its pages are in no cache and no index, and carry the headers of every page', async () => {
    const { headers } = await get(served.site, `${LOCAL}/admin/log`, { cookie: await cookie() })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('behind Cloudflare Access', () => {
  let team: AccessTeam
  let site: Site
  beforeAll(async () => {
    team = await startAccessTeam()
    site = await startSite({ vars: { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE } })
  })
  afterAll(async () => {
    await site.close()
    await team.close()
  })
  const HEADER = 'cf-access-jwt-assertion'
  const open = async (headers: Record<string, string>) => get(site, 'https://www.example/admin/log', headers)

  test('a valid token opens the admin on every host, and its e-mail is the actor', async () => {
    const answer = await open({ [HEADER]: await team.token() })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('operator@company.example')
    expect((await get(site, 'http://www.example/api/admin/log', { [HEADER]: await team.token() })).status).toBe(200)
  })

  test('whoever signs out is led to where Access ends its session', async () => {
    const headers = { [HEADER]: await team.token(), 'sec-fetch-site': 'same-origin' }
    const answer = await get(site, 'https://www.example/admin/sign-out', headers, { method: 'POST' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cdn-cgi/access/logout'])
  })

  test('the keys of the team are read once for many requests', async () => {
    const before = team.reads
    for (let count = 0; count < 5; count++) expect((await open({ [HEADER]: await team.token() })).status).toBe(200)
    expect(team.reads - before).toBeLessThanOrEqual(1)
  })

  test('a clock that differs by a few seconds is allowed for', async () => {
    expect((await open({ [HEADER]: await team.token({ expiresIn: -10 }) })).status).toBe(200)
  })

  const unsigned = () =>
    new UnsecuredJWT({ email: 'operator@company.example' })
      .setIssuer(team.origin)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode()
  test.each<[string, () => Promise<string> | string]>([
    ['that is none', () => 'none'],
    ['that is empty', () => ''],
    ['signed by a foreign key', () => team.token({ foreignKey: true })],
    ['with changed claims', async () => tampered(await team.token())],
    ['for a foreign audience', () => team.token({ audience: 'another-application' })],
    ['of a foreign issuer', () => team.token({ issuer: 'https://evil.cloudflareaccess.com' })],
    ['that has expired', () => team.token({ expiresIn: -60 })],
    ['that never expires', () => team.token({ expiresIn: null })],
    ['without an e-mail and a name', () => team.token({ claims: { email: undefined } })],
    ['with a name that is none', () => team.token({ claims: { email: undefined, common_name: 'a\nb' } })],
    ['with an empty name', () => team.token({ claims: { email: '', common_name: '' } })],
    ['of the algorithm none', unsigned],
    ['without its signature', async () => (await team.token()).replace(/[^.]+$/, '')],
  ])('a token %s is refused', async (_, make) => {
    await expectRefusal(await open({ [HEADER]: await make() }))
  })

  test('a service token asks and changes below /api/admin, without an origin, and the log names it', async () => {
    const name = 'e367826f93b8d711.access'
    const machine = { [HEADER]: await team.token({ claims: { email: undefined, common_name: name } }) }
    const answers = 'https://www.example/api/admin/answers'
    const body = JSON.stringify({ title: 'Of a program', text: '', text_en: 'Hello', brand_id: null })
    const add = (headers: Record<string, string> = {}) =>
      get(site, answers, { ...machine, 'content-type': 'application/json', ...headers }, { method: 'POST', body })
    expect((await add()).status).toBe(201)
    const { data } = (await (await get(site, answers, machine)).json()) as { data: { title: string }[] }
    expect(data.map(({ title }) => title)).toEqual(['Of a program'])

    const log = await get(site, 'https://www.example/api/admin/log', machine)
    const { entries } = ((await log.json()) as { data: { entries: object[] } }).data
    expect(entries[0]).toMatchObject({ actor: `service:${name}`, action: 'add-saved-answer' })
    for (const [language, words] of [
      ['ko', '서비스 토큰'],
      ['en', 'Service token '],
    ])
      expect(await (await open({ [HEADER]: await team.token(), 'accept-language': language! })).text()).toContain(
        `${words}(${name})`,
      )

    await expectRefusal(await add({ origin: 'https://evil.example' }))
    await expectRefusal(await add({ 'sec-fetch-site': 'cross-site' }))
    for (const path of ['/admin', '/admin/log', '/admin/inquiries.csv', '/admin/api/'])
      await expectRefusal(await get(site, `https://www.example${path}`, machine))
    const both = { email: 'operator@company.example', common_name: name }
    expect((await open({ [HEADER]: await team.token({ claims: both }) })).status, 'A person.').toBe(200)
  })

  test('a valid token in a wrong place is refused', async () => {
    const jwt = await team.token()
    const places: Record<string, string>[] = [
      { authorization: `Bearer ${jwt}` },
      { cookie: `CF_Authorization=${jwt}` },
      { cookie: `admin=${jwt}` },
    ]
    for (const headers of places) await expectRefusal(await open(headers))
    await expectRefusal(await get(site, `https://www.example/admin?token=${jwt}`))
  })

  test('the cookie of a local start is refused', async () => {
    const cookie = await serializeSigned('admin', String(Date.now() + 60_000), '').catch(() =>
      serializeSigned('admin', String(Date.now() + 60_000), 'x'),
    )
    await expectRefusal(await get(site, `${LOCAL}/admin/log`, { cookie }))
  })
})

describe('while the keys of Access cannot be read', () => {
  test.each([
    ['a failure', { status: 500, body: '{"keys":[]}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no keys', { status: 200, body: '{}' }],
  ])('a token is not called forged, and the log names the reason: %s', async (_, fault) => {
    const team = await startAccessTeam()
    team.fault = fault
    const site = await startSite({ vars: { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE } })
    const open = async (path: string) => get(site, LOCAL + path, { 'cf-access-jwt-assertion': await team.token() })
    for (const path of ['/admin/log', '/api/admin/log']) {
      const answer = await open(path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await answer.text()).toBe('503 The keys of Cloudflare Access cannot be read.\n')
    }
    expect(site.logged()).toContainEqual(expect.objectContaining({ level: 'error', code: 'access-keys-unread' }))
    await expectRefusal(await get(site, `${LOCAL}/admin/log`))
    team.fault = null
    expect((await open('/admin/log')).status).toBe(200)
    await Promise.all([site.close(), team.close()])
  })
})

/** The same token with the e-mail of another person. */
function tampered(jwt: string): string {
  const [header, payload = '', signature] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return [
    header,
    Buffer.from(JSON.stringify({ ...claims, email: 'evil@example.com' })).toString('base64url'),
    signature,
  ].join('.')
}
