import { serializeSigned } from 'hono/utils/cookie'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brands } from '../../../functions/brand/hosts.ts'
import { brandToken } from '../../../functions/contract/brand-token.ts'
import { type AccessTeam, AUDIENCE, startAccessTeam } from '../../support/access-team.ts'
import { ADMIN_TOKEN } from '../../support/operator.ts'
import { type Site, startSite } from '../../support/site.ts'

const LOCAL = 'http://127.0.0.1'
const HOUR = 3_600_000

let team: AccessTeam
let site: Site
beforeAll(async () => {
  team = await startAccessTeam()
  // There is no brand partner-c.
  const ACCESS_AUD = `${AUDIENCE}, partner-a=aud-a, partner-b=aud-b, partner-c=aud-c`
  site = await startSite({ vars: { ADMIN_TOKEN, ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD } })
})
afterAll(async () => {
  await site.close()
  await team.close()
})

const get = (address: string, headers: Record<string, string> = {}) =>
  site.fetch(address, { redirect: 'manual', headers: { 'accept-language': 'en', ...headers } })
/** Whose admin it is, who is signed in, and whether the switch of the whole site is open. */
const whoIs = async (headers: Record<string, string>) => {
  const page = await (await get(`${LOCAL}/admin/log`, headers)).text()
  const { status } = await get(`${LOCAL}/admin/maintenance`, headers)
  return [/class="bar-name"[^>]*>([^<]*)</.exec(page)?.[1], /class="actor">([^<]*)</.exec(page)?.[1], status]
}
const expectRefusal = async (answer: Response) =>
  expect([answer.status, await answer.text()]).toEqual([403, '403 Forbidden\n'])
const partners = brands.filter(({ id }) => id.startsWith('partner-'))

describe('a token of Access', () => {
  const proof = async (audience: string | string[]) => ({
    'cf-access-jwt-assertion': await team.token({ audience }),
  })

  test('for the audience of a brand is for that brand alone', async () => {
    expect(await whoIs(await proof(AUDIENCE))).toEqual(['Site admin', 'operator@company.example', 200])
    for (const { id, name } of partners)
      expect(await whoIs(await proof(id.replace('partner', 'aud')))).toEqual([name.en, 'operator@company.example', 403])
  })

  test('of a service has the rights of its audience', async () => {
    const claims = { email: undefined, common_name: 'partner.access' }
    const statusesFor = async (audience: string) => {
      const headers = { 'cf-access-jwt-assertion': await team.token({ audience, claims }) }
      const asked = ['/api/admin/inquiries', '/api/admin/maintenance'].map((path) => get(LOCAL + path, headers))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    expect(await statusesFor(AUDIENCE)).toEqual([200, 200])
    expect(await statusesFor('aud-a')).toEqual([200, 403])
  })

  test.each<[string, string | string[]]>([
    ['the audience of a brand that there is not', 'aud-c'],
    ['two audiences', ['aud-a', AUDIENCE]],
    ['two brands', ['aud-a', 'aud-b']],
    ['the name of a brand', 'partner-a'],
    ['an entry of the setting', 'partner-a=aud-a'],
  ])('for %s is refused', async (_, audience) => {
    await expectRefusal(await get(`${LOCAL}/admin/log`, await proof(audience)))
    await expectRefusal(await get(`${LOCAL}/api/admin`, await proof(audience)))
  })
})

describe('the link of a brand', () => {
  const enter = async (token: string) =>
    ((await get(`${LOCAL}/admin?token=${token}`)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''

  test('is for that brand alone, and its cookie is made into no other one', async () => {
    expect(await whoIs({ cookie: await enter(ADMIN_TOKEN) })).toEqual([
      'Site admin',
      'An operator on this machine',
      200,
    ])
    const [{ id, name } = { id: '', name: { en: '' } }] = partners
    const cookie = await enter(await brandToken(ADMIN_TOKEN, id))
    expect(await whoIs({ cookie })).toEqual([name.en, 'An operator on this machine', 403])
    const value = decodeURIComponent(cookie.slice('admin='.length))
    const [expiry = '', signature = ''] = [value.split(' ')[0], value.split('.').at(-1)]
    for (const changed of [`${expiry}.${signature}`, `${expiry} partner-b.${signature}`, `${expiry} .${signature}`])
      await expectRefusal(await get(`${LOCAL}/admin/log`, { cookie: `admin=${encodeURIComponent(changed)}` }))
  })

  test('is good on this machine only, and tells nothing by which another one could be made', async () => {
    const token = await brandToken(ADMIN_TOKEN, 'partner-a')
    await expectRefusal(await get(`http://www.example/admin?token=${token}`))
    for (const other of [await brandToken(token, 'partner-b'), await brandToken(ADMIN_TOKEN, 'partner-c')])
      await expectRefusal(await get(`${LOCAL}/admin?token=${other}`))
    const forged = await serializeSigned('admin', `${Date.now() + HOUR}`, token)
    await expectRefusal(await get(`${LOCAL}/admin/log`, { cookie: forged }))
    const unknown = await serializeSigned('admin', `${Date.now() + HOUR} partner-c`, ADMIN_TOKEN)
    await expectRefusal(await get(`${LOCAL}/admin/log`, { cookie: unknown }))
  })
})
